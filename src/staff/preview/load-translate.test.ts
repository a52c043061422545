import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { languageCodes, locales } from '#domain/locales.ts';
import { translateFor } from '#ui/i18n/translate.ts';
import { type Translations, makeTranslate } from './load-translate.ts';

const read = (language: string) =>
  JSON.parse(
    readFileSync(new URL(`../../../public/locales/${language}/translation.json`, import.meta.url), 'utf8'),
  ) as Translations;

function keysOf(words: Translations, path = ''): string[] {
  return Object.entries(words).flatMap(([key, value]) =>
    typeof value === 'string' ? [`${path}${key}`] : keysOf(value, `${path}${key}.`),
  );
}

describe('words of the preview', () => {
  it.each(locales)('are those of the page in %s, key by key', (locale) => {
    const language = languageCodes[locale];
    const translate = makeTranslate(language, read(language), read('en'));
    const page = translateFor(locale);
    const keys = keysOf(read('en'));
    expect(keys.length).toBeGreaterThan(20);
    for (const key of keys) {
      const base = key.replace(/_(zero|one|two|few|many|other)$/, '');
      const names = ['number', 'title', 'count', 'minutes', 'name'] as const;
      for (const count of [0, 1, 2, 5]) {
        const values = Object.fromEntries(names.map((name) => [name, name === 'count' ? count : `a ${name}`]));
        expect(translate(base, values), key).toBe(page(base, values));
      }
      expect(translate(key), key).toBe(page(key));
    }
  });

  it('answer with the key when there are none', () => {
    expect(makeTranslate('de', {}, {})('no.such')).toBe('no.such');
    expect(translateFor('de')('no.such')).toBe('no.such');
  });

  it('choose the plural of the language', () => {
    const words = { page_one: '{{count}} page', page_other: '{{count}} pages' };
    const translate = makeTranslate('en', words);
    expect([1, 2].map((count) => translate('page', { count }))).toEqual(['1 page', '2 pages']);
  });
});
