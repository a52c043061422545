import { isAdminPath } from '#domain/admin-paths.ts';
import { isFormPath } from '#domain/forms/form-address.ts';
import type { Locale } from '#domain/locales.ts';
import { imageTooLarge } from '#domain/new-image.ts';
import { type SearchAnswer, readQuestion, searchEndpoint } from '#domain/search.ts';
import { type SiteId, splitLocale, withLocale } from '#domain/sites.ts';
import { DatabaseUnavailable } from '#content/client.ts';
import type { PageContent } from '#content/page-content.ts';
import { ContentReader } from '#content/reader.ts';
import { searchSite } from '#content/search/search-site.ts';
import { Source } from '#content/source.ts';
import { makeEditorState, readDraftState } from '#server/editor/draft-state.ts';
import { readGalleryQuery } from '#server/editor/gallery/gallery-query.ts';
import { readGallery } from '#server/editor/gallery/read-gallery.ts';
import { answerAdmin } from '#server/editor/admin-pages.ts';
import { json, secured, text } from '#server/http/answers.ts';
import { originOfHost, siteOfHost } from '#server/config.ts';
import { draftMedia, storedMedia } from '#server/editor/draft-media.ts';
import { findTarget } from '#server/http/find-target.ts';
import { galleryPath } from '#domain/gallery-path.ts';
import { formsOf } from '#server/http/serve-forms.ts';
import { health } from '#server/http/health.ts';
import { log } from '#server/log.ts';
import { answerLogin } from '#server/auth/login-pages.ts';
import { loginPathOf } from '#server/auth/login-paths.ts';
import { mayReadMailbox, readMailbox } from '#server/mail/mailbox.ts';
import { isSameOrigin } from '#server/http/origin-check.ts';
import { checkJson, readBody } from '#server/http/read-body.ts';
import { notStaff, signedOut } from '#server/auth/refusals.ts';
import { renderPage } from '#astro/render-page.ts';
import { clientAddressOf, renderRoute } from '#astro/render-route.ts';
import { documentNow, redirectNow } from '#server/publish/published-now.ts';
import { type Runtime, getRuntime } from '#server/runtime.ts';
import { answerSearch, asksSearchPage, mayAsk } from '#server/http/search.ts';
import { addressKey } from '#server/http/throttle.ts';
import { uploadBodyLimit, uploadPath } from '#server/http/uploads.ts';
import { type Session, cookiesOf, readSession } from '#server/auth/session.ts';

/**
 * Astro's request entry: everything that is rendered on demand. Published pages never come here; they are files. Here the
 * site is taken from the host, the origin of changing requests is checked, and a draft is shown to signed-in staff.
 */
export default { fetch: handle };

/** More than the data of any module. */
const actionBodyLimit = 1024 * 1024;

async function handle(request: Request): Promise<Response> {
  const runtime = getRuntime();
  const { config } = runtime;
  const url = new URL(request.url);
  if (runtime.mode === 'development' && url.pathname === '/healthz') return health(runtime, 'development');
  const site = siteOfHost(config, request.headers.get('host'));
  if (!site) return text(404, 'There is no site on this host.');
  if (!isSameOrigin(request, config)) {
    const expected = originOfHost(config, request.headers.get('host'));
    log.warn({ origin: request.headers.get('origin'), expected }, 'A request from another website was refused');
    return text(403, 'This request came from another website and was refused.');
  }
  if (url.pathname.startsWith('/_actions/')) return callAction(request, runtime);
  const address = clientAddressOf(request);
  if (isFormPath(url.pathname))
    return secured(await formsOf(runtime).answer(request, { site, address: addressKey(address) }));
  const split = splitLocale(site, url.pathname);
  const locale = split?.locale ?? 'en';
  const loginPath = loginPathOf(split?.rest);
  if (loginPath) return answerLogin(loginPath, { request, url, site, locale, address, runtime });
  if (url.pathname === '/dev/mailbox' && mayReadMailbox(config, request, address)) return mailbox(request, config);
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return text(405, 'This address can only be read.', { allow: 'GET, HEAD' });
  }
  if (isAdminPath(url.pathname)) return answerAdmin(request, url, site, runtime);
  if (runtime.mode === 'development' && url.pathname === searchEndpoint)
    return answerSearch(request, site, address, runtime);
  const isDraft = url.searchParams.get('draft') === 'true';
  if (!isDraft && asksSearchPage(site, url)) return searched(request, url, site, locale, address, runtime);
  const isGallery = url.pathname === galleryPath;
  if (runtime.mode === 'development' && !isDraft && !isGallery) return published(url, site, locale, runtime);
  const session = await readSession(request, runtime);
  if (url.pathname.startsWith('/media/'))
    return privately(await draftMedia(session, url.pathname), session, request, runtime);
  if (!isDraft && !isGallery) return text(404, 'There is no page here.');
  if (!session.staff && !(isGallery && runtime.mode === 'development')) {
    const next = `${url.pathname}${url.search}`;
    const location = `${withLocale(locale, '/login')}?next=${encodeURIComponent(next)}`;
    return text(
      302,
      `Sign in to see ${isGallery ? 'the modules' : 'drafts'}.`,
      { location },
      cookiesOf(session, request, runtime),
    );
  }
  if (isGallery) return privately(await gallery(request, url, site, session, runtime), session, request, runtime);
  return privately(await draft(request, url, site, locale, session, runtime), session, request, runtime);
}

