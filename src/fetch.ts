import { FetchState, astro } from 'astro/fetch';
import { languageOf } from '#domain/locales.ts';
import { splitLocale } from '#domain/sites.ts';
import { ContentReader } from '#content/reader.ts';
import { Source } from '#content/source.ts';
import { loadEditorState } from '#editor/load-editor-state.ts';
import { siteOfHost } from '#server/config.ts';
import { findTarget } from '#server/find-target.ts';
import { isSameOrigin } from '#server/origin-check.ts';
import { getRuntime } from '#server/runtime.ts';
import { readSession } from '#server/session.ts';

/**
 * Astro's request entry: everything that is rendered on demand. Published pages never come here; they are files. Here the
 * site is taken from the host, the origin of changing requests is checked, and a draft is shown to signed-in staff.
 */
export default { fetch: handle };

async function handle(request: Request): Promise<Response> {
  const runtime = getRuntime();
  const { config } = runtime;
  const site = siteOfHost(config, request.headers.get('host'));
  if (!site) return text(404, 'There is no site on this host.');
  if (!isSameOrigin(request, config)) {
    return text(403, 'This request came from another website and was refused.');
  }
  const state = new FetchState(request);
  const { url } = state;
  if (url.pathname.startsWith('/_actions/')) {
    return privately(await astro(state));
  }
  const path = url.pathname;
  const locale = splitLocale(site, path)?.locale ?? 'en';
  const session = await readSession(request, runtime.supabase);

  if (splitLocale(site, path)?.rest === '/login') {
    state.locals.login = { site, locale, language: languageOf[locale], next: safeNext(url.searchParams.get('next')) };
    return privately(await astro(state), session.cookies);
  }
  if (url.searchParams.get('draft') !== 'true') return text(404, 'There is no page here.');
  if (!session.staff) {
    const next = `${path}${url.search}`;
    return new Response(null, {
      status: 302,
      headers: { location: `/login?next=${encodeURIComponent(next)}`, 'cache-control': 'no-store' },
    });
  }
  const found = await findTarget(session.client, site, path, 'draft');
  const source = new Source(session.client, { site, view: 'draft', at: new Date().toISOString() });
  const reader = new ContentReader(source, found?.locale ?? locale, config.origins);
  const content = await reader.load(found?.target ?? { kind: 'not_found' });
  if (!content.ok) return text(content.failure.code === 'not-found' ? 404 : 422, content.failure.message);
  state.locals.page = content.value;
  state.locals.view = 'draft';
  state.locals.editor = await loadEditorState(session, content.value);
  return privately(await astro(state), session.cookies);
}

function text(status: number, message: string): Response {
  return new Response(`${message}\n`, {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  });
}

function privately(response: Response, cookies: readonly string[] = []): Response {
  response.headers.set('cache-control', 'no-store');
  response.headers.set('x-content-type-options', 'nosniff');
  response.headers.set('referrer-policy', 'strict-origin-when-cross-origin');
  for (const cookie of cookies) response.headers.append('set-cookie', cookie);
  return response;
}

/** Where to go after signing in: a path of this site and nothing else. */
function safeNext(next: string | null): string {
  return next && /^\/(?![/\\])/.test(next) ? next : '/';
}
