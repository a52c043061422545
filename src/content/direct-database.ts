import postgres from 'postgres';
import { isDatabaseError } from '#database/errors.ts';
import {
  type FunctionCatalogue,
  fits,
  maxRows,
  readFunctions,
  writeCall,
  writeScript,
} from '#database/function-calls.ts';
import { identifier, literal } from '#database/quote.ts';
import { type Answer, readOnly } from './client.ts';
import type { Notifications, ServiceDatabase } from './database.ts';

export type DirectOptions = {
  /** Connections at the same time, at most; the one that listens is beside them. */
  max: number;
  /** The name under which `pg_stat_activity` shows its sessions. */
  name: string;
};

/** The channel on which triggers notify of queued changes. */
const channel = 'content_changes';
/** Milliseconds that a statement may take, unless its function asks for another limit: those of hosted Supabase. */
const statementTimeout = '8000';
/** Seconds to wait for a connection, and before the next attempt after one that was lost. */
const patience = { connect: 10, again: 0.25 };

/** The settings of every statement: the rights of `service_role`, seen by policies and functions as with its key. */
const actingSettings = {
  TimeZone: 'UTC',
  'request.jwt.claim.sub': '',
  'request.jwt.claim.role': 'service_role',
  'request.jwt.claims': '{"role":"service_role"}',
  role: 'service_role',
};

/**
 * Functions that commit asynchronously. Each of them derives its work from rows that remain until it has committed, so work lost
 * in a power cut is done again. Functions whose results are visible to others, such as receipts, are not among them, nor
 * are those that assign numbers of the log.
 */
const redone: ReadonlySet<string> = new Set([
  'publish_complete',
  'build_register',
  'search_refresh',
  'purge_arm',
  'purge_claim',
  'purge_done',
  'purge_seen',
]);

/**
 * The database by a connection string, for a login that may take on `service_role`: the embedded one's `publisher`, or the owner
 * of a hosted one by its session or direct string. Values are the same as over HTTP, and so are the codes of errors.
 */
export function openDirectDatabase(url: string, { max, name: application_name }: DirectOptions): ServiceDatabase {
  const options = {
    max,
    // No statement waits behind another one while a connection is free.
    max_pipeline: 0,
    // A new session plans everything again: the first publish after a pause would take several times as long.
    max_lifetime: null,
    connect_timeout: patience.connect,
    backoff: () => patience.again,
    fetch_types: false,
    connection: { application_name },
    onnotice: () => {},
  };
  const pool = openPool(() => postgres(url, options));
  const stops = new Set<() => void>();
  let functions: Promise<FunctionCatalogue> | null = null;
  const forgetFunctions = () => {
    functions = null;
  };
  const knownFunctions = () => {
    functions ??= readFunctions(pool.sql).catch((error: unknown) => {
      forgetFunctions();
      throw error;
    });
    return functions;
  };

  async function run(statement: string, settings: Readonly<Record<string, string>>): Promise<unknown> {
    const results = await pool.run(writeScript({ ...actingSettings, ...settings }, statement));
    const value: unknown = results.at(-1)?.[0]?.['value'];
    return typeof value === 'string' && value !== '' ? JSON.parse(value) : null;
  }

  return {
    rpc: (name, args = {}) =>
      answer(async () => {
        const { callables, timeouts } = await knownFunctions();
        const callable = callables.get(name);
        const given = Object.entries(args).flatMap(([key, value]) => (value === undefined ? [] : [key]));
        if (!callable || !fits(callable, given)) {
          // A migration may have made it since they were read.
          forgetFunctions();
          return {
            data: null,
            error: { code: 'PGRST202', message: `There is no function ${name} with these arguments` },
          };
        }
        const settings = {
          statement_timeout: timeouts.get(name) ?? statementTimeout,
          ...(redone.has(name) ? { synchronous_commit: 'off' } : {}),
        };
        return { data: await run(writeCall(name, callable, given, JSON.stringify(args)), settings), error: null };
      }, forgetFunctions),
    readOutputs: ({ columns, where, limit }) =>
      answer(async () => {
        const conditions = Object.entries(where).map(
          ([column, value]) => `${identifier(column)} in (${[value].flat().map(literal).join(', ')})`,
        );
        const rows = `select ${columns.map(identifier).join(', ')} from public.site_outputs
          where ${conditions.join(' and ')} limit ${Math.min(limit, maxRows)}`;
        const statement = `select coalesce(json_agg(r), '[]')::text as value from (${rows}) r`;
        return { data: await run(statement, { statement_timeout: statementTimeout }), error: null };
      }, forgetFunctions),
    sessions: max,
    notifications: {
      listen: (hear) => {
        const stop = listen(postgres(url, { ...options, max: 1 }), hear);
        stops.add(stop);
        return () => {
          stops.delete(stop);
          stop();
        };
      },
      send: (payload) =>
        answer(async () => {
          const statement = `select pg_notify(${literal(channel)}, ${literal(payload)})::text as value`;
          return { data: await run(statement, { statement_timeout: statementTimeout }), error: null };
        }, forgetFunctions),
    },
    async close() {
      for (const stop of stops) stop();
      await pool.sql.end({ timeout: 2 });
    },
  };
}

/** Connections that are made anew when the server has become read-only: after a fail-over they lead to the old one, and stay there. */
function openPool(connect: () => postgres.Sql) {
  let sql = connect();
  return {
    get sql() {
      return sql;
    },
    async run(script: string) {
      const used = sql;
      try {
        return await used.unsafe(script).simple();
      } catch (error) {
        if (isDatabaseError(error) && error.code === readOnly && sql === used) {
          sql = connect();
          void used.end({ timeout: 1 }).catch(() => {});
        }
        throw error;
      }
    },
  };
}

/** An error of the database or of the connection is an answer, as it is over HTTP. */
async function answer(call: () => Promise<Answer>, forgetFunctions: () => void): Promise<Answer> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const code = 'code' in error && typeof error.code === 'string' ? error.code : 'unknown';
    // Another signature than the one that is known.
    if (isDatabaseError(error) && code === '42883') forgetFunctions();
    return { data: null, error: { code, message: error.message || 'no connection' } };
  }
}

/** The driver listens again after a lost connection, but gives up for good when that fails: listen again with another client. */
function listen(client: postgres.Sql, hear: Parameters<Notifications['listen']>[0]): () => void {
  let isListening = true;
  client
    .listen(
      channel,
      (payload) => isListening && hear.onMessage(payload),
      () => isListening && hear.onListening(),
    )
    .catch(() => {});
  return () => {
    isListening = false;
    void client.end({ timeout: 0 }).catch(() => {});
  };
}
