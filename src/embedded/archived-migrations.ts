import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants } from 'node:zlib';
import { type Migration, toMigration } from './apply-migrations.ts';

/** The migrations that a squash replaced, one after the other in one compressed file: databases that have some of them need the others. */
export const archiveFile = fileURLToPath(new URL('../../supabase/archived-migrations.sql.br', import.meta.url));

/** The line before each, with the name of its file. */
const title = /^-- \[(\d{14}_[a-z0-9_]+\.sql)\]\n/gm;

/** The archived migrations in their order; none where nothing has been squashed. */
export async function readArchivedMigrations(file = archiveFile): Promise<Migration[]> {
  const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (bytes === null) return [];
  const [, ...parts] = (await promisify(brotliDecompress)(bytes)).toString().split(title);
  return parts.flatMap((name, index) => (index % 2 === 0 ? [toMigration(name, parts[index + 1] ?? '')] : []));
}

/** What `readArchivedMigrations` reads. */
export async function packMigrations(migrations: readonly Migration[]): Promise<Buffer> {
  const text = migrations.map(({ file, sql }) => `-- [${file}]\n${sql}`).join('');
  return promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_LGWIN]: 24 } });
}
