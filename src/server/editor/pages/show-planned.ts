import { canonicalPath } from '#domain/addresses/routes.ts';
import { type Result, fail, ok } from '#domain/result.ts';
import { withLocale } from '#domain/sites.ts';
import { getKeys } from '#domain/objects.ts';
import type { Locale } from '#domain/locales.ts';
import { readChosenContents } from '#changes/chosen-cells.ts';
import type { Client } from '#content/clients/client.ts';
import { findTarget } from '#content/reading/find-target.ts';
import { ContentReader } from '#content/reader.ts';
import { readReleasePreview } from '#changes/releases/preview-release.ts';
import type { PageTarget } from '#content/reading/page-content.ts';
import { type ProposedPage, type Planned, Source } from '#content/source/source.ts';
import { readAllChanges } from '#publish/plan/plan.ts';
import type { Call } from '#server/auth/call.ts';
import { text } from '#edge/answers.ts';
import { proposePage } from '#server/editor/propose-page.ts';
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
  if ('pageId' in drafts) return findWithPage(asked, drafts);
  const { url, site, runtime } = asked;
  const { client } = await asked.session();
  const planned = await readPlanned({ client, service: runtime.serviceClient }, drafts);
  if (!planned) return fail('not-found', 'This release was deleted meanwhile.');
  const find = (shown?: Parameters<typeof findTarget>[4]) => findTarget(client, site, url.pathname, 'published', shown);
  // A record that gets another address is found by its draft.
  const found = 'release' in drafts ? await find({ release: drafts.release }) : ((await find()) ?? (await find(true)));
  const source = new Source(client, { site, view: 'published', at: new Date().toISOString(), planned });
  return found ? ok({ ...found, source }) : absent;
}

async function readPlanned(
  actor: { client: Client; service: Client },
  drafts: Exclude<PlannedDrafts, { pageId: number }>,
): Promise<Planned | null> {
  if ('records' in drafts) return drafts;
  const preview = await readReleasePreview(actor, drafts.release);
  return preview && { release: { id: drafts.release, merged: preview.merged } };
}

type PageDraft = Extract<PlannedDrafts, { pageId: number }>;

async function findWithPage(asked: Call, page: PageDraft): Promise<Result<Shown>> {
  const { url, site, runtime } = asked;
  const { serviceClient: client } = runtime;
  const draft = await readProposed(client, (await asked.session()).client, page);
  if (!draft.ok) return { ok: false, failure: { ...draft.failure, code: 'conflict' } };
  const at = new Date().toISOString();
  for (const one of draft.value) {
    const locale = one.site === site ? localeAt(one, url.pathname) : null;
    if (locale === null) continue;
    const source = new Source(client, { site, view: 'draft', at, proposed: draft.value });
    return ok({ locale, target: { kind: 'page', ref: one.id }, source });
  }
  const found = await findTarget(client, site, url.pathname, 'published');
  return found
    ? ok({ ...found, source: new Source(client, { site, view: 'published', at, proposed: draft.value }) })
    : absent;
}

/** The pages as they will be: with their drafts, or a single one with some cells of it. */
async function readProposed(
  service: Client,
  client: Client,
  { pageId, cells, below }: PageDraft,
): Promise<Result<ProposedPage[]>> {
  if (cells === null) {
    const changes = await readAllChanges({ client: service, pageId, below });
    return ok(changes.flatMap(({ page }) => page ?? []));
  }
  const chosen = await readChosenContents(client, pageId, cells);
  if (!chosen.ok) return chosen;
  const page = await proposePage(service, pageId, chosen.value);
  return ok(page ? [page] : []);
}

/** The language in which a page will be at a path. */
function localeAt({ addresses }: ProposedPage, path: string): Locale | null {
  const asked = canonicalPath(path);
  for (const locale of getKeys(addresses ?? {})) {
    const address = addresses?.[locale];
    if (address && canonicalPath(withLocale(locale, address.path)) === asked) return locale;
  }
  return null;
}
