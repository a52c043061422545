import { expect, it } from 'vitest';
import { isPageCell, partsOfCell } from './page-cell.ts';

it('tells what a cell is of', () => {
  expect(partsOfCell('structure')).toEqual({ what: 'structure' });
  expect(partsOfCell('parent')).toEqual({ what: 'parent' });
  expect(partsOfCell('settings:jp')).toEqual({ what: 'settings', locale: 'jp' });
  expect(partsOfCell('12:de')).toEqual({ what: 'texts', moduleId: 12, locale: 'de' });
});

it.each([
  '',
  'settings',
  'settings:xx',
  '12',
  '12:',
  ':de',
  '012:de',
  '-1:de',
  '1.5:de',
  '12:de:en',
  '12:de ',
  'all:de',
  12,
  null,
])('knows that %j is none', (value) => expect(isPageCell(value)).toBe(false));
