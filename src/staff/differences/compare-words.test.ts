import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type WordRun, compareBlocks, compareWords, splitWords } from './compare-words.ts';

const runs = (before: string, after: string, language = 'en') =>
  compareWords(splitWords(before, language), splitWords(after, language)).map(({ what, words }) => [
    what,
    words.join(''),
  ]);

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

it('takes changes with nothing but spaces between them for one', () => {
  expect(runs('PX52 and PX53 with an adapter.', 'Changed by keys today')).toEqual([
    ['removed', 'PX52 and PX53 with an adapter.'],
    ['added', 'Changed by keys today'],
  ]);
  expect(runs('One, two and three', 'Uno, due and three')).toEqual([
    ['removed', 'One, two'],
    ['added', 'Uno, due'],
    ['same', ' and three'],
  ]);
  expect(runs('Now.', 'Then.')).toEqual([
    ['removed', 'Now'],
    ['added', 'Then'],
    ['same', '.'],
  ]);
});

it('loses no word of either text', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('a', 'b', ' ', ', ')),
      fc.array(fc.constantFrom('a', 'b', ' ', ', ')),
      (before, after) => {
        const found = compareWords(before, after);
        const without = (what: WordRun['what']) =>
          found.filter((run) => run.what !== what).flatMap(({ words }) => words);
        expect([without('added'), without('removed')]).toEqual([before, after]);
      },
    ),
  );
});

it('takes very long texts for one change', () => {
  const long = Array.from({ length: 4000 }, (_, index) => String(index));
  expect(compareWords(long, [...long, 'x'].toReversed()).map(({ what }) => what)).toEqual(['removed', 'added']);
});

const blocks = (...texts: readonly string[]) => texts.map((text) => text.split(' '));

it('compares block by block, so that a heading takes no words of the text below it', () => {
  const text = 'Sensors for the circuit board';
  expect(compareBlocks(blocks('From a chip', text), blocks('Sensors for air', text))).toEqual([
    { what: 'removed', words: ['From', 'a', 'chip'] },
    { what: 'added', words: ['Sensors', 'for', 'air'] },
    { what: 'same', words: text.split(' ') },
  ]);
});

it('compares the blocks that came in the place of as many others one by one', () => {
  expect(compareBlocks(blocks('One sensor', 'Two tubes'), blocks('One tube', 'Two sensor'))).toEqual([
    { what: 'same', words: ['One'] },
    { what: 'removed', words: ['sensor'] },
    { what: 'added', words: ['tube'] },
    { what: 'same', words: ['Two'] },
    { what: 'removed', words: ['tubes'] },
    { what: 'added', words: ['sensor'] },
  ]);
  expect(compareBlocks(blocks('One'), blocks('One', 'Two three'))).toEqual([
    { what: 'same', words: ['One'] },
    { what: 'added', words: ['Two', 'three'] },
  ]);
});
