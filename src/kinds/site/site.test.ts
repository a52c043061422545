import { expect, it } from 'vitest';
import { locales } from '#domain/locales.ts';
import { getLocales, siteIds } from '#domain/sites.ts';
import { getKind } from '../kinds.ts';

it.each(siteIds)('lets %s have the languages that it is offered in, and no other', (id) => {
  const localized = { en: { title: 'T', description: 'D' } };
  const issuesOf = (of: readonly string[]) => {
    const parsed = getKind('site').parse({ kind: 'site', id, locales: of, localized });
    return parsed.ok ? parsed.record.issues : parsed.issues;
  };
  expect(issuesOf(getLocales(id))).toEqual([]);
  for (const locale of locales.filter((each) => !getLocales(id).includes(each)))
    expect(issuesOf(['en', locale])).toMatchObject([
      { path: ['locales', 1], message: expect.stringContaining(locale) },
    ]);
});
