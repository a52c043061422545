import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Language, languageCodes, languages, locales } from '#domain/locales.ts';
import en from '../../../public/locales/en/translation.json' with { type: 'json' };
import { translateFor } from './translate.ts';

const fileOf = (language: Language) => `public/locales/${language}/translation.json`;

function readWords(language: Language): Map<string, string> {
  const text = readFileSync(path.join(import.meta.dirname, '../../..', fileOf(language)), 'utf8');
  return new Map(entries(z.record(z.string(), z.unknown()).parse(JSON.parse(text))));
}

function entries(value: object, path = ''): [string, string][] {
  return Object.entries(value).flatMap(([key, inner]: [string, unknown]): [string, string][] =>
    typeof inner === 'object' && inner !== null ? entries(inner, `${path}${key}.`) : [[`${path}${key}`, String(inner)]],
  );
}

const placeholders = (text: string) => (text.match(/\{\{\w+\}\}|%s/g) ?? []).toSorted();

describe('words of the interface', () => {
  const others = languages.filter((language) => language !== 'en');
  const reference = new Map(entries(en));

  it.each(others)('are the same set in %s as in English, with the same placeholders', (language) => {
    const own = readWords(language);
    expect([...own.keys()].toSorted()).toEqual([...reference.keys()].toSorted());
    for (const [key, text] of own) {
      expect(text.trim(), key).not.toBe('');
      expect(placeholders(text), key).toEqual(placeholders(reference.get(key) ?? ''));
    }
  });

  it.each(others)('are translated to %s', (language) => {
    const own = [...readWords(language)];
    // Some are the same, such as names of formats.
    const english = own.filter(([key, text]) => text === reference.get(key)).map(([key]) => key);
    expect(english.length / own.length, `${fileOf(language)} is in English: ${english.join(', ')}`).toBeLessThan(0.1);
  });

  it('answer in their language during concurrent requests for others', async () => {
    const ask = locales.map(async (locale) => {
      await Promise.resolve();
      return translateFor(locale)('nav.menu');
    });
    expect(await Promise.all(ask)).toEqual(locales.map((locale) => readWords(languageCodes[locale]).get('nav.menu')));
  });

  it('fill in values as they are, since React escapes them', () => {
    expect(translateFor('en')('product.gallery', { name: 'A & B' })).toBe('Pictures of A & B');
  });
});
