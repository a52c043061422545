import postgres from 'postgres';

/** How often sessions are compared: a pool may hand out the same session twice by chance. */
const attempts = 4;
/** Milliseconds after which a client that waits for another one's session is taken for what it is. */
const waitMilliseconds = 1000;
const limitSeconds = 10;

/** In words, of a connection string whose clients share sessions. */
export const sharedSessions =
  'it leads to a pool that gives each transaction another session (as port 6543 of Supabase does)';

/**
 * Whether clients of a connection string share the sessions of the database, as behind PgBouncer in its mode `transaction`: a client
 * has one only during its transactions. Nothing that belongs to a session works then: `LISTEN` is answered and never heard of, and a
 * lock or a setting is somebody else's.
 */
export async function sharesSessions(url: string): Promise<boolean> {
  const options = { max: 1, prepare: false, fetch_types: false, connect_timeout: limitSeconds, onnotice: () => {} };
  const [one, other] = [postgres(url, options), postgres(url, options)];
  const timer = setTimeout(
    () => void Promise.all([one.end({ timeout: 0 }), other.end({ timeout: 0 })]),
    limitSeconds * 1000,
  );
  try {
    const rows = await one<{ pid: number }[]>`select pg_backend_pid() as pid`;
    let pid = rows[0]?.pid;
    // What the client was told when it connected: poolers tell a number of their own.
    if (rows.state.pid === pid) return false;
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      const [held, next] = await other.begin(async (transaction) => {
        const [row] = await transaction<{ pid: number }[]>`select pg_backend_pid() as pid`;
        return [row?.pid, await pidWithin(waitMilliseconds, one)];
      });
      if (held === pid || next !== pid) return true;
      pid = next;
    }
    return false;
  } finally {
    clearTimeout(timer);
    await Promise.all([one.end({ timeout: 0 }), other.end({ timeout: 0 })]);
  }
}

/** The session of a client; null where it waits for one that another client has. */
async function pidWithin(milliseconds: number, sql: postgres.Sql): Promise<number | null> {
  const waiting = Promise.withResolvers<null>();
  const timer = setTimeout(() => waiting.resolve(null), milliseconds);
  const asked = sql<{ pid: number }[]>`select pg_backend_pid() as pid`.then(([row]) => row?.pid ?? null);
  // It may end with the client that waits.
  asked.catch(() => {});
  try {
    return await Promise.race([asked, waiting.promise]);
  } finally {
    clearTimeout(timer);
  }
}
