import { expect, it } from 'vitest';
import { parseNumber } from './written-number.ts';

it.each([
  ['12', 12, null],
  ['-3', -3, null],
  ['−3', -3, null],
  ['1E5', 100_000, null],
  ['１２', 12, null],
  ['1 234', 1234, null],
  ['1\u202f234\u202f567', 1_234_567, null],
  ['1’234', 1234, null],
  ['12,5', 12.5, ','],
  ['12.5', 12.5, '.'],
  ['0,125', 0.125, ','],
  ['0.125', 0.125, '.'],
  ['1234.567', 1234.567, '.'],
  ["1'234.567", 1234.567, '.'],
  ['1.2345', 1.2345, '.'],
  ['1.23457E+12', 1_234_570_000_000, '.'],
  ['1,23457E+12', 1_234_570_000_000, ','],
  ['1.234,5', 1234.5, ','],
  ['1,234.5', 1234.5, '.'],
  ['1.234.567', 1_234_567, ','],
  ['1,234,567', 1_234_567, '.'],
])('%j is the number %d, with decimals behind %j', (text, value, decimal) => {
  expect(parseNumber(text)).toEqual({ is: 'number', value, decimal });
});

it.each([
  ['1.000', 1, 1000],
  ['1,000', 1000, 1],
  ['12.500', 12.5, 12_500],
  ['-999,999', -999_999, -999.999],
])('%j is %d or %d', (text, point, comma) => {
  expect(parseNumber(text)).toEqual({ is: 'open', readings: { '.': point, ',': comma } });
});

it.each(['', '=1+1', '0x10', '1,2,3', '12,34,567', '1.234.56', '1 23', '5 %', '3 €', '1e400', '1..2', 'one', '.5'])(
  '%j is no number',
  (text) => {
    expect(parseNumber(text)).toEqual({ is: 'none' });
  },
);
