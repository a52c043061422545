import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { languageCodes, locales } from '#domain/locales.ts';
import type { SearchAnswer } from '#domain/search/search.ts';
import { describeAnswer } from './describe-answer.ts';
import { pickSearchTexts } from './search-texts.ts';

const messages = z.object({ search: z.record(z.string(), z.unknown()) });
const wordsIn = (language: string) => {
  const file = new URL(`../../../public/locales/${language}/translation.json`, import.meta.url);
  const { search } = messages.parse(JSON.parse(readFileSync(file, 'utf8')));
  return pickSearchTexts((name) => {
    const message = search[name.replace('search.', '')];
    return typeof message === 'string' ? message : '';
  });
};
const answer = (total: number): SearchAnswer => ({
  query: 'q',
  kinds: [],
  page: 1,
  size: 10,
  total,
  hits: [],
  facets: [],
  corrections: [],
});

it.each(locales.map((locale) => languageCodes[locale]))(
  'says how many results there are, and of one that it is one, in %s',
  (language) => {
    const words = wordsIn(language);
    expect(describeAnswer(answer(1), words)).toBe(words.countOne);
    expect(words.countOne).toContain('1');
    expect(describeAnswer(answer(2), words)).toBe(words.count.replace('%s', '2'));
  },
);
