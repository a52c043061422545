import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join, posix } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { TransactionSql } from 'postgres';
import { identifier } from '#database/quote.ts';
import { openPool } from '../pool.ts';
import { type BackupBody, BackupDamaged, type BackupHeader, type BackupPart, readParts } from './backup-file.ts';
import { type Table, listGuards, listTables } from './list-tables.ts';

export type RestoreSummary = { tables: number; files: number };

function openParts(file: string): AsyncGenerator<{ part: BackupPart; body: BackupBody }> {
  const source = createReadStream(file);
  const gunzip = createGunzip();
  source.on('error', (error) => gunzip.destroy(error));
  return readParts(source.pipe(gunzip));
}

/** One sentence for a backup that cannot be read. */
function describeDamage(file: string, error: unknown): unknown {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
    return new Error(`There is no file ${file}.`);
  if (!(error instanceof BackupDamaged)) return error;
  const cause = error.cause;
  if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT')
    return new Error(`There is no file ${file}.`);
  return new Error(`${file} cannot be restored, because ${error.message}: take another backup.`, { cause: error });
}

/**
 * Reads a backup to its end without using it, so that one that is damaged is found before anything is changed.
 * @returns the header, which says what database it needs
 */
export async function checkBackup(file: string): Promise<BackupHeader> {
  let header: BackupHeader | null = null;
  const found = { tables: 0, files: 0 };
  try {
    for await (const { part } of openParts(file)) {
      if (part.kind === 'header') header = part;
      if (part.kind === 'table') found.tables += 1;
      if (part.kind === 'file') found.files += 1;
      if (part.kind === 'file') refuseOutside(part.path);
      if (part.kind === 'end' && (part.tables !== found.tables || part.files !== found.files))
        throw new BackupDamaged('parts of it are missing');
    }
    if (header === null) throw new BackupDamaged('it does not begin like a backup of this project');
    return header;
  } catch (error) {
    throw describeDamage(file, error);
  }
}

/**
 * Replaces all rows of a database by those of a backup that was checked, in one transaction, and writes its files below a folder.
 * @param database.ownerUrl the owner of a database with exactly the backup's migrations
 * @throws if the backup does not fit; the database is as it was then
 */
export async function readBackup(
  file: string,
  database: { ownerUrl: string; storageFolder: string },
): Promise<RestoreSummary> {
  const pool = openPool(database.ownerUrl, { max: 1, name: 'restore' });
  try {
    return await pool.begin((sql) => restoreAll(sql, file, database.storageFolder));
  } catch (error) {
    throw describeDamage(file, error);
  } finally {
    await pool.end({ timeout: 5 });
  }
}

async function restoreAll(sql: TransactionSql, file: string, folder: string): Promise<RestoreSummary> {
  await sql`set local statement_timeout = 0`;
  const tables = new Map((await listTables(sql)).map((table) => [formatName(table), table]));
  const guards = await listGuards(sql);
  for (const statement of guards.lift) await sql.unsafe(statement);
  await sql.unsafe(`truncate ${[...tables.keys()].join(', ')}`);
  const summary = { tables: 0, files: 0 };
  for await (const { part, body } of openParts(file)) {
    switch (part.kind) {
      case 'header':
      case 'end':
        break;
      case 'table':
        await copyRows(sql, part, tables, body);
        summary.tables += 1;
        break;
      case 'file':
        await writeFile(folder, part.path, body);
        summary.files += 1;
        break;
      case 'sequence':
        await sql.unsafe('select setval($1::text::regclass, $2::text::bigint, $3)', [
          formatName(part),
          part.value,
          part.called,
        ]);
        break;
    }
  }
  for (const statement of guards.restore) await sql.unsafe(statement);
  return summary;
}

function formatName({ schema, name }: { schema: string; name: string }): string {
  return `${identifier(schema)}.${identifier(name)}`;
}

async function copyRows(
  sql: TransactionSql,
  part: Table,
  tables: ReadonlyMap<string, Table>,
  body: BackupBody,
): Promise<void> {
  const name = formatName(part);
  const table = tables.get(name);
  const unknown = part.columns.filter((column) => !table?.columns.includes(column));
  if (!table || unknown.length > 0) {
    throw new Error(
      `The backup has ${table ? `the columns ${unknown.join(', ')} of ${name}` : `the table ${name}`}, which this version does not: restore it with the version that made it.`,
    );
  }
  const target = sql.unsafe(`copy ${name} (${part.columns.map(identifier).join(', ')}) from stdin`);
  await pipeline(body, await target.writable());
}

async function writeFile(folder: string, path: string, body: BackupBody): Promise<void> {
  refuseOutside(path);
  const target = join(folder, path);
  await mkdir(dirname(target), { recursive: true });
  await pipeline(body, createWriteStream(target));
}

function refuseOutside(path: string): void {
  const isInside = posix.normalize(path) === path && /^(objects|metadata)\/[^\\\0]+$/.test(path);
  if (!isInside) throw new BackupDamaged(`it names a file outside of its folder (${path})`);
}
