import { describe, expect, it } from 'vitest';
import { matchRoute, routeKeys } from '#domain/addresses/routes.ts';
import { rowKindAt, rowPath, rowPlace } from './places.ts';
import { rowKinds } from './registry.ts';

describe('a record with a page', () => {
  it('is found at its path in every kind and section', () => {
    for (const kind of rowKinds)
      for (const section of ['newsroom', 'career', null])
        for (const locale of ['en', 'de'] as const) {
          const path = rowPath(kind, 'main', locale, { slug: '湿度-a', news_category: section });
          const match = path === null ? null : matchRoute('main', path);
          expect(match && rowKindAt(match.key), `${kind} ${section}`).toBe(kind);
          expect(Object.values(match?.parameters ?? {})).toEqual(['湿度-a']);
        }
  });

  it('is in the list of its section, else in the first', () => {
    expect(rowPlace('event', 'career').list).toBe('career.events');
    expect(rowPlace('article', null).list).toBe('company.press');
    expect(rowPlace('post', 'toString').list).toBe('newsroom.blog');
  });

  it('is shown by every route with a parameter that is no search, stock or list', () => {
    const others = routeKeys.filter((key) => rowKindAt(key) === null && matchesRecords(key));
    expect(others).toEqual([]);
  });
});

function matchesRecords(key: string): boolean {
  return /\.(article|post|tag|author)$|(events|catalog)\.detail$/.test(key);
}
