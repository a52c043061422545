import { readFileSync, readdirSync } from 'node:fs';
import { type Server, createServer } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { makeTable } from '#domain/objects.ts';
import { siteIds } from '#domain/sites.ts';
import { DatabaseUnavailable, createKeyClient } from './clients/client.ts';
import { listAnswers } from '#kinds/list-answers.ts';
import { rowIds } from '#kinds/reading/row-id.ts';
import { shapes } from '#kinds/shapes.ts';
import { getInnerDef } from '#schema/schema-def.ts';
import { InvalidRecord, readRow } from './source/read-row.ts';
import { ContentReader } from './reader.ts';
import { Source } from './source/source.ts';

const origins = makeTable(siteIds, (site) => `https://${site}.example`);
const globals = {
  locales: ['en'],
  settings: {},
  localized: { en: { title: 'Site' } },
  og_image: null,
  menus: {},
  links: {},
  routes: {},
};
const paragraph = { type: 'paragraph', content: [{ type: 'text', text: 'A text.' }] };

function page(id: number, change: object = {}) {
  return {
    id,
    site: 'main',
    parent_id: null,
    route: null,
    template: 'content',
    is_editable: true,
    path: `/page-${id}`,
    title: 'Page',
    nav_title: '',
    description: '',
    seo: {},
    modules: [],
    addresses: { en: { path: `/page-${id}`, title: 'Page', nav_title: '' } },
    ...change,
  };
}

function textModule(id: number, content: unknown, change: object = {}) {
  const data = { width: 'narrow', heading: {}, body: { type: 'doc', content: [content] } };
  return { id, type: 'TEXT_BLOCK', v: 1, data, children: [], ...change };
}

function nested(depth: number): unknown {
  let node: unknown = paragraph;
  for (let level = 0; level < depth; level += 1) node = { type: 'blockquote', content: [node] };
  return node;
}

function modulesNested(depth: number): unknown {
  let module: object = textModule(1, paragraph);
  for (let level = 0; level < depth; level += 1) module = textModule(1, paragraph, { children: [module] });
  return module;
}

const product = {
  slug: 'hx41',
  sites: ['main'],
  is_published: true,
  publish_from: null,
  publish_until: null,
  locales: ['en'],
  name: 'HX41',
  display_name: 'HX41',
  status: 'active',
  texts: {},
  series_id: null,
  series: null,
  category_id: null,
  category: null,
  image: null,
};

let server: Server | null = null;
afterEach(() => server?.close());

