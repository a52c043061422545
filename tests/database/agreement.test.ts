import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { foldText } from '#domain/text/fold-text.ts';
import { problemOfSize } from '#domain/values/json-limits.ts';
import { isFileName, isMediaPath, mediaHash } from '#domain/media/media-path.ts';
import { isPagePath, isServerPath, reservedNames, serverNames } from '#domain/addresses/page-address.ts';
import { findCircle } from '#domain/redirects/redirect-circles.ts';
import { indexRules } from '#domain/redirects/redirect-rules.ts';
import { problemOfSplat, readRedirectSource, sourceText } from '#domain/redirects/redirect-source.ts';
import { routeKeys } from '#domain/addresses/routes.ts';
import { redirectPattern } from '#domain/addresses/safe-url.ts';
import { markText } from '#content/search/mark-text.ts';
import { generateKeys } from '#embedded/keys.ts';
import { type OpenDatabase, migrationsFolder, openDatabase } from '#embedded/open-database.ts';
import { literal } from '#database/quote.ts';
import { getKind } from '#kinds/kinds.ts';
import { recordKinds } from '#kinds/registry.ts';
import { slug } from '#schema/record-fields.ts';
import { listSheetColumns } from '#schema/sheet-columns.ts';
import { foldedTexts } from '../fixtures/folded-texts.ts';
import { makeRandom } from '../fixtures/random.ts';
import { getRepeats, seed } from '../fixtures/seeds.ts';

/** The database checks what it stores by the rules that the server has: both say the same of every value. */
let database: OpenDatabase;
beforeAll(async () => {
  database = await openDatabase({ at: null, keys: generateKeys(), migrations: migrationsFolder });
});
afterAll(() => database.close());

async function ask(expressions: readonly string[]): Promise<unknown[]> {
  const sql = expressions.map((expression, place) => `select ${place} as place, ${expression} as answer`);
  const { rows } = await database.withSession((session) => session.query(`${sql.join(' union all ')} order by place`));
  return rows.map((row) => row['answer']);
}

const names = [
  ...reservedNames,
  'administration',
  'developers',
  '_release.json',
  'index.html',
  'robots.txt',
  'sitemap-1.xml',
  '404.html',
  'catalog-0.json',
  'favicon.svg',
  'media',
  'de',
  'en',
  'jp',
  'rss.xml',
  'fair.ics',
  '.well-known',
  '.staging',
  'app.mjs',
  'module.wasm',
  'site.webmanifest',
  'font.woff2',
  'products',
  'über',
  '湿度',
  'version 2.5',
  'mediation',
  'deutsch',
  'media-kit',
  'scan.png',
  'x'.repeat(255),
  'x'.repeat(256),
  '湿'.repeat(85),
  '湿'.repeat(86),
  '.',
  '..',
  'a\\b',
  'a\u0001',
  'a\u0085',
  '\u200b',
  ' ',
  '. .',
  '_',
  'index.ﬁle',
  'scan.gif.',
  'a?b',
  'a#b',
  '%',
  'straße',
  'K',
  '갸\u11a7',
  '갸\u11a7x\u0301',
];
const spellings: readonly ((name: string) => string)[] = [
  (name) => name,
  (name) => name.toUpperCase(),
  (name) => name.replace(/(?<=.)[a-z]/, '$&\u200d'),
  (name) => `\u00ad${name}`,
  (name) => `${name}\u{e0041}`,
  (name) => name.replace('s', 'ſ'),
  (name) => name.replace('k', '\u212a'),
  (name) => name.replace('i', 'ı'),
  (name) => name.replace('i', 'İ'),
  (name) => name.replace('ff', 'ﬀ'),
  (name) => name.replace(/[a-z]/g, (letter) => String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfee0)),
  (name) => name.replace(/^[a-z]/, (letter) => String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfec0)),
  (name) => `${name}\u3164`,
  (name) => name.replace(/[a-z](?=.)/, '$&\u{e0100}'),
  (name) => `${name}\uff0fbelow`,
  (name) => `${name}. .`,
  (name) => `${name}/below`,
  (name) => `above/${name}`,
  (name) => `${name}/`,
  (name) => `/${name}`,
];
const paths = [...new Set(names.flatMap((name) => spellings.map((spell) => spell(name))))];

