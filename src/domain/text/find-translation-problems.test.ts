import { expect, it } from 'vitest';
import { findTranslationProblems } from './find-translation-problems.ts';

it.each([
  ['1,000.5 kPa at 20 °C', '1.000,5 kPa bei 20\u00a0°C'],
  ['1,000.5 kPa at 20 °C', '20℃で１，０００．５kPa'],
  ['25 mg/m³ within 3 s', '3秒以内に25 mg/m³'],
  ['Up to {{product:cx24 co2-range max}}', 'Bis {{product:cx24 co2-range max}}'],
  ['Write to info@example.com or see https://example.com/a1.', 'Siehe https://example.com/a1 oder info@example.com'],
  ['Hello {name}, %d left', '%d übrig, {name}'],
  ['No numbers', 'Keine Zahlen'],
  ['10 000 pieces', '10,000個'],
])('a translation that has all of its source: %s', (source, target) => {
  expect(findTranslationProblems(source, target)).toEqual([]);
});

it.each([
  ['Up to 25 mg/m³', 'Bis 20 mg/m³', ['The number 25 is missing.']],
  ['Up to 25 kPa', 'Bis 25 hPa', ['The unit kPa is missing.']],
  ['From 5 to 5', 'Von 5', ['The number 5 is missing.']],
  [
    'Up to {{product:cx24 co2-range max}}',
    'Bis {{product:cx24 co2-range min}}',
    ['The product value {{product:cx24 co2-range max}} is missing.'],
  ],
  ['See https://example.com/a1', 'Siehe dort', ['The address https://example.com/a1 is missing.']],
  ['Hello {name}', 'Hallo', ['The placeholder {name} is missing.']],
])('what a translation has not: %s', (source, target, problems) => {
  expect(findTranslationProblems(source, target)).toEqual(problems);
});
