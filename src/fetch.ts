import { FetchState, astro } from 'astro/fetch';
import { z } from 'zod';
import { type Locale, languageOf } from '#domain/locales.ts';
import { imageTooLarge } from '#domain/new-image.ts';
import { type SiteId, splitLocale, withLocale } from '#domain/sites.ts';
import { type Client, expectData } from '#content/client.ts';
import { ContentReader } from '#content/reader.ts';
import { localized } from '#content/records/raw.ts';
import { localText } from '#content/records/texts.ts';
import { Source } from '#content/source.ts';
import { loadEditorState } from '#editor/load-editor-state.ts';
import { siteOfHost } from '#server/config.ts';
import { draftMedia, storedMedia } from '#server/draft-media.ts';
import { findTarget } from '#server/find-target.ts';
import { isSameOrigin } from '#server/origin-check.ts';
import { checkJson, discardBody, readBody } from '#server/read-body.ts';
import { notStaff, signedOut } from '#server/refusals.ts';
import { renderPage } from '#server/render-page.ts';
import { type Runtime, getRuntime } from '#server/runtime.ts';
import { safeNext } from '#server/safe-next.ts';
import { uploadBodyLimit, uploadPath } from '#server/uploads.ts';
import { type Session, markerCookieHeader, readSession } from '#server/session.ts';
import { problemStatus, signIn } from '#server/sign-in.ts';

/**
 * Astro's request entry: everything that is rendered on demand. Published pages never come here; they are files. Here the
 * site is taken from the host, the origin of changing requests is checked, and a draft is shown to signed-in staff.
 */
export default { fetch: handle };

const siteRow = z.object({ localized: localized({ title: z.string() }) }).nullable();

/** More than the data of any module. */
const actionBodyLimit = 1024 * 1024;

async function handle(request: Request): Promise<Response> {
  const runtime = getRuntime();
  const { config } = runtime;
  const site = siteOfHost(config, request.headers.get('host'));
  if (!site) return text(404, 'There is no site on this host.');
  if (!isSameOrigin(request, config)) {
    return text(403, 'This request came from another website and was refused.');
  }
  const url = new URL(request.url);
  if (url.pathname.startsWith('/_actions/')) return callAction(request, runtime);
  const split = splitLocale(site, url.pathname);
  const locale = split?.locale ?? 'en';
  if (split?.rest.replace(/\/$/, '') === '/login') return login(request, url, site, locale, runtime);
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return text(405, 'This address can only be read.', { allow: 'GET, HEAD' });
  }
  const isDraft = url.searchParams.get('draft') === 'true';
  if (runtime.mode === 'development' && !isDraft) return published(url, site, locale, runtime);
  const session = await readSession(request, runtime.supabase);
  if (url.pathname.startsWith('/media/')) return privately(await draftMedia(session, url.pathname), session, request);
  if (!isDraft) return text(404, 'There is no page here.');
  if (!session.staff) {
    const next = `${url.pathname}${url.search}`;
    return text(302, 'Sign in to see drafts.', {
      location: `${withLocale(locale, '/login')}?next=${encodeURIComponent(next)}`,
    });
  }
  return privately(await draft(request, url, site, locale, session, runtime), session, request);
}

/** In development only: the published view of a page as the code renders it now. Elsewhere it is a file. */
async function published(url: URL, site: SiteId, locale: Locale, runtime: Runtime): Promise<Response> {
  const { config, serviceClient: client } = runtime;
  if (url.pathname.startsWith('/media/')) return secured(await storedMedia(client, url.pathname));
  const found = await findTarget(client, site, url.pathname, 'published');
  const source = new Source(client, { site, view: 'published', at: new Date().toISOString() });
  const reader = new ContentReader(source, found?.locale ?? locale, config.origins);
  const content = await reader.load(found?.target ?? { kind: 'not_found' });
  if (!content.ok) return text(content.failure.code === 'not-found' ? 404 : 422, content.failure.message);
  const { html, csp } = await renderPage(content.value);
  const headers = new Headers({ 'content-type': 'text/html; charset=utf-8' });
  if (csp !== null) headers.set('content-security-policy', csp);
  return secured(new Response(html, { status: content.value.kind === 'not_found' ? 404 : 200, headers }));
}

async function draft(
  request: Request,
  url: URL,
  site: SiteId,
  locale: Locale,
  session: Session,
  { config }: Runtime,
): Promise<Response> {
  const found = await findTarget(session.client, site, url.pathname, 'draft');
  const source = new Source(session.client, { site, view: 'draft', at: new Date().toISOString() });
  const reader = new ContentReader(source, found?.locale ?? locale, config.origins);
  const content = await reader.load(found?.target ?? { kind: 'not_found' }, { brokenModules: 'keep' });
  if (!content.ok) return text(content.failure.code === 'not-found' ? 404 : 422, content.failure.message);
  const state = new FetchState(request);
  state.locals.page = content.value;
  state.locals.view = 'draft';
  state.locals.editor = await loadEditorState(session, content.value);
  return astro(state);
}

