import { type SupabaseClient, createClient } from '@supabase/supabase-js';
import { z } from 'zod';
import { readOnly } from '#database/errors.ts';
import { boundedFetch } from './bounded-fetch.ts';
import type { Database } from '#database/database.types.ts';

export type Client = SupabaseClient<Database>;

/** The answer of a database call. */
export type Answer = { data: unknown; error: { code?: string; message: string; details?: string | null } | null };

/**
 * A client that authenticates with a key and has no session: for publishers and scripts.
 * @param during `findRequest` is the request that is being answered, which the database notes with what is changed for it;
 * `isWaitedFor` whether a person waits for the call
 */
export function createKeyClient(
  url: string,
  key: string,
  during: { findRequest?: () => string | undefined; isWaitedFor?: () => boolean } = {},
): Client {
  const { findRequest, isWaitedFor = () => false } = during;
  const bounded = boundedFetch(isWaitedFor);
  return createClient<Database>(url, key, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    global: { fetch: (input, init) => bounded(input, naming(init, findRequest?.())) },
  });
}

function naming(init: RequestInit | undefined, request: string | undefined): RequestInit {
  if (request === undefined) return { ...init };
  const headers = new Headers(init?.headers);
  headers.set('x-request-id', request);
  return { ...init, headers };
}

/**
 * The database did not answer, or answered with an error that the caller did not cause. It travels as an exception to the
 * one place that decides whether to wait and try again or to tell a person.
 */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';
  readonly call: string;
  readonly code: string;
  readonly reason: string;
  readonly details: string | null;
  constructor(call: string, code: string, reason: string, details: string | null = null) {
    super(
      code === readOnly
        ? `The database is read-only, as during a fail-over: it did not do ${call}`
        : `The database did not ${isAnswer(code) ? 'do' : 'answer'} ${call}: ${reason}`,
    );
    this.call = call;
    this.code = code;
    this.reason = reason;
    this.details = details;
  }

  /** Whether the database could not be asked, or not in time: asking again later helps. Otherwise it has answered, and would again. */
  get isAway(): boolean {
    return !isAnswer(this.code);
  }

  /**
   * Whether the database is there and failed at what it was asked for: a value that it could not convert, an answer of another
   * shape. Asking again does not help, and asking for something else does.
   */
  get isOfContent(): boolean {
    return this.code === 'shape' || /^(21|22|54)...$/.test(this.code);
  }

  /** What a person is told who did not cause it. */
  get sentence(): string {
    return this.code === 'timeout'
      ? 'The content database does not answer. If you have changed something, look whether it was done before you try again.'
      : 'The content database cannot be reached. Nothing was changed; try again in a moment.';
  }

  /** Whether the database has answered after all: who asks may not do this, or is not signed in any more. */
  get refusal(): 'forbidden' | 'unauthenticated' | null {
    if (this.code === '42501') return 'forbidden';
    return /^PGRST30[1-3]$/.test(this.code) ? 'unauthenticated' : null;
  }
}

/**
 * Whether an error is the answer of a database that is there. It is not where connections, resources or the time have run out, where
 * it is read-only or locked, nor while the API does not know a function that a migration has just made.
 */
function isAnswer(code: string): boolean {
  if (code === 'shape' || /^(PGRST1|PT)/.test(code)) return true;
  return /^[0-9A-Z]{5}$/.test(code) && !/^(08|53|57|58|25006|55P03|PGRST)/.test(code);
}

/** The parsed data of a database call; throws `DatabaseUnavailable` when the call failed or answered in a shape that is not ours. */
export async function expectData<T>(
  call: string,
  answer: Answer | PromiseLike<Answer>,
  schema: z.ZodType<T>,
): Promise<T> {
  const { data, error } = await answer;
  if (error)
    throw new DatabaseUnavailable(call, error.code ?? 'unknown', error.message || 'no connection', error.details);
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
