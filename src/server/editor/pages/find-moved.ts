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
  // What a redirect does not ask for goes along with it; what is open in the editor is of this page.
  const asked = new URL(keepQuery(url.pathname, url.search), url);
  const answer = await runtime.files.serve(site, new Request(asked));
  const location = answer.headers.get('location');
  if (location === null) return null;
  return text(302, 'This address has moved.', { location, 'cache-control': 'no-store' });
}
