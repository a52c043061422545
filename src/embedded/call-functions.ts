import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { z } from 'zod';
import { isRecord } from '#domain/objects.ts';
import { type RequestRole, statementTimeouts } from './bootstrap.ts';
import { isDatabaseError, isDisconnected, statusOf, unavailable } from './database-errors.ts';
import type { EmbeddedKeys } from './keys.ts';
import { type Pool, literal } from './pool.ts';
import { verifyToken } from './verify-token.ts';

type Caller = { role: RequestRole; sub: string; claims: string };

type Parameter = { name: string; type: string; optional: boolean };
/** The result of a function: nothing, one value, or rows. */
type Kind = 'void' | 'value' | 'rows';
type Callable = { parameters: Parameter[]; kind: Kind };
type Catalogue = { callables: ReadonlyMap<string, Callable>; timeouts: ReadonlyMap<string, string> };

/** All functions that the API offers, and which of them the short way below can call exactly as PostgREST does. */
const functionsSql = `
  select p.proname as name,
    case
      when p.proretset and coalesce(p.proargmodes <@ '{i,t}'::"char"[], true) then 'rows'
      when p.proretset then null
      when p.prorettype = 'void'::regtype then 'void'
      when r.typtype in ('b', 'e') and p.proargmodes is null then 'value'
    end as kind,
    (select split_part(setting, '=', 2) from unnest(p.proconfig) setting where setting like 'statement_timeout=%') as timeout,
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
const maxRows = 1000;

export type CallFunctions = {
  /** Answers a call of a function and says so, or leaves the request to the data API. */
  answer(incoming: IncomingMessage & { rawBody?: Buffer }, outgoing: ServerResponse): Promise<boolean>;
  /** The statement timeout that a function asks for. It counts only when it is set before the call begins. */
  findTimeout(name: string): Promise<string | null>;
  forgetSchema(): void;
};

/**
 * A fast path for calls of database functions, which are nearly all requests of this product: one message to the
 * database instead of five, and JSON is passed on without being parsed. Everything else (filters, overloads, single
 * rows, a bad key) is left to the data API.
 * @param pool sessions that log in as `authenticator`
 */
export function callFunctions(pool: Pool, keys: EmbeddedKeys): CallFunctions {
  let catalogue: Promise<Catalogue> | null = null;
  const identify = makeIdentify(keys);
  const read = () => {
    catalogue ??= readCatalogue(pool).catch((error: unknown) => {
      catalogue = null;
      throw error;
    });
    return catalogue;
  };
  return {
    forgetSchema: () => {
      catalogue = null;
    },
    findTimeout: async (name) => (await read()).timeouts.get(name) ?? null,
    answer: async (incoming, outgoing) => {
      const name =
        incoming.method === 'POST' ? /^\/rest\/v1\/rpc\/([a-z0-9_]+)$/.exec(incoming.url ?? '')?.[1] : undefined;
      if (name === undefined || !isPlain(incoming)) return false;
      const caller = identify(incoming);
      if (!caller) return false;
      try {
        const { callables, timeouts } = await read();
        const callable = callables.get(name);
        if (!callable) return false;
        incoming.rawBody = await buffer(incoming);
        const body = incoming.rawBody.toString('utf8');
        const given = namesIn(body);
        if (!given || !fits(callable, given)) return false;
        const timeout = timeouts.get(name) ?? String(statementTimeouts[caller.role]);
        const call = writeCall(name, callable, given, body);
        const results = await pool.unsafe(writeScript(call, timeout, caller, incoming)).simple();
        const value: unknown = results.at(-1)?.[0]?.['value'];
        if (callable.kind === 'void') send(outgoing, 204, '');
        else send(outgoing, 200, typeof value === 'string' ? value : 'null');
      } catch (error) {
        sendError(outgoing, error, caller);
      }
      return true;
    },
  };
}

function isPlain({ headers }: IncomingMessage): boolean {
  return (
    ['application/json', '*/*', undefined].includes(headers.accept) &&
    headers.prefer === undefined &&
    headers.range === undefined &&
    (headers['content-profile'] ?? 'public') === 'public' &&
    (headers['content-type'] ?? '').startsWith('application/json')
  );
}

async function readCatalogue(pool: Pool): Promise<Catalogue> {
  const rows = z.array(functionRow).parse(await pool.unsafe(functionsSql));
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

/** The caller's role by key and token; null where the data API has to report the problem. Tokens are verified once. */
function makeIdentify(keys: EmbeddedKeys): (incoming: IncomingMessage) => Caller | null {
  const known = new Map<string, { caller: Caller; until: number }>();
  return ({ headers }) => {
    const { apikey } = headers;
    if (apikey !== keys.publishable && apikey !== keys.secret) return null;
    const role = apikey === keys.secret ? 'service_role' : 'anon';
    const token = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1];
    if (token === undefined || token === apikey) return { role, sub: '', claims: JSON.stringify({ role }) };
    const seen = known.get(token);
    if (seen && seen.until > Date.now()) return seen.caller;
    const claims = verifyToken(token, keys.jwt);
    if (!claims) return null;
    const caller = { role: claims.role, sub: claims.sub ?? '', claims: JSON.stringify(claims) };
    if (known.size > 200) known.clear();
    known.set(token, { caller, until: claims.exp * 1000 });
    return caller;
  };
}

function namesIn(body: string): string[] | null {
  try {
    const value: unknown = body === '' ? {} : JSON.parse(body);
    return isRecord(value) ? Object.keys(value) : null;
  } catch {
    return null;
  }
}

function fits({ parameters }: Callable, given: string[]): boolean {
  const names = new Set(given);
  return (
    given.every((name) => parameters.some((parameter) => parameter.name === name)) &&
    parameters.every((parameter) => parameter.optional || names.has(parameter.name))
  );
}

function writeCall(name: string, { parameters, kind }: Callable, names: string[], body: string): string {
  const used = parameters.filter((parameter) => names.includes(parameter.name));
  const call = `public."${name}"(${used.map(({ name: parameter }) => `"${parameter}" => r."${parameter}"`).join(', ')})`;
  const columns = used.map(({ name: parameter, type }) => `"${parameter}" ${type}`).join(', ');
  const given = used.length > 0 ? `json_to_record(${literal(body)}::json) as r (${columns})` : '';
  switch (kind) {
    case 'void':
      return `select ${call}::text as value${given && ` from ${given}`}`;
    case 'value':
      return `select to_json(${call})::text as value${given && ` from ${given}`}`;
    case 'rows':
      return `select coalesce(json_agg(row), '[]')::text as value
        from (select f from ${given && `${given}, `}${call} f limit ${maxRows}) as rows (row)`;
  }
}

/** Statements that are sent together run in one transaction, which ends with the last, or is rolled back at the first error. */
function writeScript(call: string, timeout: string, caller: Caller, incoming: IncomingMessage): string {
  const settings = {
    'request.jwt.claim.sub': caller.sub,
    'request.jwt.claim.role': caller.role,
    'request.jwt.claims': caller.claims,
    'request.method': 'POST',
    'request.path': incoming.url ?? '',
    'request.headers': JSON.stringify(incoming.headers),
    statement_timeout: timeout,
    role: caller.role,
  };
  const set = Object.entries(settings).map(([key, value]) => `set_config('${key}', ${literal(value)}, true)`);
  return `select ${set.join(', ')}; ${call}`;
}

function send(outgoing: ServerResponse, status: number, text: string): void {
  // As bytes at once: text of a megabyte is written slowly, and would be read through for its length before.
  const body = Buffer.from(text);
  outgoing.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': body.length,
    'access-control-allow-origin': '*',
  });
  outgoing.end(body);
}

function sendError(outgoing: ServerResponse, error: unknown, { role }: Caller): void {
  if (isDisconnected(error)) return send(outgoing, 503, JSON.stringify(unavailable));
  if (!isDatabaseError(error)) throw error;
  const { code, message, detail, hint } = error;
  const body = { code, message, details: detail ?? null, hint: hint ?? null };
  send(outgoing, statusOf(code, role === 'anon' ? 401 : 403), JSON.stringify(body));
}
