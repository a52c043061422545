import { describe, expect, it } from 'vitest';
import { hasLostPoint, isAltered, isShortened, textsBehind } from './altered-text.ts';

/** What is stored, and what spreadsheets write in its place. */
const changes: [stored: string, cells: string[]][] = [
  ['007', ['7', '7.0', '7,00']],
  ['00123', ['123']],
  ['1E5', ['100000', '1.00E+05', '1,00E+05', '1E+05']],
  ['1e400', ['1.79769313486232E+308']],
  ['1234567890123', ['1.23457E+12', '1,23457E+12', '1.23E+12']],
  ['12345678901234567890', ['1.23456789012346E+019', '12345678901234600000', '1.23457E+19']],
  ['1,000', ['1000']],
  ['1.234', ['1234']],
  ['1.50', ['1.5', '1,5']],
  ['+41441234567', ['41441234567']],
  ['5 %', ['5.00%', '0.05', '5%']],
  ['(7)', ['-7']],
  [
    '3/4',
    [
      '4-Mar',
      '04.03.2026',
      '03.04.2026',
      '3/4/2026',
      '2026-03-04',
      '3月4日',
      '03월 04일',
      '04. Mrz',
      '46115',
      '2026-03-04 00:00:00',
    ],
  ],
  ['10-11', ['11-Oct', '10.11.2026', '11. Okt']],
  ['1.10', ['01. Okt', '01.10.2026', '1.1']],
  ['3.4.', ['03.04.2026']],
  ['MAR1', ['1-Mar', '01.03.2026', 'Mar-01', '2026/3/1']],
  ['SEP2', ['2-Sep']],
  ['1-2027', ['Jan-27', '01.01.2027']],
  ['2026-03-29', ['29.03.2026', '2026/03/29', '3/29/2026']],
  ['12:30', ['12:30:00', '12:30:00 PM', '0.520833333', '12시 30분 0초', '12時30分00秒']],
  ['true', ['TRUE', 'WAHR']],
];

describe.each(changes)('%s', (stored, cells) => {
  it.each(cells)('is recognised in %s', (cell) => expect(isAltered(cell, stored)).toBe(true));
});

it.each([
  ['007', '007'],
  ['007', '8'],
  ['007', '70'],
  ['7.4', '7'],
  ['1E5', '1E6'],
  ['1234567890123', '1.23458E+12'],
  ['3/4', '05.06.2026'],
  ['3/4', '4/3'],
  ['3-4', '4-3'],
  ['1.10', '1.11'],
  ['MAR1', '2-Mar'],
  ['2026-03-29', '2026-03-30'],
  ['Valve', 'Valves'],
  ['true', 'false'],
  ['yes', 'TRUE'],
  ['', '7'],
  ['007', ''],
])('%s becoming %s is a change that somebody has made', (stored, cell) => expect(isAltered(cell, stored)).toBe(false));

it.each([
  ['7', '007'],
  ['100000', '1E5'],
  ['100000', '1e5'],
  ['1.00E+05', '1E5'],
  ['1.5', '1.50'],
  ['04.03.2026', '3/4'],
  ['4-Mar', '3-4'],
  ['1-Mar', 'MAR1'],
  ['2026-03-01', 'mar1'],
])('%s leads back to %s', (cell, stored) => {
  expect(textsBehind(cell)).toContain(stored);
  expect(isAltered(cell, stored)).toBe(true);
});

it('what a cell leads back to is what it may have been', () => {
  for (const cell of ['7', '100000', '1.5', '04.03.2026', '4-Mar', '2027-01-01'])
    for (const text of textsBehind(cell)) expect([text, isAltered(cell, text)]).toEqual([text, true]);
  expect(textsBehind('Valve')).toEqual([]);
});

it('a number of which figures are missing is known by its form', () => {
  expect(['1.23457E+12', '1,23E+15', '1E+05'].map(isShortened)).toEqual([true, true, true]);
  expect(['1E5', 'E+12', '12', 'SHX-40'].map(isShortened)).toEqual([false, false, false, false]);
});

it('a number that has lost the point before three decimals is recognised', () => {
  expect(hasLostPoint('12345', 12.345)).toBe(true);
  expect(hasLostPoint('125', 0.125)).toBe(true);
  expect(hasLostPoint('-8541', -8.541)).toBe(true);
  for (const [cell, stored] of [
    ['12345', 12.34],
    ['12.345', 12.345],
    ['5', 0.5],
    ['12346', 12.345],
    ['1000', 1],
    ['', 0.125],
  ] as const)
    expect(hasLostPoint(cell, stored)).toBe(false);
});
