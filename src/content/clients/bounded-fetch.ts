import { describeCause } from '#domain/describe-error.ts';
import { ownValue } from '#domain/objects.ts';
/** Milliseconds that a call over HTTP may take: where somebody waits for it, and elsewhere, where the database ends it sooner. */
const usual = { whileWaitedFor: 5000, otherwise: 10_000 };
/** The same of files, which take as long as their bytes do. */
const ofFiles = { whileWaitedFor: 60_000, otherwise: 600_000 };
/** Functions that ask the database for a longer statement timeout, and the milliseconds that their calls may take. */
export const longFunctions: Readonly<Record<string, number>> = {
  apply_release: 125_000,
  apply_due_releases: 125_000,
  await_releases: 125_000,
  take_release_back: 125_000,
  find_broken_invariants: 65_000,
  import_records: 65_000,
  export_count: 605_000,
  export_rows: 605_000,
  export_children: 605_000,
  import_apply: 3_605_000,
};

/** How long a call may take. */
function getLimit(pathname: string, isWaitedFor: boolean): number {
  const name = /^\/rest\/v1\/rpc\/(\w+)$/.exec(pathname)?.[1];
  const own = name === undefined ? undefined : ownValue(longFunctions, name);
  const { whileWaitedFor, otherwise } = pathname.startsWith('/storage/') ? ofFiles : usual;
  return own ?? (isWaitedFor ? whileWaitedFor : otherwise);
}

/**
 * What the library would ask again by itself, up to four times or for half a minute, and the status that it takes as an answer: one
 * of the data API, or of a session that is renewed.
 */
function findFinalStatus({ pathname, searchParams }: URL): number | null {
  if (pathname.startsWith('/rest/')) return 502;
  return pathname === '/auth/v1/token' && searchParams.get('grant_type') === 'refresh_token' ? 424 : null;
}

/**
 * `fetch` for the client of a Supabase, which has no limit of time of its own: a call that takes longer than it may is answered
 * with the code `timeout`. Where somebody waits for the answer, nothing is asked twice.
 *
 * @param isWaitedFor whether a person waits for the answer to this call
 */
export function boundedFetch(isWaitedFor: () => boolean): typeof fetch {
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const isOfPerson = isWaitedFor();
    const milliseconds = getLimit(url.pathname, isOfPerson);
    const final = isOfPerson ? findFinalStatus(url) : null;
    const limit = AbortSignal.timeout(milliseconds);
    const signal = init?.signal ? AbortSignal.any([init.signal, limit]) : limit;
    try {
      const answer = await fetch(input, { ...init, signal });
      return final !== null && answer.status >= 500 ? await asFinal(final, answer) : answer;
    } catch (error) {
      if (limit.aborted) return unanswered(final ?? 504, 'timeout', `no answer within ${milliseconds / 1000} s`);
      if (final !== null && !init?.signal?.aborted) return unanswered(final, unreachable, describeCause(error));
      throw error;
    }
  };
}

/** The code of a call to which nobody answers. */
export const unreachable = 'unreachable';

async function asFinal(status: number, answer: Response): Promise<Response> {
  // The body of the data API names the error of the database.
  if (status === 502) return new Response(answer.body, { status, headers: answer.headers });
  await answer.body?.cancel();
  return unanswered(status, unreachable, `Auth answered ${answer.status}`);
}

/** In the words of the data API, and of Auth. */
function unanswered(status: number, code: string, message: string): Response {
  return Response.json({ code, message, error_code: code, msg: message }, { status });
}
