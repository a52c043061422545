import { existsSync } from 'node:fs';
import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { defaultLocale, locales } from '#domain/locales.ts';
import { getKeys } from '#domain/objects.ts';
import { getLocales, getSite, siteIds } from '#domain/sites.ts';
import { root } from '../code-bundle.ts';
import { localeList } from './plan-locale.ts';
import { siteFiles, siteMarks, siteSources } from './plan-site.ts';

const read = (file: string) => readFile(path.join(root, file), 'utf8');

describe.each(siteIds)('the site %s', (site) => {
  it.each(getKeys(siteSources))('is named in the %s', async (source) => {
    const text = await read(siteSources[source]);
    const missing = siteMarks[source](site).filter((mark) => !text.includes(mark));
    expect(missing, `${siteSources[source]} does not name the site ${site}`).toEqual([]);
  });

  it('has its icon, and content to begin with', () => {
    const { icon, ...content } = siteFiles(site);
    expect(icon).toBe(`public${getSite(site).icon}`);
    expect([icon, ...Object.values(content)].filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
  });
});

describe('the locales', () => {
  it('are all in each list of the database', async () => {
    const files = (await readdir(path.join(root, 'supabase/schemas'))).map((file) => `supabase/schemas/${file}`);
    const lists = await Promise.all(
      files.map(async (file) => [...(await read(file)).matchAll(localeList)].map(([list]) => ({ file, list }))),
    );
    const list = locales.map((locale) => `'${locale}'`).join(', ');
    expect(lists.flat().length).toBeGreaterThan(0);
    expect(lists.flat().filter((found) => found.list !== list)).toEqual([]);
  });

  it('of the main site are in the examples for file servers without Node', async () => {
    const lists = [...(await read('docs/deploying.md')).matchAll(/\((?:\?<place>|\?:)?(de(?:\|[a-z]+)+)\)/g)];
    const own = getLocales('main').filter((locale) => locale !== defaultLocale);
    expect(lists.map(([, list]) => list)).toEqual(lists.map(() => own.join('|')));
    expect(lists.length).toBeGreaterThan(0);
  });
});
