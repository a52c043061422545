import { renderRoute } from '#astro/render-route.ts';
import { ContentReader } from '#content/reader.ts';
import { Source } from '#content/source.ts';
import { text } from '#server/http/answers.ts';
import { frameWithQuery } from '#ui/tabs/keep-query.ts';
import type { Call } from '#server/auth/call.ts';
import { findTarget } from '#content/find-target.ts';
import { makeEditorState, readDraftState } from './draft-state.ts';

/** The draft of a page, for staff. */
export async function showDraft({ request, url, site, locale, runtime, ...call }: Call): Promise<Response> {
  const session = await call.session();
  const found = await findTarget(session.client, site, url.pathname, 'draft');
  const source = new Source(session.client, { site, view: 'draft', at: new Date().toISOString() });
  const reader = new ContentReader(source, found?.locale ?? locale, runtime.config.origins);
  const target = found?.target ?? { kind: 'not_found' };
  const [content, stored] = await Promise.all([
    reader.load(target, { brokenModules: 'keep' }),
    target.kind === 'page' ? readDraftState(session, target.ref) : null,
  ]);
  if (!content.ok) return text(content.failure.code === 'not-found' ? 404 : 422, content.failure.message);
  const editor = makeEditorState(session, content.value, stored);
  const page = { ...content.value, frame: frameWithQuery(content.value.frame, url.search) };
  return renderRoute(request, { page, view: 'draft', editor });
}
