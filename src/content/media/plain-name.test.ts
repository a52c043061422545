import { expect, it } from 'vitest';
import { plainName } from './plain-name.ts';

it.each([
  ['..\\folder/sheet.pdf', 'sheet.pdf'],
  ['sensor\u0007.webp', 'sensor.webp'],
  ['sheet\u202Efdp.exe', 'sheetfdp.exe'],
  ['\u2066.pdf', '.pdf'],
  ['データ シート.pdf', 'データ シート.pdf'],
  [' \u0000 ', 'file.pdf'],
])('takes out of %j what is no part of a name', (input, name) => {
  expect(plainName(input, 'file.pdf')).toBe(name);
});

it('cuts a long name before its ending', () => {
  expect(plainName(`${'a'.repeat(300)}.pdf`, 'file')).toBe(`${'a'.repeat(190)}.pdf`);
});
