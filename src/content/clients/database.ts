import type { Answer, Client } from './client.ts';
import type { Database as Schema } from '#database/database.types.ts';
import type { FunctionArguments, FunctionName } from '#database/function-arguments.ts';

type OutputColumn = keyof Schema['public']['Tables']['site_outputs']['Row'];

/** Calls of database functions: over HTTP with a key or a person's token, or over a connection to the database. */
export type Calls = {
  rpc<F extends FunctionName>(name: F, args?: FunctionArguments<F>): PromiseLike<Answer>;
};

/** Rows of the index of outputs: those whose columns have a value, or one of several. */
type OutputQuery = {
  columns: readonly OutputColumn[];
  where: Readonly<Partial<Record<OutputColumn, string | readonly string[]>>>;
  limit: number;
};

/** Notifications of queued changes, sent when they are committed. */
export type Notifications = {
  /**
   * Listens on a connection of its own until the returned function is called. A lost connection is opened again, but not
   * surely: listen anew when nothing is heard.
   * @param hear.onListening the connection listens, for the first time or again: earlier messages may have been missed
   */
  listen(hear: { onListening: () => void; onMessage: (payload: string) => void }): () => void;
  /** Sends a message to all that listen. */
  send(payload: string): PromiseLike<Answer>;
};

/** What is written in it is seen by its own calls alone until it is committed. A call that fails leaves the others as they are. */
export type Transaction = Calls & {
  /** A call after which it is committed; without one, nothing of it stays. */
  commitAfter: Calls['rpc'];
};

/** The database as the publisher uses it, with the rights of `service_role`. */
export type ServiceDatabase = Calls & {
  readOutputs(query: OutputQuery): PromiseLike<Answer>;
  /** Null over HTTP, where the queue is looked at again and again instead. */
  notifications: Notifications | null;
  /** Calls of one transaction, one after another in one session, which is kept meanwhile. Null over HTTP, where each call is one. */
  transact: (<T>(work: (transaction: Transaction) => Promise<T>) => Promise<T>) | null;
  /** How many calls are answered at once, each by a session of its own, which plans what it has not run before. */
  sessions: number;
  close(): Promise<void>;
};

/** The database over the data API, for where only its keys are known. */
export function databaseOverHttp(client: Client): ServiceDatabase {
  const calls: Calls = client;
  return {
    rpc: (name, args) => calls.rpc(name, args),
    readOutputs({ columns, where, limit }) {
      let query = client.from('site_outputs').select(columns.join(', '));
      for (const [column, value] of Object.entries(where)) {
        query = typeof value === 'string' ? query.eq(column, value) : query.in(column, value);
      }
      return query.limit(limit);
    },
    notifications: null,
    transact: null,
    sessions: 1,
    close: async () => {},
  };
}
