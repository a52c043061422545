import postgres from 'postgres';

export type Pool = postgres.Sql;

type Answer<T> = { rows: T[] };

/** One session of a database: statements with parameters, and scripts of several statements. */
export type Session = {
  query<T = Record<string, unknown>>(sql: string, parameters?: unknown[]): Promise<Answer<T>>;
  /** Returns the rows of each statement. */
  exec(sql: string): Promise<{ rows: Record<string, unknown>[] }[]>;
};

const isoTime = (text: string) => text.replace(' ', 'T');

/** How values are read and written: times as PostgREST writes them, whole numbers as numbers, and JSON that is text already as it is. */
const valueTypes = {
  bigint: { to: 20, from: [20], serialize: String, parse: toNumber },
  // The library hands over JSON that it has made a text of, and the driver would encode it a second time.
  json: { to: 114, from: [114], serialize: asText, parse: (text: string): unknown => JSON.parse(text) },
  jsonb: { to: 3802, from: [3802], serialize: asText, parse: (text: string): unknown => JSON.parse(text) },
  date: { to: 1082, from: [1082], serialize: String, parse: String },
  timestamp: { to: 1114, from: [1114], serialize: asTime, parse: isoTime },
  timestamptz: { to: 1184, from: [1184], serialize: asTime, parse: (text: string) => `${isoTime(text)}:00` },
};

/** A text that is no JSON is a value; one that is was made by the library. */
function asText(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value);
  try {
    JSON.parse(value);
    return value;
  } catch {
    return JSON.stringify(value);
  }
}

function asTime(value: unknown): string {
  return value instanceof Date ? value.toISOString() : String(value);
}

function toNumber(text: string): number | bigint {
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : BigInt(text);
}

type PoolOptions = {
  /** Connections at the same time, at most. */
  max: number;
  /** Seconds after which an idle connection is closed. */
  idleSeconds?: number;
  /** The name under which `pg_stat_activity` shows its sessions. */
  name: string;
};

/** The driver's options that all of this project's pools share. */
export function poolOptions({ max, idleSeconds = 60, name }: PoolOptions) {
  return {
    max,
    idle_timeout: idleSeconds,
    // Seconds. PostgreSQL is started again in half of one; the driver itself would wait up to 20.
    backoff: () => 0.2,
    connection: { TimeZone: 'UTC', application_name: name },
    types: valueTypes,
    onnotice: () => {},
  };
}

export function openPool(url: string, options: PoolOptions): Pool {
  return postgres(url, poolOptions(options));
}

/** Gives one session of the pool to `run` alone. A transaction that `run` leaves open is rolled back. */
export async function withSession<T>(pool: Pool, run: (session: Session) => Promise<T>): Promise<T> {
  const reserved = await pool.reserve();
  try {
    return await run({
      query: async <Row>(sql: string, parameters: unknown[] = []): Promise<Answer<Row>> => ({
        rows: Array.from(await reserved.unsafe<Row[]>(sql, parameters as never[])),
      }),
      exec: async (sql) => {
        const results: unknown = await reserved.unsafe(sql).simple();
        return splitResults(results).map((rows) => ({ rows }));
      },
    });
  } finally {
    await reserved.unsafe('rollback').catch(() => undefined);
    reserved.release();
  }
}

type Rows = Record<string, unknown>[];

/** The driver answers a script with an array of results, and one of a single statement with that result. */
function splitResults(results: unknown): Rows[] {
  if (!Array.isArray(results)) return [];
  const isList = results.length > 0 && results.every((entry) => Array.isArray(entry));
  return (isList ? results : [results]).map((rows: Rows) => Array.from(rows));
}

/** The same server's address, for another login or another database. */
export function withLogin(url: string, login: { user?: string; password?: string; database?: string }): string {
  const address = new URL(url);
  if (login.user !== undefined) address.username = encodeURIComponent(login.user);
  if (login.password !== undefined) address.password = encodeURIComponent(login.password);
  if (login.database !== undefined) address.pathname = `/${encodeURIComponent(login.database)}`;
  return address.href;
}
