import { z } from 'zod';
import { literal } from './quote.ts';

type Parameter = { name: string; type: string; optional: boolean };
/** The result of a function: nothing, one value, or rows. */
type Kind = 'void' | 'value' | 'rows';
type Callable = { parameters: Parameter[]; kind: Kind };
export type FunctionCatalogue = {
  /** Functions that `writeCall` can call exactly as PostgREST does. */
  callables: ReadonlyMap<string, Callable>;
  /** The statement timeouts that functions ask for, in milliseconds. They count only when they are set before the call begins. */
  timeouts: ReadonlyMap<string, string>;
};

/** All functions that the API offers, and which of them can be called in the short way. */
const functionsSql = `
  select p.proname as name,
    case
      when p.proretset and coalesce(p.proargmodes <@ '{i,t}'::"char"[], true) then 'rows'
      when p.proretset then null
      when p.prorettype = 'void'::regtype then 'void'
      when r.typtype in ('b', 'e') and p.proargmodes is null then 'value'
    end as kind,
    (select case when value ~ '^\\d+$' then value else (extract(epoch from value::interval) * 1000)::bigint::text end
      from (select split_part(setting, '=', 2) from unnest(p.proconfig) setting where setting like 'statement_timeout=%') as asked (value)
    ) as timeout,
    coalesce((
      select json_agg(json_build_object('name', a.name, 'type', format_type(t.type, null), 'optional', t.place > p.pronargs - p.pronargdefaults)
        order by t.place)
      from unnest(p.proargtypes::oid[]) with ordinality t (type, place)
      left join unnest(p.proargnames) with ordinality a (name, place) using (place)
    ), '[]') as parameters
  from pg_proc p
  join pg_type r on r.oid = p.prorettype
  where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'
`;
const functionRow = z.object({
  name: z.string(),
  kind: z.enum(['void', 'value', 'rows']).nullable(),
  timeout: z.string().nullable(),
  parameters: z.array(z.object({ name: z.string().nullable(), type: z.string(), optional: z.boolean() })),
});

/** As many rows as the data API answers with at most, here and on hosted Supabase (`max_rows` of supabase/config.toml). */
export const maxRows = 1000;

/** @param ask runs a statement, and answers with its rows */
export async function readFunctions(ask: (statement: string) => PromiseLike<unknown>): Promise<FunctionCatalogue> {
  const rows = z.array(functionRow).parse(await ask(functionsSql));
  const callables = new Map<string, Callable>();
  const timeouts = new Map<string, string>();
  const others = new Set<string>();
  for (const { name, kind, timeout, parameters } of rows) {
    if (timeout !== null) timeouts.set(name, timeout);
    const named = parameters.flatMap((parameter) => (parameter.name ? [{ ...parameter, name: parameter.name }] : []));
    if (kind === null || callables.has(name) || named.length < parameters.length) others.add(name);
    else callables.set(name, { kind, parameters: named });
  }
  for (const name of others) callables.delete(name);
  return { callables, timeouts };
}

/** Whether a call with these arguments is one of this function: it has all of them, and the others have defaults. */
export function fits({ parameters }: Callable, argumentNames: readonly string[]): boolean {
  const names = new Set(argumentNames);
  return (
    argumentNames.every((name) => parameters.some((parameter) => parameter.name === name)) &&
    parameters.every((parameter) => parameter.optional || names.has(parameter.name))
  );
}

/**
 * The statement that calls a function and answers with one row, whose `value` is the text of the answer's JSON (but for a
 * function that answers with nothing). PostgreSQL itself takes the arguments out of their JSON, so that each is encoded once.
 * @param names the arguments that are given, by name
 * @param body the JSON object of the arguments
 */
export function writeCall(
  name: string,
  { parameters, kind }: Callable,
  names: readonly string[],
  body: string,
): string {
  const used = parameters.filter((parameter) => names.includes(parameter.name));
  const call = `public."${name}"(${used.map(({ name: parameter }) => `"${parameter}" => r."${parameter}"`).join(', ')})`;
  const columns = used.map(({ name: parameter, type }) => `"${parameter}" ${type}`).join(', ');
  const source = used.length > 0 ? `json_to_record(${literal(body)}::json) as r (${columns})` : '';
  switch (kind) {
    case 'void':
      return `select ${call}::text as value${source && ` from ${source}`}`;
    case 'value':
      return `select to_json(${call})::text as value${source && ` from ${source}`}`;
    case 'rows':
      return `select coalesce(json_agg(row), '[]')::text as value
        from (select f from ${source && `${source}, `}${call} f limit ${maxRows}) as rows (row)`;
  }
}

/**
 * A statement after settings that hold for it alone. Statements that are sent together run in one transaction, which ends with
 * the last, or is rolled back at the first error.
 */
export function writeScript(settings: Readonly<Record<string, string>>, statement: string): string {
  const set = Object.entries(settings).map(([key, value]) => `set_config('${key}', ${literal(value)}, true)`);
  return `select ${set.join(', ')}; ${statement}`;
}
