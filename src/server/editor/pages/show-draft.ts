import { renderRoute } from '#astro/render-route.ts';
import { ContentReader } from '#content/reader.ts';
import { Source } from '#content/source/source.ts';
import { catalogPartAt } from '#domain/catalog-part.ts';
import { splitLocale } from '#domain/sites.ts';
import { allowOwnFrames } from '#edge/security-headers.ts';
import { secured, text } from '#edge/answers.ts';
import { frameWithQuery } from '#ui/tabs/keep-query.ts';
import type { Call } from '#server/auth/call.ts';
import type { Session } from '#server/auth/session.ts';
import { type DraftSteps, readDraftSteps } from '#content/undo/draft-steps.ts';
import { findTarget } from '#content/reading/find-target.ts';
import { findShownDrafts } from '#content/records/shown-drafts.ts';
import { findMoved } from './find-moved.ts';
import { discardedIdSchema } from '#domain/pages/discarded-id.ts';
import { makeEditorState, readDraftState } from './draft-state.ts';
import { parsePlannedSide } from './parse-planned-side.ts';
import { showBare } from './show-bare.ts';
import { showPlanned } from './show-planned.ts';
import { showRevision } from './show-revision.ts';
import { showVersion, parseShownVersion } from './show-version.ts';
import { readPaused } from '#content/publishing/paused-sites.ts';

/** The draft of a page, with the drafts of the records that it shows, for staff. */
export async function showDraft(asked: Call): Promise<Response> {
  const { request, url, site, locale, runtime, ...call } = asked;
  const version = url.searchParams.get('revision');
  if (version !== null && /^[1-9]\d{0,14}$/.test(version)) return showRevision(asked, Number(version));
  const discarded = discardedIdSchema.safeParse(version);
  if (discarded.success) return showRevision(asked, discarded.data);
  const shownVersion = parseShownVersion(url);
  if (shownVersion) return showVersion(asked, shownVersion);
  const planned = parsePlannedSide(url);
  if (planned) return showPlanned(asked, planned);
  const session = await call.session();
  const part = catalogPartAt(splitLocale(site, url.pathname)?.rest ?? '');
  if (part !== null) {
    const reader = makeReader({ site, locale, runtime }, session, true);
    return secured(Response.json((await reader.catalogPart(part)) ?? { products: [] }));
  }
  const shown = await readDraft({ url, site, locale, runtime }, session);
  if (shown.target.kind === 'not_found') {
    const moved = await findMoved({ url, site, runtime });
    if (moved) return moved;
  }
  const { content, reader, target, isWithoutDrafts } = shown;
  if (!content.ok) return text(content.failure.code === 'not-found' ? 404 : 422, content.failure.message);
  if (version === 'draft') return showBare(request, content.value);
  const [stored, paused, drafts, steps] = await Promise.all([
    target.kind === 'page' ? readDraftState(session, target.ref) : null,
    readPaused(runtime.serviceClient),
    findShownDrafts(session.client, reader.trace.tags, session.userId),
    readSteps({ session, runtime }, target.kind === 'page' ? target.ref : null),
  ]);
  const listed = drafts.map((draft) => (isWithoutDrafts ? { ...draft, isFinished: false } : draft));
  const editor = makeEditorState(session, content.value, stored, paused, listed, steps, runtime.config.origins);
  const page = { ...content.value, frame: frameWithQuery(content.value.frame, url.search) };
  // It is shown in frames of the administration, and shows other versions of itself in frames.
  const response = await renderRoute(request, { page, view: 'draft', editor });
  return allowOwnFrames(allowOwnFrames(response, 'frame-ancestors'), 'frame-src');
}

function readSteps(
  { session: { staff }, runtime }: { session: Session; runtime: Call['runtime'] },
  pageId: number | null,
): Promise<DraftSteps> | DraftSteps {
  if (pageId === null || !staff) return { undo: null, redo: null };
  return readDraftSteps({ service: runtime.serviceClient, userId: staff.userId }, pageId);
}

type Asked = Pick<Call, 'url' | 'site' | 'locale' | 'runtime'>;

/** A page with the drafts of records; without them where one of them makes it unreadable. */
async function readDraft(asked: Asked, session: Session) {
  const preview = await readTarget(asked, session, true);
  if (preview.content.ok || preview.content.failure.code === 'not-found') return { ...preview, isWithoutDrafts: false };
  return { ...(await readTarget(asked, session, false)), isWithoutDrafts: true };
}

function makeReader(
  { site, locale, runtime }: Omit<Asked, 'url'>,
  { client }: Session,
  drafts: boolean,
  opened: { kind: string; id: number } | null = null,
): ContentReader {
  const source = new Source(client, { site, view: 'draft', at: new Date().toISOString(), drafts, opened });
  return new ContentReader(source, locale, runtime.config.origins);
}

async function readTarget({ url, site, locale, runtime }: Asked, session: Session, drafts: boolean) {
  const found = await findTarget(session.client, site, url.pathname, 'draft', drafts);
  const target = found?.target ?? { kind: 'not_found' as const };
  const opened = drafts && target.kind !== 'not_found' ? { kind: target.kind, id: target.ref } : null;
  const reader = makeReader({ site, locale: found?.locale ?? locale, runtime }, session, drafts, opened);
  return { reader, target, content: await reader.load(target, { brokenModules: 'keep' }) };
}
