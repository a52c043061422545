import { endpoints } from '#domain/addresses/endpoints.ts';
import { sharedPath } from '#domain/addresses/shared-link.ts';
import { withLocale } from '#domain/sites.ts';
import { renderRoute } from '#astro/render-route.ts';
import { secured, text } from '#edge/answers.ts';
import { readReleasePreview } from '#changes/releases/preview-release.ts';
import type { Call } from '#server/auth/call.ts';
import { type SharedLink, openToken, sharedCookieHeader } from '#server/auth/shared-link.ts';
import { isSecureHost } from '#server/config.ts';
import { readForm } from '#server/http/read-form.ts';

/** What is wrong with a link, for whoever has it. */
export type SharedProblem = 'unknown' | 'expired' | 'revoked' | 'another';

const statusCodes = { unknown: 403, another: 403, expired: 410, revoked: 410 } as const satisfies Record<
  SharedProblem,
  number
>;

/**
 * The page of a link: its script sends the token, which is behind the number sign, and the browser gets it as a cookie. To open the
 * page does nothing yet, so whatever looks at links in mails opens none.
 */
export async function answerShared(call: Call): Promise<Response> {
  const { request, site, runtime } = call;
  if (request.method !== 'POST') return showShared(call, null);
  const form = await readForm(request, endpoints.shared.bodyLimit);
  // A person may paste the whole link.
  const token = (form?.get('token') ?? '').trim().replace(/^.*#/s, '');
  const link = await openToken(token, runtime);
  if (link.state !== 'open') return showShared(call, link.state, link);
  const service = runtime.serviceClient;
  const release = await readReleasePreview({ client: service, service }, link.release);
  const first = release?.pages.find((page) => page.site === site && page.paths?.en !== undefined);
  const location = `${encodeURI(withLocale('en', first?.paths?.en ?? '/'))}?release=${link.release}`;
  const cookie = sharedCookieHeader({ token, expiresAt: link.expiresAt }, isSecureHost(runtime.config, request));
  return guarded(text(303, 'Opened.', { location }, [cookie]));
}

/** Says what is wrong with a link, or asks for one. A link that shows nothing any more is forgotten. */
export async function showShared(
  { request, url, runtime }: Call,
  problem: SharedProblem | null,
  link: SharedLink | null = null,
): Promise<Response> {
  const expiresAt = link && link.state !== 'unknown' ? link.expiresAt : null;
  const page = new Request(new URL('/editor/shared', url), { headers: request.headers });
  const answer = await renderRoute(page, { shared: { path: sharedPath, problem, expiresAt } });
  const status = problem === null ? 200 : statusCodes[problem];
  const isGone = problem !== null && problem !== 'another';
  const cookies = isGone ? [sharedCookieHeader(null, isSecureHost(runtime.config, request))] : [];
  const response = guarded(secured(new Response(answer.body, { status, headers: answer.headers }), cookies));
  // Without a referrer browsers send forms without an origin, and what has none is refused.
  response.headers.set('referrer-policy', 'same-origin');
  return response;
}

/** What shows a release is in no cache and no index, and its address reaches no other website. */
export function guarded(response: Response): Response {
  response.headers.set('cache-control', 'no-store');
  response.headers.set('x-robots-tag', 'noindex, nofollow');
  response.headers.set('referrer-policy', 'no-referrer');
  return response;
}
