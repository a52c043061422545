import { canonicalPath } from '#domain/routes.ts';
import type { PageCell } from '#domain/page-cell.ts';
import { type Result, ok } from '#domain/result.ts';
import { withLocale } from '#domain/sites.ts';
import { keysOf } from '#domain/objects.ts';
import type { Locale } from '#domain/locales.ts';
import { readChosenContents } from '#content/chosen-cells.ts';
import type { Client } from '#content/client.ts';
import { findTarget } from '#content/find-target.ts';
import { ContentReader } from '#content/reader.ts';
import { type ForeseenPage, Source } from '#content/source.ts';
import { readDraftChanges } from '#publish/plan.ts';
import type { Call } from '#server/auth/call.ts';
import { text } from '#edge/answers.ts';
import { foresee } from './foresee.ts';
import { showBare } from './show-bare.ts';

type Planned = {
  pageId: number;
  side: 'before' | 'after';
  /** Only these are published of the draft; null is all of it. */
  cells: readonly PageCell[] | null;
};

/**
 * Any page of the site as it is live, or as it will be once the draft of one page is published: the page alone, for frames of the
 * editor. Both are drawn as the publisher draws them.
 */
export async function showPlanned(asked: Call, planned: Planned): Promise<Response> {
  const { request, url, site, runtime } = asked;
  const { serviceClient: client, config } = runtime;
  const draft =
    planned.side === 'after' ? await readForeseen(client, (await asked.session()).client, planned) : ok(null);
  if (!draft.ok) return text(409, draft.failure.message);
  const ownLocale = draft.value?.site === site ? localeAt(draft.value, url.pathname) : null;
  const isOwn = ownLocale !== null;
  const found = isOwn
    ? { locale: ownLocale, target: { kind: 'page', ref: planned.pageId } as const }
    : await findTarget(client, site, url.pathname, 'published');
  if (!found) return text(404, 'There is no page at this address then.');
  const view = isOwn ? 'draft' : 'published';
  const source = new Source(client, { site, view, at: new Date().toISOString(), foreseen: draft.value });
  const content = await new ContentReader(source, found.locale, config.origins).load(found.target);
  if (!content.ok) return text(content.failure.code === 'not-found' ? 404 : 422, content.failure.message);
  return showBare(request, content.value);
}

/** The page as it will be: with its draft, or with some cells of it. */
async function readForeseen(
  service: Client,
  client: Client,
  { pageId, cells }: Planned,
): Promise<Result<ForeseenPage | null>> {
  if (cells === null) return ok((await readDraftChanges({ client: service, pageId })).page);
  const chosen = await readChosenContents(client, pageId, cells);
  return chosen.ok ? ok(await foresee(service, pageId, chosen.value)) : chosen;
}

/** The language in which a page will be at a path. */
function localeAt({ addresses }: ForeseenPage, path: string): Locale | null {
  const asked = canonicalPath(path);
  for (const locale of keysOf(addresses ?? {})) {
    const address = addresses?.[locale];
    if (address && canonicalPath(withLocale(locale, address.path)) === asked) return locale;
  }
  return null;
}
