import { describe, expect, it } from 'vitest';
import { locales } from './locales.ts';
import { getLocales, siteIds, splitLocale, withLocale, withoutLocale } from './sites.ts';

describe('a path without its locale', () => {
  it.each(locales)('is what the path of %s was made from', (locale) => {
    for (const rest of ['/', '/a', '/a/b', '/de-luxe'])
      expect(withoutLocale(locale, withLocale(locale, rest))).toBe(rest);
  });

  it('is none for a path of another locale', () => {
    for (const path of ['/', '/a', '/jp', '/jp/a', '/dex']) expect(withoutLocale('de', path)).toBeNull();
  });

  it('is that of the locale which the path tells, on every site that has it', () => {
    for (const site of siteIds) {
      for (const locale of getLocales(site)) {
        for (const rest of ['/', '/a/b']) expect(splitLocale(site, withLocale(locale, rest))).toEqual({ locale, rest });
      }
      for (const locale of locales.filter((each) => !getLocales(site).some((known) => known === each)))
        expect(splitLocale(site, withLocale(locale, '/a'))).toBeNull();
    }
  });
});
