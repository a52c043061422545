import { text } from '#edge/answers.ts';
import { keepQuery } from '#ui/tabs/keep-query.ts';
import type { Call } from '#server/auth/call.ts';

/** The redirect of an address that has moved, with the query of the draft or release that is seen; null when it has not. */
export async function findMoved({
  url,
  site,
  runtime,
}: Pick<Call, 'url' | 'site' | 'runtime'>): Promise<Response | null> {
  // In development nothing is published, and there are no redirects.
  if (runtime.mode === 'development') return null;
  const answer = await runtime.files.serve(site, new Request(new URL(url.pathname, url)));
  const location = answer.headers.get('location');
  if (location === null) return null;
  const target = location.startsWith('/') ? keepQuery(location, url.search) : location;
  return text(302, 'This address has moved.', { location: target, 'cache-control': 'no-store' });
}
