import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readSeed } from './read-seed.ts';
import { formatIssue } from '#content/records/parse-record.ts';
import { Validation } from './validate.ts';

const placed = z.record(z.string(), z.object({ path: z.string() }));

let directory = '';
beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'seed-'));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

async function seed(files: Record<string, string>) {
  for (const [name, content] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(directory, name)), { recursive: true });
    await writeFile(path.join(directory, name), content);
  }
  const { records, issues } = await readSeed(directory);
  return {
    records: records.map(({ record }) => record),
    of: (kind: string) => records.flatMap(({ record }) => (record['kind'] === kind ? [record] : [])),
    issues: issues.map(formatIssue),
  };
}

const page = (key: string, rest: string) => `
- kind: page
  key: ${key}
  site: main
${rest}`;

describe('a seed', () => {
  it('numbers records of a kind in the order of files and places', async () => {
    const { of } = await seed({
      'b/tags.yaml': '- {kind: tag, key: third, slug: third, localized: {en: {name: Third}}}',
      'a/tags.yaml':
        '- {kind: tag, key: first, slug: first, localized: {en: {name: First}}}\n- {kind: tag, key: second, slug: second, localized: {en: {name: Second}}}',
      'a/authors.yaml': '{kind: author, key: one, slug: one, name: One}',
    });
    expect(of('tag').map(({ id, slug }) => [id, slug])).toEqual([
      [1, 'first'],
      [2, 'second'],
      [3, 'third'],
    ]);
    expect(of('author')).toEqual([{ kind: 'author', id: 1, slug: 'one', name: 'One' }]);
  });

  it('makes paths of routes, slugs and parents, in each locale', async () => {
    const { of, issues } = await seed({
      'pages.yaml': [
        page('home', "  route: home\n  locales: {en: {slug: '', title: Home}, de: {slug: '', title: Start}}"),
        page(
          'catalog',
          '  route: products.catalog\n  locales: {en: {slug: x, title: Catalog}, de: {slug: y, title: Katalog}}',
        ),
        page(
          'guides',
          '  parent: page:catalog\n  locales: {en: {slug: guides, title: Guides}, de: {slug: ratgeber, title: Ratgeber}}',
        ),
        page(
          'deep',
          '  parent: page:guides\n  locales: {en: {slug: deep, title: Deep}, jp: {slug: 深い, title: 深い}}',
        ),
        page('top', '  parent: page:home\n  locales: {en: {slug: top, title: Top}}'),
      ].join(''),
    });
    expect(issues).toEqual([]);
    const paths = of('page').map(({ locales }) =>
      Object.fromEntries(Object.entries(placed.parse(locales)).map(([locale, { path: at }]) => [locale, at])),
    );
    expect(paths).toEqual([
      { en: '/', de: '/' },
      { en: '/products/catalog', de: '/produkte/katalog' },
      { en: '/products/catalog/guides', de: '/produkte/katalog/ratgeber' },
      { en: '/products/catalog/guides/deep', jp: '/products/catalog/guides/深い' },
      { en: '/top' },
    ]);
  });

  it('makes one link record of equal short forms', async () => {
    const { of, issues } = await seed({
      'menus.yaml': `
- kind: menu
  key: main-main
  site: main
  name: main
  items:
    - {id: a, label: {en: A}, link: "page:home#news"}
    - {id: b, label: {en: B}, link: "https://www.example.com/"}
    - {id: c, label: {en: C}, link: "mailto:info@example.com", children: [{id: d, label: {en: D}, link: "page:home#news"}]}
    - {id: e, label: {en: E}, link: "document:sheet"}
    - {id: f, label: {en: F}, link: "article:old"}
    - {id: g, label: {en: G}, link: "#here"}
    - {id: h, label: {en: H}, link: "page:nobody"}
    - {id: i, label: {en: I}, link: "story_group:apprentices"}
`,
      'other.yaml': `
- {kind: document, key: sheet, name: Sheet, content_date: "2026-01-02", document_type: datasheet, language: en, localized: {en: {title: The sheet}}}
- {kind: article, key: old, slug: old, localized: {en: {title: Old news}}}
- {kind: story_group, key: apprentices, localized: {en: {name: Apprentices}}}
${page('home', "  route: home\n  locales: {en: {slug: '', title: Home, nav_title: Start}}").trim()}
`,
    });
    expect(of('link').map(({ kind: _, ...link }) => link)).toEqual([
      { id: 1, text: 'Start', link_type: 'internal', page: 1, anchor_id: '#news' },
      { id: 2, text: 'example.com', link_type: 'external', url: 'https://www.example.com/' },
      { id: 3, text: 'info@example.com', link_type: 'external', url: 'mailto:info@example.com' },
      { id: 4, text: 'The sheet', link_type: 'download', document: 1 },
      { id: 5, text: 'Old news', link_type: 'internal', row_kind: 'article', row_id: 1 },
      { id: 6, text: 'here', link_type: 'anchor', anchor_id: '#here' },
    ]);
    expect(issues).toEqual([
      'menus.yaml (menu main-main) › items[6] › link: "page:nobody" leads nowhere: there is no such record',
      'menus.yaml (menu main-main) › items[7] › link: A story_group has no page to link to',
    ]);
  });

  it('converts names and Markdown in the data of a shared module', async () => {
    const { of, issues } = await seed({
      'images.yaml': '{kind: image, key: wide, filename: wide.webp}',
      'shared.yaml': `- kind: shared_module
  key: hello
  name: Hello
  type: HERO
  localized: {en: {data: {title: Hello, image: "image:wide"}}, de: {data: {title: Hallo, image: "image:wide", bild: 1}}}
`,
      'pages.yaml': page(
        'home',
        `  route: home
  locales: {en: {slug: '', title: Home}}
  modules: [{key: stand, type: SHARED_MODULE, data: {en: {shared: "shared_module:hello"}}}]
`,
      ),
    });
    expect(issues).toEqual(['shared.yaml (shared_module hello) › localized › de › bild: HERO has no such field']);
    expect(of('shared_module')[0]).toMatchObject({ localized: { en: { data: { title: 'Hello', image: 1 } } } });
    expect(of('page')[0]?.['modules']).toMatchObject([{ type: 'SHARED_MODULE', data: { en: { shared: 1 } } }]);
  });

  it('converts names and Markdown in the data of modules, fills in defaults, and numbers modules', async () => {
    const { of, issues } = await seed({
      'images.yaml': '{kind: image, key: wide, filename: wide.webp}',
      'pages.yaml': page(
        'home',
        `  route: home
  locales: {en: {slug: '', title: Home}}
  modules:
    - key: questions
      type: ACCORDION
      data: {en: {items: [{id: one, title: One, body: "**Yes**"}]}}
    - key: answer
      type: HERO
      parent: questions
      slot: one
      data: {en: {title: Hello, image: "image:wide", links: [{title: Home, link: "page:home"}]}}
`,
      ),
    });
    expect(issues).toEqual([]);
    const [home] = of('page');
    expect(home?.['modules']).toMatchObject([
      {
        id: 1,
        type: 'ACCORDION',
        data: {
          en: {
            spaceLayoutTop: 'md',
            items: [
              {
                id: 'one',
                body: { type: 'doc', content: [{ content: [{ text: 'Yes', marks: [{ type: 'bold' }] }] }] },
              },
            ],
          },
        },
      },
      { id: 2, parent: 1, slot: 'one', data: { en: { image: 1, links: [{ link: 1 }], cards: [] } } },
    ]);
  });

  it('expands the properties and pictures of products', async () => {
    const { of, issues } = await seed({
      'products.yaml': `
- {kind: property, key: accuracy, value_type: number, localized: {en: {title: Accuracy}}}
- {kind: property, key: supply, value_type: range, localized: {en: {title: Supply}}}
- {kind: image, key: front, filename: front.webp}
- kind: product
  key: hx41
  images: ["image:front", {video_url: "https://www.youtube.com/watch?v=abcdefghijk", image: "image:front"}]
  properties: {accuracy: 1.5, supply: [1.7, 3.6], colour: red}
- kind: product
  key: hx42
  properties: {accuracy: "about one", supply: {en: wide, de: weit}}
`,
    });
    expect(of('product').map(({ images, properties }) => ({ images, properties }))).toEqual([
      {
        images: [{ image: 1 }, { video_url: 'https://www.youtube.com/watch?v=abcdefghijk', image: 1 }],
        properties: [
          { property: 1, number: 1.5 },
          { property: 2, number: 1.7, max: 3.6 },
        ],
      },
      {
        images: undefined,
        properties: [
          { property: 1, text: 'about one' },
          { property: 2, localized: { en: { text: 'wide' }, de: { text: 'weit' } } },
        ],
      },
    ]);
    expect(issues).toEqual([
      'products.yaml (product hx41) › properties › colour: There is no property with the key "colour"',
    ]);
  });

  it('says where a seed is wrong', async () => {
    const { issues } = await seed({
      'a.yaml':
        '- {kind: tag, key: one, slug: one}\n- {kind: tag, key: one, slug: two}\n- {kind: thing, key: x}\n- {kind: tag, key: Big Key}\n- 12\n',
      'b.yaml': 'kind: tag\nkey: two\nslug: [a\n',
      'c.yaml': `
- kind: author
  key: someone
  image: "image:nobody"
- kind: post
  key: hello
  author: "tag:one"
  localized: {en: {title: Hello, body: "# Too large"}}
`,
      'd.yaml': page(
        'home',
        `  route: home
  locales: {en: {slug: '', title: Home}}
  modules:
    - {key: a, type: NEWS, data: {en: {cuont: "3"}}}
    - {key: a, type: NEWS, data: {en: {}}}
    - {key: b, parent: nothing, slot: x, type: NEWS, data: {en: {}}}
`,
      ),
    });
    expect(issues).toEqual([
      'a.yaml (record 3) › kind: unknown kind "thing"',
      'a.yaml (record 4) › key: A key has lower-case letters, digits and hyphens',
      'a.yaml (record 5): A record is an object',
      expect.stringMatching(/^b\.yaml:\d:\d: /),
      'a.yaml (tag one) › key: The key is taken by a record in a.yaml',
      'c.yaml (author someone) › image: There is no image with the key "nobody"',
      'c.yaml (post hello) › author: A name that starts with "author:" is expected here, not "tag:one"',
      'c.yaml (post hello) › localized › en › body: Headings are of level 2 to 4, and "# Too large" is of level 1',
      'd.yaml (page home) › modules[1] › key: The key a is there twice',
      'd.yaml (page home) › modules[0] › data › en › cuont: NEWS has no such field',
      'd.yaml (page home) › modules[2] › parent: There is no module with the key "nothing" on this page',
    ]);
  });
});

describe('the demo content', () => {
  it('is in order', async () => {
    const { records, issues } = await readSeed(fileURLToPath(new URL('../../../supabase/seed', import.meta.url)));
    const validation = new Validation();
    for (const { record, label } of records) validation.add(record, label);
    validation.reportTrees();
    validation.reportMissing(validation.openReferences());
    expect([...issues, ...validation.issues].map(formatIssue)).toEqual([]);
    expect(validation.counts.get('page')).toBeGreaterThan(60);
    // A thousand records, on whatever machine.
  }, 60_000);
});