/** The results for these pages, read in one batch from a database that returns these rows. */
async function loadAll(pages: readonly object[], change: object = {}, brokenModules: 'fail' | 'keep' = 'fail') {
  const answer = { globals: { ...globals, ...change }, pages: { pages, above: {} }, records: {}, lists: null };
  server = createServer((request, response) => {
    request.resume();
    response.setHeader('content-type', 'application/json').end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => server?.listen(0, resolve));
  const address = server.address();
  if (!address || typeof address === 'string') throw new Error('The server has no port');
  const client = createKeyClient(`http://127.0.0.1:${address.port}`, 'key');
  const source = new Source(client, { site: 'main', view: 'published', at: '2026-01-10T12:00:00Z' });
  return Promise.all(
    pages.map((_, index) =>
      new ContentReader(source, 'en', origins).load({ kind: 'page', ref: index + 1 }, { brokenModules }),
    ),
  );
}

describe('a stored row that cannot be shown', () => {
  it.each<[what: string, broken: object]>([
    ['a route that nothing has', { route: 'Some text' }],
    ['a setting of another type', { seo: { noindex: 'yes' } }],
    ['a text that is none', { title: 5 }],
    ['rich text in 1,500 levels', { modules: [textModule(1, nested(1500))] }],
    ['modules in 1,500 levels', { modules: [modulesNested(1500)] }],
    ['too many values', { modules: [textModule(1, { ...paragraph, extra: Array(200_000).fill(0) })] }],
  ])('fails its own page: %s', async (_, broken) => {
    const [first, second, third] = await loadAll([page(1), page(2, broken), page(3)]);
    expect([first?.ok, third?.ok]).toEqual([true, true]);
    expect(second).toMatchObject({ ok: false, failure: { code: 'invalid' } });
  });

  it('is shown as a broken module in a draft, when it is one module of the page', async () => {
    const [draft] = await loadAll(
      [page(1, { modules: [textModule(7, nested(1500)), textModule(8, paragraph)] })],
      {},
      'keep',
    );
    if (!draft?.ok || draft.value.kind !== 'page') throw new Error('The draft is not shown');
    expect(draft.value.modules.map((module) => 'problems' in module)).toEqual([true, false]);
  });

  it.each(['toString', 'constructor', '__proto__', 'hasOwnProperty', ''])(
    'is no module that stands in the slot %j',
    async (slot) => {
      const inner = textModule(2, paragraph, { slot });
      const [loaded] = await loadAll([page(1, { modules: [textModule(1, paragraph, { children: [inner] })] })]);
      if (!loaded?.ok || loaded.value.kind !== 'page') throw new Error('The page is not shown');
      const [module] = loaded.value.modules;
      if (!module || 'problems' in module) throw new Error('The module is broken');
      expect(Object.entries(module.children).map(([name, inside]) => [name, inside.map(({ id }) => id)])).toEqual([
        [slot, [2]],
      ]);
    },
  );

  it.each<[what: string, broken: object]>([
    ['menus without items', { menus: { main: 'x' } }],
    ['settings', { settings: { social_links: [{ network: 'x', url: 'javascript:alert(1)' }] } }],
    [
      'an image with a path for a hash',
      {
        og_image: {
          id: 1,
          hash: '../keys',
          width: 1,
          height: 1,
          widths: [1],
          has_avif: false,
          is_decorative: true,
          localized: {},
        },
      },
    ],
  ])('is named where it is part of every page: %s', async (_, broken) => {
    const [loaded] = await loadAll([page(1)], broken);
    expect(loaded).toMatchObject({
      ok: false,
      failure: { code: 'invalid', message: expect.stringContaining('of main') },
    });
  });
});

it('leaves out of a menu what cannot be shown of it, and draws every page', async () => {
  const about = {
    id: 'about',
    label: { en: 'About' },
    children: [
      { id: 'bad', label: { en: 5 } },
      { id: 'team', label: { en: 'Team' } },
    ],
  };
  const [loaded] = await loadAll([page(1)], { menus: { main: [{ id: 1 }, about, null] } });
  expect(loaded).toMatchObject({ ok: true });
});

it('is named with its record and its field, as people call them', () => {
  const article = { id: 12, publish_until: '10000-01-01T04:59:59+00:00' };
  expect(
    readRow('list of articles', 0, listAnswers.articles, { items: [article], next_change_at: null }),
  ).toMatchObject({
    record: 'article 12',
  });
});

describe('what the database cannot read', () => {
  const asked = z.object({
    p_globals: z.boolean(),
    p_pages: z.array(z.tuple([z.number(), z.string(), z.unknown()])),
    p_records: z.record(z.string(), z.array(z.number())),
  });

  /** A database that answers for all pages and images but these, at which it fails with a code. */
  async function sourceWithout(broken: { pages?: number[]; images?: number[]; site?: true }, code = '') {
    server = createServer((request, response) => {
      const parts: Uint8Array[] = [];
      request.on('data', (part: Uint8Array) => parts.push(part));
      request.on('end', () => {
        const { p_globals, p_pages, p_records } = asked.parse(JSON.parse(Buffer.concat(parts).toString()));
        const ids = p_pages.map(([id]) => id);
        const isBroken =
          ids.some((id) => broken.pages?.includes(id)) || p_records['image']?.some((id) => broken.images?.includes(id));
        response.statusCode = isBroken ? 400 : 200;
        response.setHeader('content-type', 'application/json');
        response.end(
          JSON.stringify(
            isBroken
              ? { code, message: 'invalid input syntax for type bigint: "x"', details: null, hint: null }
              : {
                  globals: p_globals && !broken.site ? globals : null,
                  pages: { pages: ids.map((id) => page(id)), above: {} },
                  records: { image: Object.fromEntries((p_records['image'] ?? []).map((id) => [id, null])) },
                  lists: null,
                },
          ),
        );
      });
    });
    await new Promise<void>((resolve) => server?.listen(0, resolve));
    const address = server.address();
    if (!address || typeof address === 'string') throw new Error('The server has no port');
    const client = createKeyClient(`http://127.0.0.1:${address.port}`, 'key');
    return new Source(client, { site: 'main', view: 'published', at: '2026-01-10T12:00:00Z' });
  }

  it('is a site that is not there: whoever asks for its frame is told', { timeout: 10_000 }, async () => {
    const source = await sourceWithout({ site: true });
    await expect(source.globals()).rejects.toThrow('there is no such site');
  });

  it('fails alone, and what was asked for with it is read', async () => {
    const source = await sourceWithout({ pages: [2], images: [7] }, '22P02');
    const [first, second, third, site] = await Promise.allSettled([
      source.page(1, 'en'),
      source.page(2, 'en'),
      source.page(3, 'en'),
      source.globals(),
      source.readRows([
        { kind: 'image', id: 6 },
        { kind: 'image', id: 7 },
      ]),
    ]);
    expect([first.status, second.status, third.status, site.status]).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
      'fulfilled',
    ]);
    expect(source.row('image', 6)).toBeNull();
    expect(() => source.row('image', 7)).toThrow(/image 7 is not valid.*invalid input syntax/);
  });

  it('stops everything when it is the database that is away', async () => {
    const source = await sourceWithout({ pages: [2] }, '57P03');
    const results = await Promise.allSettled([source.page(1, 'en'), source.page(2, 'en')]);
    for (const result of results) {
      expect(result).toMatchObject({ status: 'rejected', reason: expect.any(DatabaseUnavailable) });
    }
  });
});

