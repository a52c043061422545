import { expect, it } from 'vitest';
import { fitText } from './fit-text.ts';

const width = (text: string) => text.length;

it('leaves a text that fits', () => {
  expect(fitText('One two.', 8, width)).toBe('One two.');
});

it('cuts between words, with room for the marks', () => {
  expect(fitText('One, two three', 8, width)).toBe('One …');
  expect(fitText('One, two three', 10, width)).toBe('One, two …');
});

it('cuts between words where a language has no spaces', () => {
  expect(fitText('湿度を測定します', 6, width)).toBe('湿度を …');
});

it('shows that a first word is too long', () => {
  expect(fitText('Differenzdrucksensor', 8, width)).toBe('…');
});