describe('the database and the server agree', () => {
  it(`on how searches compare a text, and on its words (seed ${seed})`, async () => {
    const texts = foldedTexts(makeRandom(seed), getRepeats({ test: 1000, full: 20_000 }));
    const { rows } = await database.withSession((session) =>
      session.query(
        `select t.text, private.fold_text(t.text) as folded, string_to_array(private.search_tokens(t.text, false), ' ') as words
         from unnest($1::text[]) with ordinality t (text, place) order by t.place`,
        [texts],
      ),
    );
    expect(rows.map(({ folded }) => folded)).toEqual(texts.map(foldText));
    for (const { text, words } of rows) {
      if (typeof text !== 'string' || !Array.isArray(words)) throw new Error('The database has answered no text');
      for (const word of words) {
        expect(
          markText(text, [word]).some(({ isHit }) => isHit),
          JSON.stringify([text, word]),
        ).toBe(true);
      }
    }
  });

  it.each(['NFC', 'NFD', 'NFKC', 'NFKD'])(`on the form %s of a text (seed ${seed})`, async (form) => {
    const texts = foldedTexts(makeRandom(seed), getRepeats({ test: 1000, full: 20_000 }));
    const { rows } = await database.withSession((session) =>
      session.query(
        `select private.normalize_text(t.text, $2) as normal from unnest($1::text[]) with ordinality t (text, place) order by t.place`,
        [texts, form],
      ),
    );
    expect(rows.map(({ normal }) => normal)).toEqual(texts.map((text) => text.normalize(form)));
  });

  it('on the addresses that pages can have', async () => {
    const stored = ['', '/', 'a', '/50%25', '/u\u0308ber', ...paths.map((path) => `/${path}`)];
    const answers = await ask(stored.map((path) => `private.is_page_address(${literal(path)})`));
    const expected = stored.map(isPagePath);
    expect(Object.fromEntries(stored.map((path, place) => [path, answers[place]]))).toEqual(
      Object.fromEntries(stored.map((path, place) => [path, expected[place]])),
    );
  });

  it('on the addresses that the server answers itself', async () => {
    expect(await ask(['to_jsonb(private.server_names())'])).toEqual([[...serverNames].toSorted()]);
    const addresses = ['/', '/de', ...paths.flatMap((path) => [`/${path}`, `/de/${path}`, `/de/de/${path}`])];
    const answers = await ask(addresses.map((path) => `private.is_server_path(${literal(path)})`));
    expect(Object.fromEntries(addresses.map((path, place) => [path, answers[place]]))).toEqual(
      Object.fromEntries(addresses.map((path) => [path, isServerPath(path)])),
    );
  });

  it('on the paths and hashes of stored files', async () => {
    const values = [
      ...paths,
      '../keys.json',
      'a/../b',
      '/etc/passwd',
      'a//b',
      'a/',
      '%2e%2e/rest/v1/staff?select=*',
      'documents/4f2c/data_2.5.pdf',
      'x/'.repeat(251) + 'x',
      `${'\u{1f600}'.repeat(125)}/${'\u{1f600}'.repeat(124)}`,
      `${'\u{1f600}'.repeat(125)}/${'\u{1f600}'.repeat(125)}`,
      'a b/ü.pdf',
      'x'.repeat(200),
      'x'.repeat(201),
      `${'湿'.repeat(80)}/湿.pdf`,
      `${'湿'.repeat(81)}/湿.pdf`,
      'x'.repeat(100),
      'x'.repeat(101),
      'A_b-9',
      '',
    ];
    const isHash = (value: string) => mediaHash.safeParse(value).success;
    expect(await ask(values.map((value) => `private.is_media_path(${literal(value)})`))).toEqual(
      values.map(isMediaPath),
    );
    expect(await ask(values.map((value) => `private.is_file_name(${literal(value)})`))).toEqual(values.map(isFileName));
    expect(await ask(values.map((value) => `private.is_media_hash(${literal(value)})`))).toEqual(values.map(isHash));
  });

  it('on the slugs of records', async () => {
    const schema = slug({ label: 'Slug' });
    const values = [
      'a',
      'a-b',
      'A',
      'a--b',
      '-a',
      '',
      'ü',
      'x'.repeat(120),
      'x'.repeat(121),
      '湿'.repeat(80),
      '湿'.repeat(81),
      '갸\u11a7',
      '갸\u11a7x\u0301',
      'u\u0308',
    ];
    expect(await ask(values.map((value) => `private.is_slug(${literal(value)})`))).toEqual(
      values.map((value) => schema.safeParse(value).success),
    );
  });

  it('on where redirects lead', async () => {
    const targets = [
      '/a',
      '/',
      '/a?b#c',
      'https://a.example',
      'http://a.example/b',
      'https://a.example\\@b',
      'https://u@a.example',
      '//a',
      '/\\a',
      '/a\\b',
      'javascript:alert(1)',
      'JavaScript:alert(1)',
      'data:text/html,x',
      'a',
      '',
      '/a b',
      '/a\nb',
      'https://',
      'https:///a',
      'ftp://a',
      '/湿度',
    ];
    expect(await ask(targets.map((target) => `private.is_redirect_target(${literal(target)})`))).toEqual(
      targets.map((target) => redirectPattern.test(target)),
    );
  });

  const sources = [
    '/old',
    '/old/',
    'old',
    '',
    '/',
    '//',
    '//a',
    '/a//b',
    '/a/',
    '/a//',
    '/über uns',
    '/%C3%BCber',
    '/%E4rzte',
    '/100%',
    '/100%25',
    '/a%2Fb',
    '/a%252Fb',
    '/a/../b',
    '/a/%2e',
    '/a/%2E%2E/*',
    '/a/...',
    '/a\\b',
    '/a%5Cb',
    '/a\u0001',
    '/a%01',
    '/a%00',
    '/a\u0085',
    '/a%C2%85',
    '/page.php?id=12',
    '/page.php?',
    '/page.php?a&b',
    '/page.php?a&&b',
    '/page.php?=1',
    '/page.php??',
    '/page.php?a=1?b',
    '/?p=1',
    '/old#part',
    '/old?a#b',
    '/old%23part',
    '/old/*',
    '/*',
    '/*/',
    '//*',
    '/a//*',
    '/old*',
    '/*/old',
    '/a*b/*',
    '/old/*?tab=1',
    '/old/*?tab=*',
    '/%2A',
    '/%2A/*',
    '/a/%2Ab?x=%2A',
    '/갸',
    '/갸\u11a7',
    '/%EA%B0%B8%E1%86%A7',
    '/갸?갸=갸',
    '/갸?갸\u11a7=갸',
    '/갸?갸=갸\u11a7',
    `/page.php?${Array.from({ length: 10 }, (_, at) => `n${at}`).join('&')}`,
    `/page.php?${Array.from({ length: 11 }, (_, at) => `n${at}`).join('&')}`,
  ];

  it('on what redirects may be from, and in which spelling', async () => {
    const read = sources.map((text) => readRedirectSource(text));
    expect(await ask(sources.map((text) => `private.is_redirect_source(${literal(text)})`))).toEqual(
      read.map(({ ok }) => ok),
    );
    const known = sources.filter((_, at) => read[at]?.ok);
    const keys = await ask(
      known.map(
        (text) => `private.redirect_source_path(${literal(text)}) || private.redirect_pairs(${literal(text)})::text`,
      ),
    );
    const sourceTexts = known.map((text) => {
      const source = readRedirectSource(text);
      return source.ok ? sourceText(source.value) : '';
    });
    // Two of them are one for the database where they are one for the server.
    for (const [at, key] of keys.entries()) expect(keys.indexOf(key)).toBe(sourceTexts.indexOf(sourceTexts[at] ?? ''));
  });

  it('on where a target names what an asterisk stands for', async () => {
    const targets = [
      '/new',
      '/new/:splat',
      '/:splat',
      '/:splat?a#b',
      '/:splat/x',
      '/x:splat',
      '/x?y=/:splat',
      '/:splat/:splat',
    ];
    targets.push(
      'https://a.example/:splat',
      'https://:splat',
      'https://a.example/x/:splat#y',
      'https://a.example:splat',
    );
    const pairs = ['/old/*', '/old', '/old/*?a=1', '/%2A'].flatMap((from) => targets.map((to) => ({ from, to })));
    expect(await ask(pairs.map(({ from, to }) => `private.fits_splat(${literal(from)}, ${literal(to)})`))).toEqual(
      pairs.map(({ from, to }) => {
        const source = readRedirectSource(from);
        return source.ok && problemOfSplat(to, source.value) === null;
      }),
    );
  });

  it(`on which redirects lead back, or on and on (seed ${seed})`, async () => {
    const random = makeRandom(seed);
    const someParts = (most: number) =>
      Array.from({ length: random.integer(most + 1) }, () => `/${random.pick(['a', 'b', 'ü c'])}`).join('');
    const found = { circles: 0, ways: 0 };
    await database.withSession(async (session) => {
      for (let count = 0; count < getRepeats({ test: 12, full: 300 }); count += 1) {
        const lines = Array.from({ length: 1 + random.integer(8) }, () => {
          const isWildcard = random.chance(0.5);
          const from = `${someParts(3) || (isWildcard ? '' : '/a')}${isWildcard ? '/*' : ''}${random.chance(0.2) ? '?x=1' : ''}`;
          const to = someParts(3);
          return [from, isWildcard && random.chance(0.6) ? `${to}/:splat` : to || '/'] as const;
        });
        const rules = [...new Map(lines)].map(([from, to]) => {
          const source = readRedirectSource(from);
          if (!source.ok) throw new Error(source.failure.message);
          return { from, to: encodeURI(to), source: source.value, status: 301 };
        });
        await session.exec('begin');
        try {
          await session.exec(`
            insert into public.sites (id, locales, localized) values ('test', '{en}', '{"en": {"title": "T", "description": "D"}}');
            insert into public.redirects (site_id, from_path, to_path) values ${rules.map(({ from, to }) => `('test', ${literal(from)}, ${literal(to)})`).join(', ')}`);
          const { rows } = await session.query<{ from_path: string; is_circle: boolean }>(
            `select r.from_path, private.circle_of_redirects(r.site_id || regexp_replace(private.redirect_source_path(r.from_path), '/\\*$', '/:splat')) is not null as is_circle
             from public.redirects r where r.site_id = 'test'`,
          );
          const index = indexRules(rules);
          const told = Object.fromEntries(rules.map((rule) => [rule.from, findCircle(index, rule) !== null]));
          expect(Object.fromEntries(rows.map((row) => [row.from_path, row.is_circle])), JSON.stringify(rules)).toEqual(
            told,
          );
          const together = await session.query<{ is_circle: boolean }>(
            'select private.circle_of_redirects(array(select s.node from private.redirect_steps s)) is not null as is_circle',
          );
          expect(together.rows[0]?.is_circle, JSON.stringify(rules)).toBe(Object.values(told).includes(true));
          for (const isCircle of Object.values(told)) found[isCircle ? 'circles' : 'ways'] += 1;
        } finally {
          await session.exec('rollback');
        }
      }
    });
    expect(Math.min(found.circles, found.ways)).toBeGreaterThan(3);
  });

  it('on the routes of pages', async () => {
    expect(await ask(['private.routes()'])).toEqual([[...routeKeys]]);
  });

  it('on how deep and large stored JSON may be', async () => {
    const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
    const many = (count: number) => JSON.stringify(Array.from({ length: count }, (_, place) => place));
    const values = [
      '{}',
      'null',
      '1',
      nested(100),
      nested(101),
      nested(102),
      nested(1500),
      many(99_999),
      many(100_000),
      many(100_001),
      JSON.stringify({ a: 'x'.repeat(4_000_000) }),
      JSON.stringify({ a: 'x'.repeat(4_000_001) }),
    ];
    expect(await ask(values.map((value) => `private.is_bounded_json(${literal(value)}::jsonb)`))).toEqual(
      values.map((value) => problemOfSize(JSON.parse(value)) === null),
    );
  });
});

describe('what no two records may share', () => {
  it('is said of a kind where its table has an index that refuses it', async () => {
    const indexed = await ask(
      recordKinds.map(
        (kind) =>
          `(select coalesce(jsonb_agg(k.columns[1]), '[]') from private.keys_of_kind(${literal(kind)}) k where cardinality(k.columns) = 1)`,
      ),
    );
    const own = recordKinds.map((name) => {
      const kind = getKind(name);
      return listSheetColumns(kind).flatMap(({ path: [field = ''] }) => (kind.unique.includes(field) ? [field] : []));
    });
    const shown = z
      .array(z.array(z.string()))
      .parse(indexed)
      .map((columns, index) => {
        const fields = listSheetColumns(getKind(recordKinds[index] ?? 'tag')).map(({ key }) => key);
        return columns.filter((column) => fields.includes(column));
      });
    expect(own.map((fields) => fields.toSorted())).toEqual(shown.map((fields) => fields.toSorted()));
  });
});
