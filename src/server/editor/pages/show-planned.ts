import { type Result, fail, ok } from '#domain/result.ts';
import type { Locale } from '#domain/locales.ts';
import { proposePage } from '#changes/change-set.ts';
import { readChosenContents } from '#changes/chosen-cells.ts';
import type { Client } from '#content/clients/client.ts';
import { findTarget } from '#content/reading/find-target.ts';
import { ContentReader } from '#content/reader.ts';
import { readReleasePreview } from '#changes/releases/preview-release.ts';
import type { PageTarget } from '#content/reading/page-content.ts';
import { type Planned, Source } from '#content/source/source.ts';
import type { Call } from '#server/auth/call.ts';
import { text } from '#edge/answers.ts';
import type { PlannedDrafts, PlannedSide } from './parse-planned-side.ts';
import { showBare } from './show-bare.ts';

type Shown = { locale: Locale; target: PageTarget; source: Source };

/**
 * Any page of the site as it is live, or as it will be once drafts are published: the page alone, for frames of the editor. Both are
 * drawn as the publisher draws them.
 */
export async function showPlanned(asked: Call, { side, drafts }: PlannedSide): Promise<Response> {
  const shown = side === 'before' ? await findLive(asked) : await findAfter(asked, drafts);
  if (!shown.ok) return text(shown.failure.code === 'not-found' ? 404 : 409, shown.failure.message);
  const { locale, target, source } = shown.value;
  const content = await new ContentReader(source, locale, asked.runtime.config.origins).load(target);
  if (!content.ok) return text(content.failure.code === 'not-found' ? 404 : 422, content.failure.message);
  return showBare(asked.request, content.value);
}

const absent = fail('not-found', 'There is no page at this address then.');

async function findLive({ url, site, runtime: { serviceClient: client } }: Call): Promise<Result<Shown>> {
  const found = await findTarget(client, site, url.pathname, 'published');
  const source = new Source(client, { site, view: 'published', at: new Date().toISOString() });
  return found ? ok({ ...found, source }) : absent;
}

async function findAfter(asked: Call, drafts: PlannedDrafts): Promise<Result<Shown>> {
  const { url, site, runtime } = asked;
  const { client } = await asked.session();
  const read = await readPlanned({ client, service: runtime.serviceClient }, drafts);
  if (!read.ok) return read;
  const planned = read.value;
  const find = (shown?: Parameters<typeof findTarget>[4]) => findTarget(client, site, url.pathname, 'published', shown);
  // A record that gets another address is found by its draft.
  const found = 'records' in drafts ? ((await find()) ?? (await find(true))) : await find(planned);
  // Files that it shows may not be published yet.
  const source = new Source(client, { site, view: 'draft', at: new Date().toISOString(), planned });
  return found ? ok({ ...found, source }) : absent;
}

async function readPlanned(
  actor: { client: Client; service: Client },
  drafts: PlannedDrafts,
): Promise<Result<Planned>> {
  if ('records' in drafts) return ok({ pages: [], ...drafts });
  if ('release' in drafts) {
    const preview = await readReleasePreview(actor, drafts.release);
    return preview
      ? ok({ release: { id: drafts.release, merged: preview.merged } })
      : fail('not-found', 'This release was deleted meanwhile.');
  }
  const { pageId, cells, below, along } = drafts;
  if (cells === null) return ok({ records: along, pages: [pageId, ...below].map((page) => ({ page })) });
  const chosen = await readChosenContents(actor.client, pageId, cells);
  if (!chosen.ok) return { ok: false, failure: { ...chosen.failure, code: 'conflict' } };
  return ok({ records: along, pages: [proposePage(pageId, chosen.value.parent_id, chosen.value.contents)] });
}