describe('the records whose change may mend a row', () => {
  const image = { id: 5, hash: '../keys', width: 1, height: 1, widths: [1], has_avif: false, is_decorative: true };

  it('are those on the way to the fault', () => {
    const list = readRow('list of downloads', 0, listAnswers.downloads, {
      items: [
        {
          document: {},
          products: [
            { ...product, id: 3 },
            { ...product, id: 4, image },
          ],
        },
      ],
      next_change_at: null,
    });
    expect(list).toMatchObject({ field: 'items.0.document.id' });
    const products = readRow('list of products', 0, listAnswers.products, {
      items: [
        { ...product, id: 3 },
        { ...product, id: 4, image },
      ],
      next_change_at: null,
    });
    expect(products).toMatchObject({
      record: 'image 5',
      tags: ['product:4', 'image:5'],
    });
    expect(readRow('product', 4, shapes.product, { ...product, id: 4, image })).toMatchObject({
      tags: ['product:4', 'image:5'],
    });
    expect(new InvalidRecord('product_detail', 9, 'x').tags).toEqual(['product:9']);
  });

  /** Rows of two tables, and of tables that only their owner's tag names. */
  const unnamed = ['sellers.items.id', 'inventory.items.id'];

  it('are named in every shape and list', () => {
    const missing: string[] = [];
    const seen = new Set<z.core.$ZodType>();
    const look = (schema: z.core.$ZodType, at: string): void => {
      if (seen.has(schema)) return;
      seen.add(schema);
      const def = getInnerDef(schema);
      if (def.type === 'array') look(def.element, at);
      if (def.type === 'record') look(def.valueType, at);
      if (def.type !== 'object') return;
      for (const [name, field] of Object.entries(def.shape)) {
        const path = `${at}.${name}`;
        if (name === 'id' && !rowIds.has(field) && !unnamed.includes(path)) missing.push(path);
        look(field, path);
      }
    };
    for (const [name, schema] of [...Object.entries(shapes), ...Object.entries(listAnswers)]) look(schema, name);
    expect(seen.size).toBeGreaterThan(100);
    expect(missing).toEqual([]);
  });

  it('have tags that changes of their tables carry', () => {
    const schemas = readdirSync('supabase/schemas').map((file) => readFileSync(`supabase/schemas/${file}`, 'utf8'));
    const watched = new Set(
      schemas.flatMap((sql) => [...sql.matchAll(/watch_table\('\w+', '(\w+)'/g)].map(([, tag]) => tag)),
    );
    const tags = Object.values(shapes).flatMap((schema) => {
      const def = getInnerDef(schema);
      const tag = def.type === 'object' && def.shape['id'] ? rowIds.get(def.shape['id'])?.tag : undefined;
      return tag === undefined ? [] : [tag];
    });
    expect(tags.length).toBeGreaterThan(15);
    expect(tags.filter((tag) => tag !== 'address:page' && !watched.has(tag))).toEqual([]);
  });
});
