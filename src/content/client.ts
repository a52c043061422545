import { type SupabaseClient, createClient } from '@supabase/supabase-js';
import { z } from 'zod';
import type { Database } from './database.types.ts';

export type Client = SupabaseClient<Database>;

/** The answer of a database call. */
export type Answer = { data: unknown; error: { code?: string; message: string } | null };

/**
 * A client that authenticates with a key and has no session: for publishers and scripts.
 * @param findRequest the request that is being answered, which the database notes with what is changed for it
 */
export function createKeyClient(url: string, key: string, findRequest?: () => string | undefined): Client {
  return createClient<Database>(url, key, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    ...(findRequest ? { global: { fetch: (input, init) => fetch(input, naming(init, findRequest())) } } : {}),
  });
}

function naming(init: RequestInit | undefined, request: string | undefined): RequestInit {
  if (request === undefined) return { ...init };
  const headers = new Headers(init?.headers);
  headers.set('x-request-id', request);
  return { ...init, headers };
}

/** The error of a write in a transaction that is read-only. */
export const readOnly = '25006';

/**
 * The database did not answer, or answered with an error that the caller did not cause. It travels as an exception to the
 * one place that decides whether to wait and try again or to tell a person.
 */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';
  readonly call: string;
  readonly code: string;
  readonly reason: string;
  constructor(call: string, code: string, reason: string) {
    super(
      code === readOnly
        ? `The database is read-only, as during a fail-over: it did not do ${call}`
        : `The database did not answer ${call}: ${reason}`,
    );
    this.call = call;
    this.code = code;
    this.reason = reason;
  }

  /**
   * Whether the database is there and failed at what it was asked for: a value that it could not convert, an answer of another
   * shape. Asking again does not help, and asking for something else does.
   */
  get isOfContent(): boolean {
    return this.code === 'shape' || /^(21|22|54)...$/.test(this.code);
  }

  /** Whether the database has answered after all: who asks may not do this, or is not signed in any more. */
  get refusal(): 'forbidden' | 'unauthenticated' | null {
    if (this.code === '42501') return 'forbidden';
    return /^PGRST30[1-3]$/.test(this.code) ? 'unauthenticated' : null;
  }
}

/** The parsed data of a database call; throws `DatabaseUnavailable` when the call failed or answered in a shape that is not ours. */
export async function expectData<T>(call: string, answer: PromiseLike<Answer>, schema: z.ZodType<T>): Promise<T> {
  const { data, error } = await answer;
  if (error) throw new DatabaseUnavailable(call, error.code ?? 'unknown', error.message || 'no connection');
  const parsed = schema.safeParse(data);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new DatabaseUnavailable(
    call,
    'shape',
    `unexpected answer at ${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`,
  );
}

/**
 * The rows of a list, each read by itself: one that is not valid keeps none of the others back. `unreadable` has what it is instead,
 * with the row and what is wrong with it.
 *
 * @example z.object({ edits: rowByRow(contentEdit, (row, reason) => ({ ...nothing, reason })) })
 */
export function rowByRow<T>(
  row: z.ZodType<T>,
  unreadable: (stored: unknown, reason: string) => T | null,
): z.ZodType<T[]> {
  return z.array(z.unknown()).transform((stored) =>
    stored.flatMap((one): T[] => {
      const parsed = row.safeParse(one);
      if (parsed.success) return [parsed.data];
      const [issue] = parsed.error.issues;
      const instead = unreadable(one, `${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`);
      return instead === null ? [] : [instead];
    }),
  );
}

/**
 * Texts as a filter of the kind `in` compares them, each as it is: without quotes some are taken for numbers, booleans, lists or
 * nothing, depending on who reads the filter.
 *
 * @example client.from('links').select('id').filter('url', 'in', exactly('null'));
 */
export function exactly(...texts: readonly string[]): string {
  return `(${texts.map((text) => `"${text.replace(/["\\]/g, '\\$&')}"`).join(',')})`;
}
