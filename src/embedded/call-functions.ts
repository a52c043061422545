import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { isDatabaseError, isDisconnected } from '#database/errors.ts';
import { type FunctionCatalogue, fits, readFunctions, writeCall, writeScript } from '#database/function-calls.ts';
import { isRecord } from '#domain/objects.ts';
import { type RequestRole, statementTimeouts } from './bootstrap.ts';
import { toHttpStatus, unavailable } from './database-errors.ts';
import type { EmbeddedKeys } from './keys.ts';
import type { Pool } from './pool.ts';
import { verifyToken } from './verify-token.ts';

type Caller = { role: RequestRole; sub: string; claims: string };

type CallFunctions = {
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
  let catalogue: Promise<FunctionCatalogue> | null = null;
  const identify = makeIdentify(keys);
  const read = () => {
    catalogue ??= readFunctions((statement) => pool.unsafe(statement)).catch((error: unknown) => {
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
        const names = namesIn(body);
        if (!names || !fits(callable, names)) return false;
        const timeout = timeouts.get(name) ?? String(statementTimeouts[caller.role]);
        const call = writeCall(name, callable, names, body);
        const results = await pool.unsafe(writeScript(makeSettings(caller, timeout, incoming), call)).simple();
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

function makeSettings(caller: Caller, timeout: string, incoming: IncomingMessage): Record<string, string> {
  return {
    'request.jwt.claim.sub': caller.sub,
    'request.jwt.claim.role': caller.role,
    'request.jwt.claims': caller.claims,
    'request.method': 'POST',
    'request.path': incoming.url ?? '',
    'request.headers': JSON.stringify(incoming.headers),
    statement_timeout: timeout,
    role: caller.role,
  };
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
  send(outgoing, toHttpStatus(code, role === 'anon' ? 401 : 403), JSON.stringify(body));
}
