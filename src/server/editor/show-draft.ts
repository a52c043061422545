import { renderRoute } from '#astro/render-route.ts';
import { ContentReader } from '#content/reader.ts';
import { Source } from '#content/source.ts';
import { text } from '#server/http/answers.ts';
import { frameWithQuery, keepQuery } from '#ui/tabs/keep-query.ts';
import type { Call } from '#server/auth/call.ts';
import { findTarget } from '#content/find-target.ts';
import { makeEditorState, readDraftState } from './draft-state.ts';
import { readPaused } from '#content/paused-sites.ts';

/** The draft of a page, for staff. */
export async function showDraft({ request, url, site, locale, runtime, ...call }: Call): Promise<Response> {
  const session = await call.session();
  const found = await findTarget(session.client, site, url.pathname, 'draft');
  if (!found) {
    const moved = await findMoved({ url, site, runtime });
    if (moved) return moved;
  }
  const source = new Source(session.client, { site, view: 'draft', at: new Date().toISOString() });
  const reader = new ContentReader(source, found?.locale ?? locale, runtime.config.origins);
  const target = found?.target ?? { kind: 'not_found' };
  const [content, stored, paused] = await Promise.all([
    reader.load(target, { brokenModules: 'keep' }),
    target.kind === 'page' ? readDraftState(session, target.ref) : null,
    readPaused(runtime.serviceClient),
  ]);
  if (!content.ok) return text(content.failure.code === 'not-found' ? 404 : 422, content.failure.message);
  const editor = makeEditorState(session, content.value, stored, paused);
  const page = { ...content.value, frame: frameWithQuery(content.value.frame, url.search) };
  return renderRoute(request, { page, view: 'draft', editor });
}

/** The redirect of an address that has moved, to the draft of the page that it leads to; null when it has not. */
async function findMoved({ url, site, runtime }: Pick<Call, 'url' | 'site' | 'runtime'>): Promise<Response | null> {
  // In development nothing is published, and there are no redirects.
  if (runtime.mode === 'development') return null;
  const answer = await runtime.files.serve(site, new Request(new URL(url.pathname, url)));
  const location = answer.headers.get('location');
  if (location === null) return null;
  const target = location.startsWith('/') ? keepQuery(location, url.search) : location;
  return text(302, 'This address has moved.', { location: target, 'cache-control': 'no-store' });
}