/** The published search page with what was found, for whoever has no JavaScript. Without the database it is the file. */
async function searched(
  request: Request,
  url: URL,
  site: SiteId,
  locale: Locale,
  address: string,
  runtime: Runtime,
): Promise<Response> {
  if ((await mayAsk(address)) > 0)
    return text(429, 'Too many searches. Try again in a minute.', { 'retry-after': '60' });
  try {
    const question = readQuestion(url.searchParams);
    const answer = question.query === '' ? null : await searchSite(runtime.serviceClient, { site, locale }, question);
    return await published(url, site, locale, runtime, answer);
  } catch (error) {
    if (!(error instanceof DatabaseUnavailable)) throw error;
    return runtime.files.serve(site, request);
  }
}

/**
 * The published view of a page as the code renders it now. In development for every page; else they are files, and only the
 * search page is made when something is looked for.
 */
async function published(
  url: URL,
  site: SiteId,
  locale: Locale,
  runtime: Runtime,
  answer: SearchAnswer | null = null,
): Promise<Response> {
  const { config, database, serviceClient: client } = runtime;
  if (url.pathname.startsWith('/media/')) return secured(await storedMedia(client, url.pathname));
  const machines = await documentNow(runtime, site, url.pathname);
  if (machines) return machines;
  const found = await findTarget(client, site, url.pathname, 'published');
  const moved = found ? null : await redirectNow(runtime, site, url);
  if (moved) return moved;
  const source = new Source(database, { site, view: 'published', at: new Date().toISOString() });
  const reader = new ContentReader(source, found?.locale ?? locale, config.origins);
  const content = await reader.load(found?.target ?? { kind: 'not_found' });
  if (!content.ok) return text(content.failure.code === 'not-found' ? 404 : 422, content.failure.message);
  const shown = answer === null ? content.value : withAnswer(content.value, answer);
  const { html, csp } = await renderPage(shown);
  const headers = new Headers({ 'content-type': 'text/html; charset=utf-8' });
  if (csp !== null) headers.set('content-security-policy', csp);
  return secured(new Response(html, { status: content.value.kind === 'not_found' ? 404 : 200, headers }));
}

/** The search page as it is when something was looked for. Search engines are not to list what others looked for. */
function withAnswer(page: PageContent, answer: SearchAnswer): PageContent {
  if (page.kind !== 'page' || page.screen?.screen !== 'search') return page;
  const head = { ...page.frame.head, noindex: true };
  return { ...page, frame: { ...page.frame, head }, screen: { ...page.screen, query: answer.query, answer } };
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
  const target = found?.target ?? { kind: 'not_found' };
  const [content, stored] = await Promise.all([
    reader.load(target, { brokenModules: 'keep' }),
    target.kind === 'page' ? readDraftState(session, target.ref) : null,
  ]);
  if (!content.ok) return text(content.failure.code === 'not-found' ? 404 : 422, content.failure.message);
  const editor = makeEditorState(session, content.value, stored);
  return renderRoute(request, { page: content.value, view: 'draft', editor });
}

/** Every type of module, with records of the site. In development nobody has to be signed in. */
async function gallery(
  request: Request,
  url: URL,
  site: SiteId,
  { staff, client }: Session,
  { config, serviceClient }: Runtime,
): Promise<Response> {
  const query = readGalleryQuery(url.searchParams, site);
  const shown = await readGallery(staff ? client : serviceClient, { site, query, origins: config.origins });
  return renderRoute(request, { gallery: shown });
}

/** The letters that this machine would have sent, for whoever develops or tries it. */
async function mailbox(request: Request, { mail }: Runtime['config']): Promise<Response> {
  const letters = mail.by === 'mailbox' ? await readMailbox(mail.directory) : [];
  return secured(await renderRoute(request, { mailbox: letters }));
}

/** A call of an action. Its body is read and checked here, because Astro answers 500 to JSON that it cannot read. */
async function callAction(request: Request, runtime: Runtime): Promise<Response> {
  if (request.method !== 'POST') return text(405, 'Actions are called with POST.', { allow: 'POST' });
  const session = await readSession(request, runtime);
  const isUpload = new URL(request.url).pathname === uploadPath;
  const body = await readBody(request, isUpload && session.staff ? uploadBodyLimit : actionBodyLimit);
  if (!body) {
    const refused = isUpload ? refuseUpload(session) : json(413, 'CONTENT_TOO_LARGE', tooLarge);
    return privately(refused, session, request, runtime);
  }
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type === 'application/json' && body.length > 0) {
    const checked = checkJson(body);
    if (!checked.ok) return json(400, 'BAD_REQUEST', checked.failure.message);
  }
  const { headers } = request;
  const called = new Request(
    request.url,
    body.length > 0 ? { method: 'POST', headers, body } : { method: 'POST', headers },
  );
  const answer = await renderRoute(called, { session, address: addressKey(clientAddressOf(request)) });
  return privately(answer, session, request, runtime);
}

const tooLarge = 'The request is larger than 1 MB.';

/** A picture that is too large, or from somebody whose pictures are not read in the first place. */
function refuseUpload({ userId, staff }: Session): Response {
  if (staff) return json(413, 'CONTENT_TOO_LARGE', imageTooLarge);
  return userId === null ? json(401, 'UNAUTHORIZED', signedOut) : json(403, 'FORBIDDEN', notStaff);
}

function privately(response: Response, session: Session, request: Request, runtime: Runtime): Response {
  return secured(response, cookiesOf(session, request, runtime));
}
