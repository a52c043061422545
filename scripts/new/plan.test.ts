import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { getKeys, makeTable } from '#domain/objects.ts';
import { addBefore, addLast, addSorted, addValues } from './plan.ts';
import { type Name, parseName } from './name.ts';
import { planKind } from './plan-kind.ts';
import { localeSources, planLocale } from './plan-locale.ts';
import { planModule } from './plan-module.ts';
import { planSite, siteFiles, siteSources } from './plan-site.ts';
import { root } from '../code-bundle.ts';

function named(written: string): Name {
  const name = parseName(written);
  if (!name.ok) throw new Error(name.failure.message);
  return name.value;
}

describe('a line of a registry', () => {
  it('is added in the order of the alphabet', () => {
    const text = '// all\nuse a;\nuse c;\n\nend\n';
    const add = (line: string) => addSorted(text, /^use /, line);
    expect(add('use b;')).toBe('// all\nuse a;\nuse b;\nuse c;\n\nend\n');
    expect(add('use d;')).toBe('// all\nuse a;\nuse c;\nuse d;\n\nend\n');
    expect(add('use A;')).toBe('// all\nuse A;\nuse a;\nuse c;\n\nend\n');
  });

  it('is added behind the last one', () => {
    expect(addLast('use c;\nuse a;\nend', /^use /, 'use b;')).toBe('use c;\nuse a;\nuse b;\nend');
  });

  it('is added nowhere in a file that has no such lines', () => {
    expect(() => addSorted('', /^use /, 'use a;')).toThrow('use a;');
    expect(() => addLast('', /^use /, 'use a;')).toThrow('use a;');
    expect(() => addBefore('', /^use /, 'use a;')).toThrow('use a;');
    expect(() => addValues('', /^use /, "'a'")).toThrow("'a'");
  });
});

describe('a module type', () => {
  const sources = {
    registry: "export { quote as QUOTE } from './quote/schema.ts';\n",
    schema: "create type public.module_type as enum (\n  'QUOTE', 'HERO'\n);\n",
  };

  it('gets a folder, a line in the registry and a value in the enumeration', () => {
    const plan = planModule(named('image-wall'), sources);
    expect(plan.ok && plan.value.created.map(({ file }) => file)).toEqual(
      ['schema.ts', 'View.tsx', 'image-wall.css', 'image-wall.test.tsx'].map(
        (file) => `src/modules/image-wall/${file}`,
      ),
    );
    expect(plan.ok && plan.value.edited.map(({ text }) => text)).toEqual([
      `export { imageWall as IMAGE_WALL } from './image-wall/schema.ts';\n${sources.registry}`,
      "create type public.module_type as enum (\n  'QUOTE', 'HERO', 'IMAGE_WALL'\n);\n",
    ]);
  });

  it('has a value on a line of its own where the last one is full', () => {
    const full = `create type public.module_type as enum (\n  '${'A'.repeat(120)}'\n);\n`;
    const plan = planModule(named('image-wall'), { ...sources, schema: full });
    expect(plan.ok && plan.value.edited[1]?.text).toContain("A',\n  'IMAGE_WALL'\n);");
  });

  it('is refused where there is one already', () => {
    const plan = planModule(named('quote'), sources);
    expect(plan.ok ? '' : plan.failure.message).toContain('src/modules/quote');
  });
});

