import { expect, it } from 'vitest';
import { isPagePath } from './page-address.ts';
import { suggestPath } from './suggest-path.ts';

it.each([
  [null, 'Quality', '/quality'],
  ['/', 'Quality', '/quality'],
  ['/company', 'Qualität & Prüfung', '/company/qualitaet-pruefung'],
  ['/company', 'Éclairage (2.0)', '/company/eclairage-2-0'],
  [null, '品質管理', '/品質管理'],
  [null, 'が', '/が'],
  [null, 'Wolken\u00adbruch\u00adwarn\u00adanlage in Łódź', '/wolkenbruchwarnanlage-in-lodz'],
  [null, 'Pru\u0308fstand Győr, Køge', '/pruefstand-gyor-koge'],
  [null, '품질 관리', '/품질-관리'],
  ['/a', 'x'.repeat(80), `/a/${'x'.repeat(60)}`],
  // A letter beyond the basic plane stays whole.
  ['/a', `${'x'.repeat(59)}𠮷𠮷`, `/a/${'x'.repeat(59)}𠮷`],
])('offers an address below %s for “%s”', (above, title, path) => {
  expect(suggestPath(above, title)).toBe(path);
  expect(isPagePath(path)).toBe(true);
});