/** A call of an action. Its body is read and checked here, because Astro answers 500 to JSON that it cannot read. */
async function callAction(request: Request, runtime: Runtime): Promise<Response> {
  if (request.method !== 'POST') return text(405, 'Actions are called with POST.', { allow: 'POST' });
  const session = await readSession(request, runtime.supabase);
  const isUpload = new URL(request.url).pathname === uploadPath;
  const body = await readBody(request, isUpload && session.staff ? uploadBodyLimit : actionBodyLimit);
  if (!body) {
    await discardBody(request, 3 * uploadBodyLimit);
    return privately(isUpload ? refuseUpload(session) : json(413, 'CONTENT_TOO_LARGE', tooLarge), session, request);
  }
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type === 'application/json' && body.length > 0) {
    const checked = checkJson(body);
    if (!checked.ok) return json(400, 'BAD_REQUEST', checked.failure.message);
  }
  const { headers } = request;
  const state = new FetchState(
    new Request(request.url, body.length > 0 ? { method: 'POST', headers, body } : { method: 'POST', headers }),
  );
  state.locals.session = session;
  return privately(await astro(state), session, request);
}

const tooLarge = 'The request is larger than 1 MB.';

/** A picture that is too large, or from somebody whose pictures are not read in the first place. */
function refuseUpload({ userId, staff }: Session): Response {
  if (staff) return json(413, 'CONTENT_TOO_LARGE', imageTooLarge);
  return userId === null ? json(401, 'UNAUTHORIZED', signedOut) : json(403, 'FORBIDDEN', notStaff);
}

/** The sign-in page, and what its form sends. It works without JavaScript. */
async function login(request: Request, url: URL, site: SiteId, locale: Locale, runtime: Runtime): Promise<Response> {
  const home = withLocale(locale, '/');
  // The page is one route for all locales: the path with a locale prefix is shown by it.
  const state = new FetchState(new Request(new URL(`/login${url.search}`, url), { headers: request.headers }));
  const shown = {
    site,
    siteName: await readSiteName(runtime.serviceClient, site, locale),
    locale,
    language: languageOf[locale],
    path: withLocale(locale, '/login'),
    next: safeNext(url.searchParams.get('next'), home),
    email: '',
    problem: null,
    retryAfterSeconds: 0,
  };
  if (request.method === 'POST') {
    const address = new FetchState(request).clientAddress ?? '';
    const result = await signIn(request, address, runtime.supabase);
    if (result.ok) return text(303, 'Signed in.', { location: safeNext(result.next, home) }, result.cookies);
    const { problem, email, next, retryAfterSeconds } = result;
    state.locals.login = { ...shown, problem, email, next: safeNext(next, home), retryAfterSeconds };
    const page = await astro(state);
    const headers = new Headers(page.headers);
    if (retryAfterSeconds > 0) headers.set('retry-after', String(retryAfterSeconds));
    return secured(new Response(page.body, { status: problemStatus[problem], headers }));
  }
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return text(405, 'This address is read, or sent a form.', { allow: 'GET, HEAD, POST' });
  }
  const session = await readSession(request, runtime.supabase);
  if (session.staff) return text(303, 'Signed in already.', { location: shown.next }, cookiesOf(session, request));
  state.locals.login = shown;
  return privately(await astro(state), session, request);
}

async function readSiteName(client: Client, site: SiteId, locale: Locale): Promise<string> {
  const row = await expectData('sites', client.from('sites').select('localized').eq('id', site).maybeSingle(), siteRow);
  return localText(row?.localized, locale, 'title') ?? '';
}

/** What the session's use has set; a renewed session renews the marker with it. */
function cookiesOf(session: Session, request: Request): string[] {
  const isRenewed = session.staff !== null && session.cookies.length > 0 && !session.isEnded;
  return isRenewed ? [...session.cookies, markerCookieHeader(request, true)] : session.cookies;
}

function text(
  status: number,
  message: string,
  headers: Record<string, string> = {},
  cookies: readonly string[] = [],
): Response {
  const response = new Response(`${message}\n`, {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', ...headers },
  });
  return secured(response, cookies);
}

/** An error in the form in which Astro's actions answer. */
function json(status: number, code: string, message: string): Response {
  return secured(Response.json({ type: 'AstroActionError', code, status, message }, { status }));
}

function privately(response: Response, session: Session, request: Request): Response {
  return secured(response, cookiesOf(session, request));
}

function secured(response: Response, cookies: readonly string[] = []): Response {
  if (!response.headers.has('cache-control')) response.headers.set('cache-control', 'no-store');
  response.headers.set('x-content-type-options', 'nosniff');
  response.headers.set('referrer-policy', 'strict-origin-when-cross-origin');
  for (const cookie of cookies) response.headers.append('set-cookie', cookie);
  return response;
}
