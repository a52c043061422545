import postgres from 'postgres';
import { makeTurns } from '#domain/in-turn.ts';
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
import { type Sessions, openSessions } from '#database/sessions.ts';
import { sharesSessions } from '#database/shares-sessions.ts';
import type { Answer } from './client.ts';
import type { Calls, Notifications, ServiceDatabase, Transaction } from './database.ts';

export type DirectOptions = {
  /** Called once where the clients of the connection string share sessions: nothing is heard of changes then. */
  onSharedSessions?: () => void;
  /** Connections at the same time, at most; the one that listens is beside them. */
  max: number;
  /** The name under which `pg_stat_activity` shows its sessions. */
  name: string;
};

/** The channel on which triggers notify of queued changes. */
const channel = 'content_changes';
/** Milliseconds that a statement may take, unless its function asks for another limit: those of hosted Supabase. */
const statementTimeout = '8000';
/** Milliseconds after which the database ends a transaction whose owner asks for nothing more. */
const idleTimeout = 10_000;
/** Milliseconds that its answer may take longer, before the database is taken for silent and the connection is thrown away. */
const graceMilliseconds = 2000;
/** Seconds to wait for a connection, and before the next attempt after one that was lost. */
const connecting = { timeoutSeconds: 5, backoffSeconds: 0.25 };

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

/** Of a client of one connection. */
const clientOptions = {
  max: 1,
  // A new session plans everything again: the first publish after a pause would take several times as long.
  max_lifetime: null,
  connect_timeout: connecting.timeoutSeconds,
  backoff: () => connecting.backoffSeconds,
  fetch_types: false,
  // A pooler in between gives each transaction another session.
  prepare: false,
  onnotice: () => {},
};

/**
 * The database by a connection string, for a login that may take on `service_role`: the embedded one's `publisher`, or the owner
 * of a hosted one by its session or direct string. Values are the same as over HTTP, and so are the codes of errors.
 */
export function openDirectDatabase(
  url: string,
  { max, name: application_name, onSharedSessions }: DirectOptions,
): ServiceDatabase {
  const options = { ...clientOptions, connection: { application_name } };
  const sessions = openSessions(() => postgres(url, options), max);
  const stops = new Set<() => void>();
  const ask = (script: string, timeout: string) => sessions.run(script, Number(timeout) + graceMilliseconds);
  const functions = remember(() => readFunctions((statement) => ask(statement, statementTimeout)));
  const hearsNothing = remember(async () => {
    const isShared = await sharesSessions(url);
    if (isShared) onSharedSessions?.();
    return isShared;
  });

  async function run(
    statement: string,
    settings: { statement_timeout: string; synchronous_commit?: 'off' },
  ): Promise<unknown> {
    return getValue(
      await ask(writeScript({ ...actingSettings, ...settings }, statement), settings.statement_timeout),
      -1,
    );
  }

  const callsBy = (runCall: RunCall) => makeCalls(functions, runCall);

  return {
    rpc: callsBy((statement, timeout, name) =>
      run(statement, {
        statement_timeout: timeout,
        ...(redone.has(name) ? { synchronous_commit: 'off' as const } : {}),
      }),
    ),
    transact: async (work) => {
      // Read in another session.
      await functions.read();
      return sessions.hold((runScript) => runTransaction(runScript, callsBy, work));
    },
    readOutputs: ({ columns, where, limit }) =>
      answer(async () => {
        const conditions = Object.entries(where).map(
          ([column, value]) => `${identifier(column)} in (${[value].flat().map(literal).join(', ')})`,
        );
        const rows = `select ${columns.map(identifier).join(', ')} from public.site_outputs
          where ${conditions.join(' and ')} limit ${Math.min(limit, maxRows)}`;
        const statement = `select coalesce(json_agg(r), '[]')::text as value from (${rows}) r`;
        return { data: await run(statement, { statement_timeout: statementTimeout }), error: null };
      }, functions.forget),
    sessions: max,
    notifications: {
      listen: (hear) => {
        const stop = listen(() => postgres(url, options), hearsNothing.read, hear);
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
        }, functions.forget),
    },
    async close() {
      for (const stop of stops) stop();
      await sessions.end(2);
    },
  };
}

