import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { siteIds } from '#domain/sites.ts';
import { type ProjectCopy, copyProject, testCopy } from '../fixtures/project-copy.ts';
import { isSweep } from '../fixtures/seeds.ts';

/** Seed files of the sites, the page of a list, and a record of a kind that `npm run new` writes. */
const seed = `
${siteIds
  .map(
    (site) => `
- kind: site
  key: ${site}
  locales: [en${site === 'main' ? ', de' : ''}]
  localized: { en: { title: Reports, description: All of them } }`,
  )
  .join('')}
- kind: page
  key: reports
  site: main
  route: test-reports
  template: list
  locales: { en: { title: All reports } }
  modules: []
- kind: test_report
  key: first
  slug: first
  sites: [main]
  localized:
    en: { title: "5 < 6", lead: It was measured., body: "It is **so**." }
    de: { title: "Fünf < 6", lead: Gemessen., body: Es ist so. }
`;

/** `npm run new`, as it writes into the sources. */
describe('npm run new', () => {
  let copy: ProjectCopy;
  beforeAll(async () => {
    copy = await copyProject();
  });
  afterAll(() => copy[Symbol.asyncDispose]());

  const read = (file: string) => readFile(path.join(copy.folder, file), 'utf8');

  it('writes a module type, its line, its value and its documentation, and says what comes next', async () => {
    const { code, output } = await copy.run('scripts/new.ts', 'module', 'testimonial');
    expect({ code, output }).toMatchObject({ code: 0 });
    expect(output).toContain('wrote    src/modules/testimonial/View.tsx');
    expect(output).toContain('npm run db -- migration add_testimonial');
    expect(await read('src/modules/registry.ts')).toMatch(/as TAB .*\n.*as TESTIMONIAL .*\n.*as TEXT_BLOCK /);
    expect(await read('supabase/schemas/12_pages.sql')).toMatch(/', 'TESTIMONIAL'\n\);/);
    expect(await read('docs/modules.md')).toMatch(/^\| TESTIMONIAL +\| Testimonial +\|/m);
  });

  it('writes a kind, its lines, its table and its documentation', async () => {
    const { code, output } = await copy.run('scripts/new.ts', 'kind', 'webinar-series', 'news');
    expect({ code, output }).toMatchObject({ code: 0 });
    expect(output).toContain('npm run db -- migration add_webinar_series');
    for (const file of ['registry', 'kinds']) {
      expect(await read(`src/kinds/${file}.ts`)).toContain('  webinar_series: webinarSeries,\n}');
    }
    expect(await read('src/kinds/webinar-series/meta.ts')).toContain("group: 'news',");
    expect(await read('docs/content-model.md')).toContain('### webinar_series');
  });

  it('writes a kind with a page of its own, its lines, its routes and its views', async () => {
    const { code, output } = await copy.run('scripts/new.ts', 'kind', 'test-report', 'news', '--page');
    expect({ code, output }).toMatchObject({ code: 0 });
    for (const file of ['registry', 'kinds', 'own-pages', 'pages']) {
      expect(await read(`src/kinds/${file}.ts`)).toContain('  test_report: testReport,\n}');
    }
    expect(await read('src/kinds/shapes.ts')).toContain('  ...testReport,\n}');
    expect(await read('src/domain/addresses/routes.ts')).toContain(
      "  'test-reports.detail': { en: '/test-reports/[slug]' },\n}",
    );
    expect(await read('supabase/schemas/12_pages.sql')).toContain("'test-reports', 'test-reports.detail'\n  ]");
  });

  it.runIf(isSweep)(
    'leaves one test in each folder that fails, with what is left to do, and one that waits for the migration',
    async () => {
      const { passed, failures } = await testCopy(
        copy,
        'src/modules/testimonial',
        'src/modules/registry.test.ts',
        'src/kinds/webinar-series',
      );
      expect(passed).toBeGreaterThan(100);
      expect(failures).toEqual({
        'TESTIMONIAL is what its author says': expect.stringContaining(
          'its fields in src/modules/testimonial/schema.ts',
        ),
        'webinar series is what its author says': expect.stringContaining('its columns in supabase/schemas/'),
        'types are those of the database': expect.stringContaining('npm run db -- migration'),
      });
    },
  );

  it.runIf(isSweep)('writes a kind whose records are published as pages once its migration is there', async () => {
    await using fresh = await copyProject();
    const run = async (...command: string[]) => {
      const { code, output } = await fresh.run(...command);
      expect({ command, code, output }).toMatchObject({ code: 0 });
    };
    await run('scripts/new.ts', 'kind', 'test-report', 'news', '--page');
    await run('scripts/db.ts', 'migration', 'add_test_reports');
    await run('scripts/db.ts', 'types');
    await run('node_modules/oxlint/bin/oxlint');
    await run('node_modules/oxfmt/bin/oxfmt', '--check');
    const { failures } = await testCopy(fresh, 'src/kinds', 'src/domain');
    expect(Object.keys(failures)).toEqual(['test report is what its author says']);

    await mkdir(path.join(fresh.folder, 'seed'));
    await writeFile(path.join(fresh.folder, 'seed', 'reports.yaml'), seed);
    await run('scripts/content.ts', 'import', 'seed');
    await run('scripts/publish.ts', '--all');
    const published = (file: string) => readFile(path.join(fresh.folder, 'dist/sites/main/current', file), 'utf8');
    const page = await published('test-reports/first/index.html');
    expect(page).toMatch(/<h1[^>]*>5 &lt; 6<\/h1>.*It was measured\..*It is <strong>so<\/strong>\./s);
    expect(page).toMatch(/<a class="text-link" href="\/test-reports">.*All reports/s);
    expect(await published('de/test-reports/first/index.html')).toContain('Fünf &lt; 6</h1>');
    expect(await published('sitemap-test-report-0.xml')).toContain('/test-reports/first</loc>');
  });

  it.each([
    [['module', 'testimonial'], 'src/modules/testimonial'],
    [['kind', 'webinar-series'], 'src/kinds/webinar-series'],
    [['kind', 'Webinars'], 'no name'],
    [['kind', 'webinar', 'newsroom'], 'The areas are website, products, news'],
    [['kind', 'media', '--page'], 'No page can be at /media'],
    [['module', 'banner', 'news'], 'Usage:'],
    [['module', 'banner', '--page'], 'Usage:'],
    [['page', 'about'], 'Usage:'],
    [['module'], 'Usage:'],
  ])('refuses %j, and changes nothing', async (options, reason) => {
    const files = ['src/modules/registry.ts', 'src/kinds/registry.ts', 'supabase/schemas/12_pages.sql'];
    const before = await Promise.all(files.map(read));
    const { code, output } = await copy.run('scripts/new.ts', ...options);
    expect(code).toBe(1);
    expect(output).toContain(reason);
    expect(await Promise.all(files.map(read))).toEqual(before);
  });

  it('does not overwrite a folder that is in no registry', async () => {
    await copy.run('-e', "require('node:fs').mkdirSync('src/modules/left-over')");
    const { code, output } = await copy.run('scripts/new.ts', 'module', 'left-over');
    expect(code).toBe(1);
    expect(output).toContain('src/modules/left-over is there already');
    expect(await read('src/modules/registry.ts')).not.toContain('left-over');
  });
});
