import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { z } from 'zod';
import { isRecord } from '#domain/objects.ts';
import { isDatabaseError, statusOf } from './database-errors.ts';
import type { EmbeddedKeys } from './keys.ts';
import { type OneConnection, literal } from './one-connection.ts';

const claimsSchema = z.looseObject({
  role: z.enum(['anon', 'authenticated', 'service_role']),
  sub: z.string().optional(),
  exp: z.number(),
});
type Caller = { role: 'anon' | 'authenticated' | 'service_role'; sub: string; claims: string };

type Parameter = { name: string; type: string; optional: boolean };
type Callable = { parameters: Parameter[]; isVoid: boolean };

/** Functions whose answer is one value: those the short way below can call exactly as PostgREST does. */
const callablesSql = `
  select p.proname as name, p.prorettype = 'void'::regtype as is_void,
    coalesce((
      select json_agg(json_build_object('name', a.name, 'type', format_type(t.type, null), 'optional', t.place > p.pronargs - p.pronargdefaults)
        order by t.place)
      from unnest(p.proargtypes) with ordinality t (type, place)
      left join unnest(p.proargnames) with ordinality a (name, place) using (place)
    ), '[]') as parameters
  from pg_proc p
  join pg_type r on r.oid = p.prorettype
  where p.pronamespace = 'public'::regnamespace and p.prokind = 'f' and not p.proretset and p.proargmodes is null
    and (r.typtype in ('b', 'e') or p.prorettype = 'void'::regtype)
`;
const callableRow = z.object({
  name: z.string(),
  is_void: z.boolean(),
  parameters: z.array(z.object({ name: z.string().nullable(), type: z.string(), optional: z.boolean() })),
});

export type CallFunctions = {
  /** Answers a call of a function and says so, or leaves the request to the data API. */
  answer(incoming: IncomingMessage & { rawBody?: Buffer }, outgoing: ServerResponse): Promise<boolean>;
  forgetSchema(): void;
};

/**
 * The short way for calls of database functions, which are nearly all requests of this product: one script to the database
 * in place of four statements, and a JSON answer passed on as it comes in place of being read and written again. Whatever is
 * not plain (a function that answers with rows, filters, overloads, a bad key) is left to the data API.
 */
export function callFunctions(database: OneConnection, keys: EmbeddedKeys): CallFunctions {
  let callables: Promise<Map<string, Callable>> | null = null;
  const identify = makeIdentify(keys);
  return {
    forgetSchema: () => {
      callables = null;
    },
    answer: async (incoming, outgoing) => {
      const name =
        incoming.method === 'POST' ? /^\/rest\/v1\/rpc\/([a-z0-9_]+)$/.exec(incoming.url ?? '')?.[1] : undefined;
      if (name === undefined || !isPlain(incoming)) return false;
      const caller = identify(incoming);
      if (!caller) return false;
      const callable = (await (callables ??= readCallables(database))).get(name);
      if (!callable) return false;
      incoming.rawBody = await buffer(incoming);
      const body = incoming.rawBody.toString('utf8');
      const given = namesIn(body);
      if (!given || !fits(callable, given)) return false;
      const script = writeScript(name, callable, given, body, caller, incoming);
      await database.exclusively(async (sql) => {
        try {
          const results = await sql.exec(script);
          const value: unknown = results.at(-2)?.rows[0]?.['value'];
          send(
            outgoing,
            callable.isVoid ? 204 : 200,
            callable.isVoid ? '' : typeof value === 'string' ? value : 'null',
          );
        } catch (error) {
          await sql.exec('rollback');
          sendError(outgoing, error, caller);
        }
      });
      return true;
    },
  };
}

function isPlain({ headers }: IncomingMessage): boolean {
  return (
    ['application/json', '*/*', undefined].includes(headers.accept) &&
    headers.prefer === undefined &&
    (headers['content-profile'] ?? 'public') === 'public' &&
    (headers['content-type'] ?? '').startsWith('application/json')
  );
}

async function readCallables(database: OneConnection): Promise<Map<string, Callable>> {
  const { rows } = await database.exclusively((sql) => sql.query(callablesSql));
  const callables = new Map<string, Callable>();
  const overloaded = new Set<string>();
  for (const { name, is_void: isVoid, parameters } of z.array(callableRow).parse(rows)) {
    const named = parameters.flatMap((parameter) => (parameter.name ? [{ ...parameter, name: parameter.name }] : []));
    if (callables.has(name) || named.length < parameters.length) overloaded.add(name);
    callables.set(name, { isVoid, parameters: named });
  }
  for (const name of overloaded) callables.delete(name);
  return callables;
}

function makeIdentify(keys: EmbeddedKeys): (incoming: IncomingMessage) => Caller | null {
  const known = new Map<string, { caller: Caller; until: number }>();
  return ({ headers }) => {
    const { apikey } = headers;
    const role = apikey === keys.secret ? 'service_role' : apikey === keys.publishable ? 'anon' : null;
    if (role === null) return null;
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

function verifyToken(token: string, secret: string): z.infer<typeof claimsSchema> | null {
  const [head, payload, signature, ...rest] = token.split('.');
  if (!head || !payload || !signature || rest.length > 0) return null;
  try {
    const { alg } = z.object({ alg: z.string() }).parse(JSON.parse(Buffer.from(head, 'base64url').toString('utf8')));
    const right = createHmac('sha256', secret).update(`${head}.${payload}`).digest();
    const given = Buffer.from(signature, 'base64url');
    if (alg !== 'HS256' || right.length !== given.length || !timingSafeEqual(right, given)) return null;
    const claims = claimsSchema.parse(JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')));
    return claims.exp * 1000 > Date.now() ? claims : null;
  } catch {
    return null;
  }
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

function writeScript(
  name: string,
  { parameters, isVoid }: Callable,
  given: string[],
  body: string,
  caller: Caller,
  incoming: IncomingMessage,
): string {
  const used = parameters.filter((parameter) => given.includes(parameter.name));
  const call = `public."${name}"(${used.map(({ name: parameter }) => `"${parameter}" => r."${parameter}"`).join(', ')})`;
  const columns = used.map(({ name: parameter, type }) => `"${parameter}" ${type}`).join(', ');
  const from = used.length > 0 ? ` from json_to_record(${literal(body)}::json) as r (${columns})` : '';
  const settings = {
    'request.jwt.claim.sub': caller.sub,
    'request.jwt.claim.role': caller.role,
    'request.jwt.claims': caller.claims,
    'request.method': 'POST',
    'request.path': incoming.url ?? '',
    'request.headers': JSON.stringify(incoming.headers),
  };
  const set = Object.entries(settings).map(([key, value]) => `set_config('${key}', ${literal(value)}, true)`);
  return `begin; select ${set.join(', ')}; set local role ${caller.role};
    select ${isVoid ? `${call}::text` : `to_json(${call})::text`} as value${from}; commit`;
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
  if (!isDatabaseError(error)) throw error;
  const { code, message, detail, hint } = error;
  const body = { code, message, details: detail ?? null, hint: hint ?? null };
  send(outgoing, statusOf(code, role === 'anon' ? 401 : 403), JSON.stringify(body));
}
