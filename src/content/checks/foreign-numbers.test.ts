import { expect, it } from 'vitest';
import { findForeignNumbers } from '../../../tests/fixtures/foreign-numbers.ts';

it.each([
  ['de', 'Bis 60 000 ppm', ['60 000']],
  ['de', 'Bis 60\u00a0000 ppm und 60\u202f000 ppm', ['60\u00a0000', '60\u202f000']],
  ['de', '9,200,000 Aktien', ['9,200,000']],
  ['de', "CHF 88'000 oder 88’000", ["88'000", '88’000']],
  ['en', '9.200.000 shares', ['9.200.000']],
  ['en', 'Up to 60 000 ppm', ['60 000']],
  ['ja', '60 000 ppm', ['60 000']],
] as const)('a number of another language is found in %s: %s', (language, text, found) => {
  expect(findForeignNumbers(text, language)).toEqual(found);
});

it.each([
  ['de', 'Bis 60.000 ppm, 9.200.000 Aktien, 2500 Stück, 0,125 mm'],
  ['en', 'Up to 60,000 ppm, 9,200,000 shares, 0.125 mm, version 1.234'],
  ['de', 'Telefon +41 55 000 14 00'],
  ['en', 'The 2024 284.6, in 2026 167 reels, IEC 60068-2 and 10:30 100'],
] as const)('nothing is found in %s: %s', (language, text) => {
  expect(findForeignNumbers(text, language)).toEqual([]);
});