/** Runs the statement of a call. */
type RunCall = (statement: string, timeout: string, name: string) => Promise<unknown>;

/** Calls of functions, each of which a script runs. */
function makeCalls(functions: Remembered<FunctionCatalogue>, runCall: RunCall): Calls['rpc'] {
  return (name, args) =>
    answer(async () => {
      const given = args ?? {};
      const { callables, timeouts } = await functions.read();
      const callable = callables.get(name);
      const names = Object.entries(given).flatMap(([key, value]) => (value === undefined ? [] : [key]));
      if (!callable || !fits(callable, names)) {
        // A migration may have made it since they were read.
        functions.forget();
        return {
          data: null,
          error: { code: 'PGRST202', message: `There is no function ${name} with these arguments` },
        };
      }
      const statement = writeCall(name, callable, names, JSON.stringify(given));
      return { data: await runCall(statement, timeouts.get(name) ?? statementTimeout, name), error: null };
    }, functions.forget);
}

/** Runs what is called in one transaction: a call that fails would end it, so each is undone alone. */
async function runTransaction<T>(
  runScript: Sessions['run'],
  callsBy: (runCall: RunCall) => Calls['rpc'],
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  const limit = Number(statementTimeout) + graceMilliseconds;
  await runScript(`begin; set local idle_in_transaction_session_timeout = ${idleTimeout}`, limit);
  const inTurn = makeTurns();
  let isOpen = true;
  // Where the connection was lost, and another one was made, there is no transaction, and so no savepoint.
  const callEndingWith = (end: string) =>
    callsBy((statement, timeout) =>
      inTurn(async () => {
        const script = writeScript({ ...actingSettings, statement_timeout: timeout }, statement);
        try {
          const results = await runScript(`savepoint call; ${script}; ${end}`, Number(timeout) + graceMilliseconds);
          return getValue(results, 2);
        } catch (error) {
          // What cannot be committed is over.
          if (isDatabaseError(error)) await runScript('rollback to savepoint call', limit).catch(() => {});
          throw error;
        }
      }),
    );
  const commit = callEndingWith('commit');
  const done = await work({
    rpc: callEndingWith('release savepoint call'),
    commitAfter: async (...call) => {
      const answered = await commit(...call);
      if (!answered.error) isOpen = false;
      return answered;
    },
  });
  if (isOpen) await runScript('rollback', limit);
  return done;
}

/** What the one column of a script's statement says: the last one, or that at some place. */
function getValue(results: Awaited<ReturnType<Sessions['run']>>, place: number): unknown {
  const value: unknown = results.at(place)?.[0]?.['value'];
  return typeof value === 'string' && value !== '' ? JSON.parse(value) : null;
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

type Remembered<T> = { read: () => Promise<T>; forget: () => void };

/** What is read once, unless that failed or it is forgotten. */
function remember<T>(read: () => Promise<T>): Remembered<T> {
  let known: Promise<T> | null = null;
  const forget = () => {
    known = null;
  };
  return {
    read: () => {
      known ??= read().catch((error: unknown) => {
        forget();
        throw error;
      });
      return known;
    },
    forget,
  };
}

/**
 * The driver listens again after a lost connection, but gives up for good when that fails: listen again with another client.
 * @param hearsNothing whether it would be in vain, as behind a pooler
 */
function listen(
  connect: () => postgres.Sql,
  hearsNothing: () => Promise<boolean>,
  hear: Parameters<Notifications['listen']>[0],
): () => void {
  let isListening = true;
  let client: postgres.Sql | null = null;
  const begin = async () => {
    if ((await hearsNothing()) || !isListening) return;
    client = connect();
    await client.listen(
      channel,
      (payload) => isListening && hear.onMessage(payload),
      () => isListening && hear.onListening(),
    );
  };
  begin().catch(() => {});
  return () => {
    isListening = false;
    void client?.end({ timeout: 0 }).catch(() => {});
  };
}
