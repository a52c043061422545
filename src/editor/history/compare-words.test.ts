import { expect, it } from 'vitest';
import { compareWords, wordsOf } from './compare-words.ts';

const runs = (before: string, after: string, language = 'en') =>
  compareWords(wordsOf(before, language), wordsOf(after, language)).map(({ what, words }) => [what, words.join('')]);

it('tells the words that came and went', () => {
  expect(runs('Measured twice a day', 'Measured hourly a day')).toEqual([
    ['same', 'Measured '],
    ['removed', 'twice'],
    ['added', 'hourly'],
    ['same', ' a day'],
  ]);
});

it('finds words where a language has no spaces', () => {
  expect(runs('湿度を測定します', '温度を測定します', 'ja')).toEqual([
    ['removed', '湿度'],
    ['added', '温度'],
    ['same', 'を測定します'],
  ]);
});

it('takes very long texts for one change', () => {
  const long = Array.from({ length: 4000 }, (_, index) => String(index));
  expect(compareWords(long, [...long, 'x'].toReversed()).map(({ what }) => what)).toEqual(['removed', 'added']);
});
