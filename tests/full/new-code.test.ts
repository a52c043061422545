import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { registeredTypes } from '#modules/definitions.ts';
import { toViewFile } from '#modules/view-file.ts';
import { root } from '../../scripts/code-bundle.ts';
import { type ProjectCopy, copyProject } from '../fixtures/project-copy.ts';
import { type Setup, openDemoSetup } from '../fixtures/publishing-setup.ts';
import { makeRandom } from '../fixtures/random.ts';
import { seed } from '../fixtures/seeds.ts';

/** The demo, for which code that really differs is deployed, again and again. */
let setup: Setup<null>;
let copy: ProjectCopy;

beforeAll(async () => {
  setup = await openDemoSetup();
  copy = await copyProject();
});
afterAll(async () => {
  await copy?.[Symbol.asyncDispose]();
  await setup?.close();
});

async function edit(file: string, change: (text: string) => string): Promise<void> {
  const place = path.join(copy.folder, file);
  const before = await readFile(place, 'utf8');
  const after = change(before);
  if (after === before) throw new Error(`${file} is what it was`);
  await writeFile(place, after);
}

const inode = async (file: string) => (await stat(path.join(setup.outDirectory, 'main', 'current', file))).ino;

/** Files of the site with their texts and inodes. */
async function look(): Promise<Map<string, { text: string; inode: number }>> {
  const tree = await setup.liveTree('main');
  return new Map(
    await Promise.all([...tree].map(async ([file, text]) => [file, { text, inode: await inode(file) }] as const)),
  );
}

const counted = z.array(z.object({ count: z.coerce.number() }));

/** Deploys the copy; answers with how its site differs from a full build, the files that differ from before, and those that are new. */
async function deploy(): Promise<{
  differences: unknown;
  changed: string[];
  written: string[];
  read: number;
  all: number;
}> {
  const { embedded, runtime, outDirectory, clock } = setup;
  const before = await look();
  const [start] = z
    .array(z.object({ at: z.string() }))
    .parse(await embedded.query('select clock_timestamp()::text as at'));
  const script = fileURLToPath(new URL('../fixtures/deploy-process.ts', import.meta.url));
  const child = fork(path.join(copy.folder, path.relative(root, script)), [], {
    cwd: copy.folder,
    execArgv: ['--disable-warning=ExperimentalWarning'],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      DATA_DIR: runtime.config.dataDirectory,
      OUT_DIR: outDirectory,
      PORT: String(runtime.config.port),
      TEST_URL: embedded.url,
      TEST_PUBLISHABLE_KEY: embedded.publishableKey,
      TEST_SECRET_KEY: embedded.secretKey,
      TEST_DATABASE_URL: embedded.databaseUrl,
      TEST_AT: clock.now.toISOString(),
    },
  });
  let differences: unknown = 'none told';
  child.on('message', (message) => (differences = message));
  await once(child, 'exit');
  const after = await look();
  const count = async (where: string) =>
    counted.parse(
      await embedded.query(
        `select count(*) from site_outputs where site_id = 'main' and path is not null and ${where}`,
      ),
    )[0]?.count ?? 0;
  const filesOf = (isOther: (one: { text: string; inode: number }, file: string) => boolean) =>
    [...after].flatMap(([file, one]) => (isOther(one, file) ? [file] : [])).toSorted();
  return {
    differences,
    changed: filesOf(({ text }, file) => before.get(file)?.text !== text),
    written: filesOf((one, file) => before.get(file)?.inode !== one.inode),
    read: await count(`rendered_at > '${start?.at}'`),
    all: await count('true'),
  };
}

const viewOf = (type: (typeof registeredTypes)[number]) => `src/modules/${toViewFile(type).slice(2)}`;
const asOtherClass = (text: string) => text.replace('className="', 'className="other-code ');

it('publishes what the demo was built with for code that is the same in another folder', async () => {
  const { differences, written } = await deploy();
  expect(differences).toEqual([]);
  expect(written).toEqual([]);
});

/** Some of all types, others each time. */
const { next } = makeRandom(seed);
const types = registeredTypes
  .filter((type) => type !== 'SHARED_MODULE')
  .map((type) => ({ type, at: next() }))
  .toSorted((a, b) => a.at - b.at)
  .slice(0, 8)
  .map(({ type }) => type);

it.each(types)('reads the pages with a %s, and writes those that differ, for another view of it', async (type) => {
  await edit(viewOf(type), asOtherClass);
  const { differences, changed, written, read, all } = await deploy();
  expect(differences).toEqual([]);
  expect(written).toEqual(changed);
  expect(read).toBeLessThan(all);
});

it.each([
  ['island of some types', 'src/ui/sliders/SlideShow.tsx', asOtherClass],
  ['part of some views', 'src/ui/primitives/PageHeader.tsx', asOtherClass],
  ['schema of a type', 'src/modules/hero/schema.ts', (text: string) => `${text}\nexport const other = 1;\n`],
  ['frame of all pages', 'src/ui/Footer.tsx', asOtherClass],
  ['stylesheet', 'src/ui/base.css', (text: string) => `${text}\n.other-code { color: red; }\n`],
  [
    'script of published pages',
    'src/page-builder/toolbar.ts',
    (text: string) => `${text}\nexport const other = 1;\nconsole.debug(other);\n`,
  ],
  [
    'way to read a page',
    'src/content/reader.ts',
    (text: string) => text.replaceAll("ogType: 'website'", "ogType: 'article'"),
  ],
])('publishes as a full build does with another %s', async (_, file, change) => {
  await edit(file, change);
  const { differences, changed, written } = await deploy();
  expect(differences).toEqual([]);
  expect(written).toEqual(changed);
  expect(changed.length > 0).toBe(!file.endsWith('/schema.ts'));
});

it('writes no page for other code of the editor', async () => {
  await edit('src/staff/dialog/window.css', (text) => `${text}\n.other-code { color: red; }\n`);
  await edit('src/admin/home/Home.tsx', asOtherClass);
  const { differences, written, read } = await deploy();
  expect(differences).toEqual([]);
  expect(written).toEqual([]);
  // A page, which tells the policy, and the index of sitemaps.
  expect(read).toBe(2);
});