describe('a kind of content', () => {
  const sources = {
    registry: "import { meta as tag } from './tag/meta.ts';\n\nexport const registry = {\n  tag,\n} as const;\n",
    kinds: "import { tag } from './tag/kind.ts';\n\nexport const kinds = {\n  tag,\n} as const;\n",
    shapes: "import { shapes as tag } from './tag/shapes.ts';\n\nexport const shapes = {\n  ...tag,\n};\n",
    ownPages: "import { ownPage as tag } from './tag/own-page.ts';\n\nconst ownPages = {\n  tag,\n};\n",
    pages: "import { Page as tag } from './tag/Page.tsx';\n\nconst pages = {\n  tag,\n};\n",
    routes: "const table = {\n  news: { en: '/news', de: '/neues' },\n} as const satisfies Record<string, object>;\n",
  };
  const insert = "insert into private.content_tables (name, place, keys) values ('tags', 24, '{id}');\n";
  const kind =
    "insert into private.kinds (kind, table_name, has_page, sitemap_order) values ('tag', 'tags', true, 7);\n";
  const schemas = [
    { file: '12_pages.sql', sql: "as $$\n  select array[\n    'home', 'login'\n  ]\n$$;\n" },
    { file: '30_newsroom.sql', sql: `create table public.tags (\n);\n${insert}${kind}` },
    { file: '50_outputs.sql', sql: 'create table public.outputs (\n);\n' },
    { file: '51_routes.sql', sql: "from (values\n  ('inventory', 'inventory', 'record', true, 9),\n" },
  ];
  const planned = (written: string, hasPage: boolean) => {
    const plan = planKind({ name: named(written), group: 'news', hasPage }, sources, schemas);
    if (!plan.ok) throw new Error(plan.failure.message);
    return plan.value;
  };

  it('gets a folder, a line in two registries and a table behind all others', () => {
    const { created, edited } = planned('webinar-series', false);
    expect(created.map(({ file }) => file)).toEqual([
      'src/kinds/webinar-series/meta.ts',
      'src/kinds/webinar-series/kind.ts',
      'src/kinds/webinar-series/webinar-series.test.ts',
      'supabase/schemas/31_webinar_series.sql',
    ]);
    expect(created[0]?.text).toContain("group: 'news',");
    expect(created[3]?.text).toContain("values ('webinar_series', 25, '{id}');");
    expect(edited.map(({ text }) => text)).toEqual([
      "import { meta as tag } from './tag/meta.ts';\nimport { meta as webinarSeries } from './webinar-series/meta.ts';\n\nexport const registry = {\n  tag,\n  webinar_series: webinarSeries,\n} as const;\n",
      "import { tag } from './tag/kind.ts';\nimport { webinarSeries } from './webinar-series/kind.ts';\n\nexport const kinds = {\n  tag,\n  webinar_series: webinarSeries,\n} as const;\n",
    ]);
  });

  it('gets what a page of its own takes, and its addresses', () => {
    const { created, edited } = planned('test-report', true);
    expect(created.map(({ file }) => file)).toEqual([
      ...['meta.ts', 'kind.ts', 'shapes.ts', 'own-page.ts', 'Page.tsx', 'test-report.test.tsx'].map(
        (file) => `src/kinds/test-report/${file}`,
      ),
      'supabase/schemas/31_test_reports.sql',
    ]);
    expect(created[0]?.text).toContain("page: { '': { list: 'test-reports', page: 'test-reports.detail' } },");
    expect(created.at(-1)?.text).toContain("values ('test_report', 'test_reports', true, 10);");
    expect(edited.slice(2).map(({ text }) => text)).toEqual([
      "import { shapes as tag } from './tag/shapes.ts';\nimport { shapes as testReport } from './test-report/shapes.ts';\n\nexport const shapes = {\n  ...tag,\n  ...testReport,\n};\n",
      "import { ownPage as tag } from './tag/own-page.ts';\nimport { ownPage as testReport } from './test-report/own-page.ts';\n\nconst ownPages = {\n  tag,\n  test_report: testReport,\n};\n",
      "import { Page as tag } from './tag/Page.tsx';\nimport { Page as testReport } from './test-report/Page.tsx';\n\nconst pages = {\n  tag,\n  test_report: testReport,\n};\n",
      "const table = {\n  news: { en: '/news', de: '/neues' },\n  'test-reports': { en: '/test-reports' },\n  'test-reports.detail': { en: '/test-reports/[slug]' },\n} as const satisfies Record<string, object>;\n",
      "as $$\n  select array[\n    'home', 'login', 'test-reports', 'test-reports.detail'\n  ]\n$$;\n",
    ]);
  });

  it.each([
    ['tag', false, 'src/kinds/tag'],
    ['output', false, 'supabase/schemas/50_outputs.sql'],
    ['news', true, 'a route /news'],
    ['media', true, 'No page can be at /media'],
  ])('is refused where it, its table or its address is there already: %s', (written, hasPage, reason) => {
    const plan = planKind({ name: named(written), group: 'website', hasPage }, sources, schemas);
    expect(plan.ok ? '' : plan.failure.message).toContain(reason);
  });
});

/** The texts of files, as they are in the project. */
function readSources<K extends string>(files: Readonly<Record<K, string>>): Record<K, string> {
  return makeTable(getKeys(files), (key) => readFileSync(path.join(root, files[key]), 'utf8'));
}

describe('a locale', () => {
  const sources = readSources(localeSources);
  const edited = (name: string, language: string) => {
    const plan = planLocale(name, language, sources);
    if (!plan.ok) throw new Error(plan.failure.message);
    return plan.value;
  };

  it('gets its definition, its value in every list of the database, and words in English', () => {
    const { created, edited: files } = edited('se', 'sv');
    expect(created).toEqual([{ file: 'public/locales/sv/translation.json', text: sources.english }]);
    const text = (file: string) => files.find((each) => each.file === file)?.text ?? '';
    expect(text(localeSources.locales)).toContain(
      "  se: { language: 'sv', nativeName: 'Svenska', englishName: 'Swedish', openGraph: 'sv_SE' },\n} as const",
    );
    expect(text(localeSources.checks).match(/, 'se'\)/g)).toHaveLength(3);
    expect(text(localeSources.words)).toContain('  sv: { translation: sv },\n} satisfies');
    expect(text(localeSources.unavailable)).toContain("import sv from '../../public/locales/sv/translation.json'");
    expect(text(localeSources.unavailable)).toContain('  sv: sv.unavailable,\n}');
  });

  it('shares the words of its language with a locale that has it', () => {
    const { created, edited: files } = edited('at', 'de');
    expect(created).toEqual([]);
    expect(files.map(({ file }) => file)).toEqual([localeSources.locales, localeSources.checks]);
  });

  it.each([
    ['de', 'de', /There is a locale de already/],
    ['fr_fr', 'fr', /two or three small letters/],
    ['xx', 'xx', /"xx" is no language/],
  ])('%s with the language %s is refused', (name, language, message) => {
    const plan = planLocale(name, language, sources);
    expect(plan.ok ? '' : plan.failure.message).toMatch(message);
  });
});

describe('a site', () => {
  const sources = readSources(siteSources);

  it('gets its definition, its name in every place, an icon, and content to begin with', () => {
    const plan = planSite(named('campus'), sources);
    expect(plan.ok && plan.value.edited.map(({ file }) => file)).toEqual(Object.values(siteSources));
    expect(plan.ok && plan.value.created.map(({ file }) => file).toSorted()).toEqual(
      Object.values(siteFiles('campus')).toSorted(),
    );
  });

  it('is refused where there is one already, and with a hyphen', () => {
    expect(planSite(named('developer'), sources)).toMatchObject({ ok: false });
    expect(planSite(named('two-words'), sources)).toMatchObject({ ok: false });
  });

  it('is not written where a file has no place for it', () => {
    expect(() => planSite(named('campus'), { ...sources, terraform: '' })).toThrow(siteSources.terraform);
  });
});
