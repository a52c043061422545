import type { TransactionSql } from 'postgres';
import { z } from 'zod';

type Statements = Pick<TransactionSql, 'unsafe'>;

export type Table = { schema: string; name: string; columns: string[] };
type Sequence = { schema: string; name: string };

/** Schemas and tables that are not part of a backup: the system's own, and the records of applied migrations. */
const excluded = `n.nspname not like 'pg\\_%' and n.nspname not in ('information_schema', 'supabase_migrations')`;

const tableRow = z.object({ schema: z.string(), name: z.string(), columns: z.array(z.string()) });
const sequenceRow = z.object({ schema: z.string(), name: z.string() });

/** The tables of all schemas with their columns, except generated ones, accounts, stored files and queues included. */
export async function listTables(sql: Statements): Promise<Table[]> {
  const rows = await sql.unsafe(`
    select n.nspname as schema, c.relname as name,
      coalesce(array_agg(a.attname::text order by a.attnum) filter (where a.attgenerated = ''), '{}') as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    left join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relkind = 'r' and c.relpersistence = 'p' and ${excluded}
    group by 1, 2 order by 1, 2`);
  return z.array(tableRow).parse([...rows]);
}

export async function listSequences(sql: Statements): Promise<Sequence[]> {
  const rows = await sql.unsafe(`
    select n.nspname as schema, c.relname as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'S' and ${excluded} order by 1, 2`);
  return z.array(sequenceRow).parse([...rows]);
}

const foreignKeyRow = z.object({ table: z.string(), name: z.string(), definition: z.string() });
const triggerRow = z.object({ table: z.string(), name: z.string() });

/** The statements that let rows be written in any order and without consequences, and those that make all as it was. */
export async function listGuards(sql: Statements): Promise<{ lift: string[]; restore: string[] }> {
  const foreignKeys = z.array(foreignKeyRow).parse([
    ...(await sql.unsafe(`
      select format('%I.%I', n.nspname, c.relname) as table, quote_ident(f.conname) as name, pg_get_constraintdef(f.oid) as definition
      from pg_constraint f join pg_class c on c.oid = f.conrelid join pg_namespace n on n.oid = c.relnamespace
      where f.contype = 'f' and f.conparentid = 0 and ${excluded} order by 1, 2`)),
  ]);
  const triggers = z.array(triggerRow).parse([
    ...(await sql.unsafe(`
      select format('%I.%I', n.nspname, c.relname) as table, quote_ident(t.tgname) as name
      from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
      where not t.tgisinternal and t.tgenabled = 'O' and c.relkind = 'r' and ${excluded} order by 1, 2`)),
  ]);
  return {
    lift: [
      ...foreignKeys.map(({ table, name }) => `alter table ${table} drop constraint ${name}`),
      ...triggers.map(({ table, name }) => `alter table ${table} disable trigger ${name}`),
    ],
    restore: [
      ...foreignKeys.map(({ table, name, definition }) => `alter table ${table} add constraint ${name} ${definition}`),
      ...triggers.map(({ table, name }) => `alter table ${table} enable trigger ${name}`),
    ],
  };
}
