import { cp, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readMigrations } from '#embedded/apply-migrations.ts';
import { archiveFile, readArchivedMigrations } from '#embedded/archived-migrations.ts';
import { migrationsFolder } from '#embedded/open-database.ts';
import { squashMigrations } from '#embedded/squash-migrations.ts';

const archived = await readArchivedMigrations();
const files = (await readMigrations(migrationsFolder)).map(({ file }) => file);

describe('npm run db -- squash', () => {
  let directory: string;
  let folder: string;
  let archive: string;
  beforeAll(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'squash-'));
    folder = path.join(directory, 'migrations');
    archive = path.join(directory, 'archived-migrations.sql.br');
    await cp(migrationsFolder, folder, { recursive: true });
    await cp(archiveFile, archive);
  });
  afterAll(() => rm(directory, { recursive: true, force: true }));
  const squash = () => squashMigrations(folder, archive, new Date('2026-11-29T10:00:00Z'));
  const add = (file: string) => writeFile(path.join(folder, file), '-- Nothing that the schema files lack.\n');

  it('has nothing to do where one migration is all there is', async () => {
    const [first = ''] = files;
    const alone = path.join(directory, 'alone');
    await mkdir(alone);
    await cp(path.join(migrationsFolder, first), path.join(alone, first));
    expect(await squashMigrations(alone, archive, new Date())).toBeNull();
    expect(await readdir(alone)).toEqual([first]);
  });

  it('keeps what it replaces, for databases that have some of it', async () => {
    await add('29990130000100_later.sql');
    expect(await squash()).toEqual({
      file: '29990131000000_initial.sql',
      replaced: files.length + 1,
      archived: archived.length + files.length + 1,
    });
    expect(await readdir(folder)).toEqual(['29990131000000_initial.sql']);
    const kept = await readArchivedMigrations(archive);
    expect(kept.slice(0, archived.length)).toEqual(archived);
    expect(kept.slice(archived.length).map(({ file }) => file)).toEqual([...files, '29990130000100_later.sql']);
  });

  it('takes in what is numbered before it, under a number behind', async () => {
    await add('29990130000200_of_another_branch.sql');
    expect(await squash()).toMatchObject({ file: '29990201000000_initial.sql', replaced: 1 });
    const kept = await readArchivedMigrations(archive);
    expect(kept.map(({ file }) => file).slice(-2)).toEqual([
      '29990130000100_later.sql',
      '29990130000200_of_another_branch.sql',
    ]);
  });

  it('refuses migrations that do not make what the schema files define', async () => {
    await writeFile(path.join(folder, '29990202000000_stray.sql'), 'create table public.stray ();\n');
    const before = await readFile(archive);
    await expect(squash()).rejects.toThrow(/The schema files define what no migration makes/);
    expect(await readFile(archive)).toEqual(before);
    expect(await readdir(folder)).toHaveLength(2);
  });
});
