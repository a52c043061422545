import { randomUUID } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import type { PostgresConnection } from '@supabase/lite/postgres';

type Schema = Awaited<ReturnType<PostgresConnection['introspect']>>;

/** Schemas that the library's parts show, or that their tables refer to. */
const shown = new Set(['public', 'auth', 'storage']);

type Catalogue = Pick<PostgresConnection, 'introspect' | 'clearSchemaCache'>;

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
export async function readSchema(connection: Catalogue, file: string | null): Promise<SchemaReader> {
  // A copy is as it was made until the first request.
  let known = file === null ? null : await readOrWrite(file, async () => shownPart(await connection.introspect()));
  const parts = new WeakMap<Schema, Schema>();
  return {
    // The library keeps what it has read, and nothing where the database did not answer: it is asked again then.
    read: async (options) => {
      if (known && options?.useCache) return known;
      const whole = await connection.introspect(options);
      const part = parts.get(whole) ?? shownPart(whole);
      parts.set(whole, part);
      return part;
    },
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

async function readOrWrite(file: string, readCatalogue: () => Promise<Schema>): Promise<Schema | null> {
  const text = await readFile(file, 'utf8').catch(() => null);
  // Written below, as a whole.
  if (text !== null) return JSON.parse(text) as Schema;
  const schema = await readCatalogue();
  // The library's answer where the database did not give one.
  if (schema.tables.length === 0) return null;
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, JSON.stringify(schema));
  await rename(draft, file);
  return schema;
}
