import { type Server, createServer } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { createKeyClient } from './client.ts';
import { ContentReader } from './reader.ts';
import { Source } from './source.ts';

const origins = { main: 'https://main.example', developer: 'https://dev.example', automotive: 'https://auto.example' };
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
    ['menus', { menus: { main: [{ id: 1 }] } }],
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
