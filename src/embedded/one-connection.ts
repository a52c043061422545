import { AsyncLocalStorage } from 'node:async_hooks';
import type { PGlite } from '@electric-sql/pglite';

/**
 * PGlite is one database connection, and @supabase/lite begins transactions on it without asking whether another request
 * is inside one: two concurrent requests then run with each other's role. This gives the connection to one task at a time,
 * for a statement or for a whole transaction. A task is a request, or a call of `runTask`.
 */
export type OneConnection = {
  /** Runs a task; its statements take turns with those of other tasks. */
  runTask<T>(run: () => Promise<T>): Promise<T>;
  /** Gives the connection to `run` alone until it has ended, for a migration or a script of several statements. */
  exclusively<T>(run: (database: Pick<PGlite, 'query' | 'exec'>) => Promise<T>): Promise<T>;
};

/** One task's hold on the connection. */
class Task {
  holds = false;
  /** Statements that open the transaction; they are sent along with its first real statement. */
  opening: string[] | null = null;
}

type RequestContext = {
  auth?: { uid?: unknown; role?: string | null; jwt?: unknown };
  storage?: { operation?: unknown };
};
/** Parts that the data API keeps for itself, and that only its own types hide. */
type Patchable = {
  driver: PGlite;
  rlsState: string;
  applyJwtSessionContext(db: unknown, context: RequestContext): Promise<void>;
  applyRpcRequestGucs(
    db: unknown,
    rpc: { method: string; path: string; requestHeaders?: Record<string, string> },
  ): Promise<void>;
};

export function shareConnection(connection: object): OneConnection {
  const patched = connection as Patchable;
  const database = patched.driver;
  const tasks = new AsyncLocalStorage<Task>();
  const query = database.query.bind(database);
  const exec = database.exec.bind(database);

  let busy = false;
  const waiting: (() => void)[] = [];
  const take = async (task: Task) => {
    if (busy) await new Promise<void>((resolve) => waiting.push(resolve));
    busy = true;
    task.holds = true;
  };
  const give = (task: Task) => {
    task.holds = false;
    task.opening = null;
    const next = waiting.shift();
    if (next) next();
    else busy = false;
  };
  const turn = async <T>(run: () => Promise<T>): Promise<T> => {
    const task = tasks.getStore() ?? new Task();
    if (task.holds) return run();
    await take(task);
    try {
      return await run();
    } finally {
      give(task);
    }
  };

  const nothing = { rows: [], fields: [], affectedRows: 0 };
  const patchedQuery: typeof query = async (sql, parameters, options) => {
    const task = tasks.getStore();
    if (!task) return turn(() => query(sql, parameters, options));
    if (sql === 'BEGIN' && !task.holds) {
      await take(task);
      task.opening = ['begin'];
      return nothing;
    }
    if (sql === 'COMMIT' || sql === 'ROLLBACK') {
      const opened = task.opening === null;
      try {
        return opened ? await query(sql) : nothing;
      } finally {
        if (task.holds) give(task);
      }
    }
    if (!task.holds) return turn(() => query(sql, parameters, options));
    if (task.opening) {
      const opening = task.opening.join(';');
      task.opening = null;
      await exec(opening);
    }
    return query(sql, parameters, options);
  };
  database.query = patchedQuery;
  database.exec = (sql, options) => turn(() => exec(sql, options));

  // The role and claims of a request in one statement instead of six.
  patched.applyJwtSessionContext = async (_db, context) => {
    const { uid, role, jwt } = context.auth ?? {};
    const settings = [
      ['request.jwt.claim.sub', text(uid)],
      ['request.jwt.claim.role', role || 'anon'],
      ['storage.operation', text(context.storage?.operation)],
      ['request.jwt.claims', jwt && typeof jwt === 'object' ? JSON.stringify(jwt) : ''],
    ] as const;
    await add(`${selectSettings(settings)};set local role ${identifier(role || 'anon')}`);
  };
  patched.applyRpcRequestGucs = async (_db, rpc) => {
    await add(
      selectSettings([
        ['response.status', ''],
        ['response.headers', ''],
        ['request.method', rpc.method],
        ['request.path', rpc.path],
        ['request.headers', JSON.stringify(rpc.requestHeaders ?? {})],
      ]),
    );
  };
  // Otherwise the first request grants every role all rights on every schema that has row level security.
  patched.rlsState = 'active';

  async function add(sql: string): Promise<void> {
    const opening = tasks.getStore()?.opening;
    if (opening) opening.push(sql);
    else await database.exec(sql);
  }

  const runTask = <T>(run: () => Promise<T>): Promise<T> => {
    const task = new Task();
    return tasks.run(task, async () => {
      try {
        return await run();
      } finally {
        if (task.holds) {
          if (!task.opening) await query('rollback').catch(() => undefined);
          give(task);
        }
      }
    });
  };
  return {
    runTask,
    exclusively: (run) => tasks.run(new Task(), () => turn(() => run({ query, exec }))),
  };
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** A string as it is written in SQL. */
export function literal(value: string): string {
  const quoted = `'${value.replaceAll("'", "''")}'`;
  return value.includes('\\') ? ` E${quoted.replaceAll('\\', '\\\\')}` : quoted;
}

function identifier(value: string): string {
  return `"${value.replaceAll('"', '""')}"`;
}

function selectSettings(settings: readonly (readonly [string, string])[]): string {
  return `select ${settings.map(([name, value]) => `set_config('${name}', ${literal(value)}, true)`).join(', ')}`;
}
