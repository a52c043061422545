import { createReadStream, createWriteStream } from 'node:fs';
import { access, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { TransactionSql } from 'postgres';
import { z } from 'zod';
import { identifier } from '#database/quote.ts';
import { openPool } from '../pool.ts';
import { type BackupBody, writePart } from './backup-file.ts';
import { listSequences, listTables } from './list-tables.ts';

type BackupSummary = {
  tables: number;
  files: number;
  /** Stored files that the database names and that are not there. */
  missing: string[];
  bytes: number;
};

const migrationRows = z.array(z.object({ version: z.string() }));
const objectRows = z.array(z.object({ bucket_id: z.string(), name: z.string() }));
const sequenceValue = z.tuple([z.object({ last_value: z.string(), is_called: z.boolean() })]);

/**
 * Writes all rows of a database and its stored files into one file. The rows are one snapshot, writers are not blocked;
 * the files are those that the rows name.
 * @param database.ownerUrl the owner, who sees every row
 * @param file written under a temporary name and renamed when it is complete; only its owner can read it
 */
export async function writeBackup(
  database: { ownerUrl: string; storageFolder: string },
  file: string,
): Promise<BackupSummary> {
  const exists = await access(file).then(
    () => true,
    () => false,
  );
  if (exists) throw new Error(`${file} is there already: give the backup another name, or move that file away.`);
  const part = `${file}.part`;
  const pool = openPool(database.ownerUrl, { max: 1, name: 'backup' });
  try {
    const summary = await pool.begin('isolation level repeatable read read only', (sql) =>
      writeAll(sql, database.storageFolder, part),
    );
    const handle = await open(part, 'r+');
    await handle.sync();
    const { size } = await handle.stat();
    await handle.close();
    await rename(part, file);
    return { ...summary, bytes: size };
  } finally {
    await rm(part, { force: true });
    await pool.end({ timeout: 5 });
  }
}

async function writeAll(sql: TransactionSql, folder: string, file: string): Promise<Omit<BackupSummary, 'bytes'>> {
  await sql`set local statement_timeout = 0`;
  const gzip = createGzip({ level: 4 });
  const disk = createWriteStream(file, { mode: 0o600, flags: 'w' });
  const done = finished(gzip.pipe(disk));
  // The first failure ends the writing; awaited below.
  done.catch((error: Error) => gzip.destroy(error));
  try {
    const migrations = migrationRows
      .parse([...(await sql`select version from supabase_migrations.schema_migrations order by version`)])
      .map(({ version }) => version);
    const made = new Date().toISOString();
    await writePart(gzip, { kind: 'header', format: 'ostrevo-backup', version: 1, made, migrations });
    const tables = await listTables(sql);
    for (const { schema, name, columns } of tables) {
      const list = columns.map(identifier).join(', ');
      const rows = sql.unsafe(`copy ${identifier(schema)}.${identifier(name)} (${list}) to stdout`);
      await writePart(gzip, { kind: 'table', schema, name, columns }, await rows.readable());
    }
    for (const { schema, name } of await listSequences(sql)) {
      const rows = await sql.unsafe(
        `select last_value::text, is_called from ${identifier(schema)}.${identifier(name)}`,
      );
      const [{ last_value: value, is_called: called }] = sequenceValue.parse([...rows]);
      await writePart(gzip, { kind: 'sequence', schema, name, value, called });
    }
    const { files, missing } = await writeFiles(sql, folder, gzip);
    await writePart(gzip, { kind: 'end', tables: tables.length, files });
    gzip.end();
    await done;
    return { tables: tables.length, files, missing };
  } catch (error) {
    gzip.destroy();
    disk.destroy();
    throw error;
  }
}

async function writeFiles(
  sql: TransactionSql,
  folder: string,
  to: NodeJS.WritableStream & Parameters<typeof writePart>[0],
): Promise<{ files: number; missing: string[] }> {
  const rows = await sql`select bucket_id, name from storage.objects where name is not null order by bucket_id, name`;
  const missing: string[] = [];
  let files = 0;
  for (const { bucket_id: bucket, name } of objectRows.parse([...rows])) {
    const paths = [join('objects', bucket, name), join('metadata', bucket, `${name}.json`)];
    const bodies = await Promise.all(paths.map((path) => openFile(join(folder, path))));
    if (bodies.includes(null)) missing.push(`${bucket}/${name}`);
    for (const [index, path] of paths.entries()) {
      const body = bodies[index];
      if (!body) continue;
      await writePart(to, { kind: 'file', path: path.replaceAll('\\', '/') }, body);
      files += 1;
    }
  }
  return { files, missing };
}

/** Opened before anything is written of it: a file may have been deleted since the snapshot. */
async function openFile(path: string): Promise<BackupBody | null> {
  const stream = createReadStream(path);
  return new Promise((resolve, reject) => {
    stream.once('open', () => resolve(stream));
    stream.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') resolve(null);
      else reject(error);
    });
  });
}
