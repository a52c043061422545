import { findTarget } from '#content/find-target.ts';
import { ContentReader } from '#content/reader.ts';
import { Source } from '#content/source.ts';
import { readDraftChanges } from '#publish/plan.ts';
import type { Call } from '#server/auth/call.ts';
import { text } from '#edge/answers.ts';
import { showBare } from './show-bare.ts';

/**
 * Any page of the site as it is live, or as it will be once the draft of one page is published: the page alone, for frames of the
 * editor. Both are drawn as the publisher draws them.
 */
export async function showPlanned(
  { request, url, site, runtime }: Call,
  { pageId, side }: { pageId: number; side: 'before' | 'after' },
): Promise<Response> {
  const { serviceClient: client, config } = runtime;
  const draft = side === 'after' ? (await readDraftChanges({ client, pageId })).page : null;
  const own = draft?.site === site ? await findTarget(client, site, url.pathname, 'draft') : null;
  const isOwn = own?.target.kind === 'page' && own.target.ref === pageId;
  const found = isOwn ? own : await findTarget(client, site, url.pathname, 'published');
  if (!found) return text(404, 'There is no page at this address then.');
  const view = isOwn ? 'draft' : 'published';
  const source = new Source(client, { site, view, at: new Date().toISOString(), foreseen: draft });
  const content = await new ContentReader(source, found.locale, config.origins).load(found.target);
  if (!content.ok) return text(content.failure.code === 'not-found' ? 404 : 422, content.failure.message);
  return showBare(request, content.value);
}
