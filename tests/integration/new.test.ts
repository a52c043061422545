import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ProjectCopy, copyProject, testCopy } from '../fixtures/project-copy.ts';
import { isSweep } from '../fixtures/seeds.ts';

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

  it.each([
    [['module', 'testimonial'], 'src/modules/testimonial'],
    [['kind', 'webinar-series'], 'src/kinds/webinar-series'],
    [['kind', 'Webinars'], 'no name'],
    [['kind', 'webinar', 'newsroom'], 'The areas are website, products, news'],
    [['module', 'banner', 'news'], 'Usage:'],
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
