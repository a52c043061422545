import { readFile, rename, writeFile } from 'node:fs/promises';
import type { PostgresConnection } from '@supabase/lite/postgres';

type Schema = Awaited<ReturnType<PostgresConnection['introspect']>>;

/** Schemas that the library's parts show, or that their tables refer to. */
const shown = new Set(['public', 'auth', 'storage']);

type SchemaReader = {
  read: (options?: { useCache?: boolean }) => Promise<Schema>;
  /** Has to be called after a change of the schema. */
  forget: () => Promise<void>;
};

/**
 * What the catalogue says of the schemas that are shown. The library goes through all columns, and through the definitions of all
 * views, with each request: those of other schemas would take most of its time.
 *
 * @param file Where it is found for all copies of one database, and written where it is missing: reading the catalogue takes
 *   longer than making the copy. null reads the catalogue.
 */
export async function readSchema(connection: PostgresConnection, file: string | null): Promise<SchemaReader> {
  const readCatalogue = async () => shownPart(await connection.introspect());
  let known: Promise<Schema> | null = file === null ? null : readOrWrite(file, readCatalogue);
  // A copy is as it was made until the first request.
  await known;
  return {
    read: ({ useCache = false } = {}) => (known = (useCache ? known : null) ?? readCatalogue()),
    forget: async () => {
      known = null;
      await connection.clearSchemaCache();
    },
  };
}

function shownPart(schema: Schema): Schema {
  const isShown = ({ schema: name = 'public' }: { schema?: string }) => shown.has(name);
  return {
    ...schema,
    tables: schema.tables.filter(isShown),
    columns: schema.columns.filter(isShown),
    views: schema.views.filter(isShown),
  };
}

async function readOrWrite(file: string, readCatalogue: () => Promise<Schema>): Promise<Schema> {
  const text = await readFile(file, 'utf8').catch(() => null);
  // Written below, as a whole.
  if (text !== null) return JSON.parse(text) as Schema;
  const schema = await readCatalogue();
  await writeFile(`${file}.${process.pid}`, JSON.stringify(schema));
  await rename(`${file}.${process.pid}`, file);
  return schema;
}
