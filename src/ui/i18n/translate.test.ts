import { describe, expect, it } from 'vitest';
import { locales } from '#domain/locales.ts';
import de from '../../../public/locales/de/translation.json' with { type: 'json' };
import en from '../../../public/locales/en/translation.json' with { type: 'json' };
import ja from '../../../public/locales/ja/translation.json' with { type: 'json' };
import ko from '../../../public/locales/ko/translation.json' with { type: 'json' };
import zh from '../../../public/locales/zh/translation.json' with { type: 'json' };
import { translateFor } from './translate.ts';

function entries(value: object, path = ''): [string, string][] {
  return Object.entries(value).flatMap(([key, inner]: [string, unknown]): [string, string][] =>
    typeof inner === 'object' && inner !== null ? entries(inner, `${path}${key}.`) : [[`${path}${key}`, String(inner)]],
  );
}

const placeholders = (text: string) => (text.match(/\{\{\w+\}\}|%s/g) ?? []).toSorted();

describe('words of the interface', () => {
  it.each(Object.entries({ de, ja, zh, ko }))(
    'are the same set in %s as in English, with the same placeholders',
    (_, other) => {
      const reference = new Map(entries(en));
      const own = new Map(entries(other));
      expect([...own.keys()].toSorted()).toEqual([...reference.keys()].toSorted());
      for (const [key, text] of own) {
        expect(text.trim(), key).not.toBe('');
        expect(placeholders(text), key).toEqual(placeholders(reference.get(key) ?? ''));
      }
    },
  );

  it('answer in their language during concurrent requests for others', async () => {
    const ask = locales.map(async (locale) => {
      await Promise.resolve();
      return translateFor(locale)('nav.menu');
    });
    expect(await Promise.all(ask)).toEqual(['Menu', 'Menü', 'メニュー', '菜单', '메뉴']);
  });

  it('fill in values as they are, since React escapes them', () => {
    expect(translateFor('en')('product.gallery', { name: 'A & B' })).toBe('Pictures of A & B');
  });
});
