import { readFile, readdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { callFunction } from '#content/clients/call-function.ts';
import { type Client, expectData } from '#content/clients/client.ts';
import { copyProject } from '../../tests/fixtures/project-copy.ts';
import { type BuildFigures, type Environment, measureBuild } from './measure.ts';

export type NewCodeFigures = {
  /** Pages that differ in bytes when they are drawn by the new code. */
  pages: number;
  build: BuildFigures;
  /** Files of outputs that the build before has not got as they are. */
  written: number;
};

/** The type that pages get for it, and its view: no other page of a generated site has one. */
const type = 'QUOTE';
const view = 'src/modules/quote/View.tsx';

/** Adds a module to pages, for new code that draws it otherwise. */
export async function addQuotes(client: Client, pageIds: readonly number[]): Promise<void> {
  const modules = await expectData(
    'modules',
    client
      .from('modules')
      .insert(pageIds.map((page_id) => ({ page_id, type, position: 99 })))
      .select('id'),
    z.array(z.object({ id: z.number() })),
  );
  const data = { quotes: [{ quote: 'As precise as we had hoped.', name: 'A customer' }] };
  const { error } = await client
    .from('module_locales')
    .insert(modules.map(({ id }) => ({ module_id: id, locale: 'en' as const, data, data_version: 1 })));
  if (error) throw new Error(error.message);
  await callFunction(client, 'publish_pages', z.unknown(), { p_page_ids: [...pageIds] });
}

/** Deploys code that draws one type of module otherwise, as `npm start` does. */
export async function measureNewCode(environment: Environment, pages: number): Promise<NewCodeFigures> {
  await using copy = await copyProject();
  const place = path.join(copy.folder, view);
  await writeFile(place, (await readFile(place, 'utf8')).replace('className="', 'className="other-code '));
  const { code, output } = await copy.run('scripts/build.ts', '--code-only');
  if (code !== 0) throw new Error(output);
  const live = path.join(environment.OUT_DIR, 'main', 'current');
  const before = await readInodes(live);
  const build = await measureBuild(environment, { role: 'deploy', folder: copy.folder });
  const after = await readInodes(live);
  return { pages, build, written: [...after].filter(([file, inode]) => before.get(file) !== inode).length };
}

/** Of pages and of what machines read. */
async function readInodes(directory: string): Promise<Map<string, number>> {
  const inodes = new Map<string, number>();
  for (const entry of await readdir(directory, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    const isOutput =
      entry.isFile() &&
      !/^(?:_astro|media|locales|\.staging)\/|^_release\.json$|\.svg$/.test(path.relative(directory, file));
    if (isOutput) inodes.set(file, (await stat(file)).ino);
  }
  return inodes;
}
