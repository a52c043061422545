import { z } from 'zod';
import { callFunction } from '#content/clients/call-function.ts';
import { type Client, expectData } from '#content/clients/client.ts';
import type { Json } from '#database/database.types.ts';
import type { OutputChange } from '#content/publishing/receipt-item.ts';
import type { PageContents } from '#content/source/revisions.ts';
import type { Origins } from '#kinds/reading/context.ts';
import { localeSchema, siteSchema } from '#kinds/reading/localized-row.ts';
import { pageRow, pagesAnswer } from '#kinds/page/shapes.ts';
import { Source } from '#content/source/source.ts';
import { sitemapAnswer } from '#publish/draw/documents/sitemap.ts';
import { type MarkupChange, compareMarkup } from './compare-markup.ts';
import { type FailedField, failedFields } from '#publish/failure-record.ts';
import { type OutputKind, leavesAddress, outputKindSchema, outputPath, sitemapKindSchema } from '#publish/output.ts';
import { type RenderPage, Renderer } from '#publish/draw/render.ts';

/** A URL that a publish would touch: the receipt before. */
export type PlannedOutput = {
  site: z.infer<typeof siteSchema>;
  kind: OutputKind;
  locale: z.infer<typeof localeSchema>;
  path: string | null;
  change: Exclude<OutputChange, 'same'>;
  reasons: string[];
  failure: string | null;
  /** Where the content fails, when that is why it could not be rendered. */
  issues: readonly FailedField[];
  /** It is a page of what would be published itself. */
  isOwn?: boolean;
  /** The lines in which a page differs from its live file; only where that is read. */
  changes?: readonly MarkupChange[];
};

const waiting = z.object({
  tags: z.array(z.string()),
  rows: z.array(z.object({ kind: z.string(), ref: z.number().optional(), site: z.string().optional() })),
});

const draftChanges = waiting.extend({
  page: pageRow
    .pick({ id: true, site: true, route: true, parent_id: true, template: true, is_editable: true, addresses: true })
    .extend({
      above: pagesAnswer.shape.above,
      is_listed: z.boolean(),
      is_listed_anew: z.boolean(),
      is_redirected: z.boolean(),
      is_led_to_anew: z.boolean(),
    })
    .nullable(),
});

const plan = z.object({
  total: z.number(),
  outputs: z.array(
    z.object({
      site: siteSchema,
      kind: outputKindSchema,
      ref: z.number(),
      locale: localeSchema,
      listed: sitemapKindSchema.nullable(),
      path: z.string().nullable(),
      hash: z.string().nullable(),
      reasons: z.array(z.string()),
      address: z.string().nullable(),
      shown: z.boolean(),
    }),
  ),
});

/** More than anyone reads; the total is shown as well. */
const planLimit = 2000;

type PlanOptions = {
  client: Client;
  origins: Origins;
  renderPage: RenderPage;
  at: string;
  /** The page whose draft would be published, besides the changes that are in the queue already. */
  pageId: number | null;
  /** Pages below it whose drafts would be published with it. */
  below?: readonly number[];
  /** What would be published of that page instead of its draft; contents are null where nothing would be. */
  instead?: { parentId: number | null; contents: PageContents | null };
  /** Tags of other changes that would be made. */
  tags?: readonly string[];
  /** Reads the live file of a page, to tell in what it will differ; null where there is none. */
  readLive?: (site: PlannedOutput['site'], path: string) => Promise<string | null>;
  /** Only so many outputs, the page's own first: what people see while all others are worked out. */
  first?: number;
};

/**
 * The URLs that publishing would change, and why, without changing anything: the outputs that depend on the new rows are
 * rendered and compared with the live ones.
 */
export async function planPublish(options: PlanOptions): Promise<PlannedOutput[]> {
  const { client } = options;
  const pending = await callFunction(client, 'publish_pending', waiting);
  const drafts = await readAllChanges(options);
  const pages = drafts.flatMap(({ page }) => page ?? []);
  const ids = new Set([options.pageId, ...(options.below ?? [])]);
  const affected = await callFunction(client, 'publish_plan', plan, {
    p_tags: [...new Set([...pending.tags, ...drafts.flatMap(({ tags }) => tags), ...(options.tags ?? [])])],
    p_rows: [...pending.rows, ...drafts.flatMap(({ rows }) => rows)],
    p_at: options.at,
    p_limit: planLimit,
  });
  const unwritten = await readUnwritten(client);
  const planned: PlannedOutput[] = [];
  for (const [site, outputs] of Map.groupBy(findFirst(affected.outputs, options), (output) => output.site)) {
    const rendererOf = (view: 'published' | 'draft') =>
      new Renderer({
        calls: client,
        source: new Source(client, {
          site,
          view,
          at: options.at,
          proposed: pages.map((page) => ({ ...page, contents: options.instead?.contents ?? undefined })),
        }),
        origins: options.origins,
        renderPage: options.renderPage,
      });
    const published = rendererOf('published');
    const asDrafts = rendererOf('draft');
    const before = new Set(outputs.map(({ path }) => path));
    const moves: AddressMoves = { withdrawn: [], arriving: [] };
    const ofSite = await inPortions(outputs, async (affectedOutput): Promise<PlannedOutput[]> => {
      const output = withAddress(affectedOutput, options);
      const { kind, locale, path, reasons } = output;
      const isPlanned = kind === 'page' && ids.has(output.ref);
      const common = getCommon(output, isPlanned);
      // Nothing would be published of it.
      const isDraft = isPlanned && !(options.instead && !options.instead.contents?.[locale]);
      // Every publish has its record as a reason, also where the index does not know it yet.
      const own = isDraft && !reasons.includes(`page:${output.ref}`) ? [...reasons, `page:${output.ref}`] : reasons;
      if ((!output.shown || isPlanned) && !isDraft) {
        if (path === null) return [];
        if (leavesAddress(kind)) moves.withdrawn.push(path);
        return [{ ...common, change: 'removed' }];
      }
      const listed = pages.filter((page) => page.site === site && listsAnew(page, output));
      if (listed.length > 0) {
        if (kind === 'redirects') return [{ ...common, change: 'changed' }];
        return previewSitemap(client, options.at, listed, output);
      }
      const rendered = await (isDraft ? asDrafts : published).render(output);
      if (rendered.outcome === 'failed') {
        const { failure } = rendered;
        return [{ ...common, change: 'failed', failure: failure.message, issues: failedFields(failure) }];
      }
      const failure = unwritten.get(makeKey({ site_id: site, ...output }));
      if (failure !== undefined) return [{ ...common, reasons: own, change: 'failed', failure }];
      const left: PlannedOutput[] = path === null ? [] : [{ ...common, reasons: own, change: 'removed' }];
      if (rendered.outcome === 'absent') {
        if (path !== null && leavesAddress(kind)) moves.withdrawn.push(path);
        return left;
      }
      const now = { ...common, reasons: own, path: rendered.path };
      if (rendered.path === path) {
        if (rendered.hash === output.hash) return [{ ...now, change: 'unchanged' }];
        return [{ ...now, change: 'changed', ...(await findChanges(options, site, rendered)) }];
      }
      if (leavesAddress(kind)) moves.arriving.push(rendered.path);
      const differences = path === null ? {} : await findChanges(options, site, rendered, path);
      return [{ ...now, ...differences, change: before.has(rendered.path) ? 'changed' : 'new' }, ...left];
    });
    planned.push(...(await withRedirects(client, site, moves, withSitemapIndex(site, ofSite.flat()))));
  }
  return planned;
}

function getCommon(
  { site, kind, locale, path, reasons }: AffectedOutput,
  isOwn: boolean,
): Omit<PlannedOutput, 'change'> {
  return { site, kind, locale, path, reasons, failure: null, issues: [], ...(isOwn && { isOwn }) };
}

/** As many outputs as are read by one call: a site's pages at once would be a statement without a bound. */
const readBatchSize = 50;

async function inPortions<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const done: R[] = [];
  for (let start = 0; start < items.length; start += readBatchSize)
    done.push(...(await Promise.all(items.slice(start, start + readBatchSize).map(work))));
  return done;
}

/** The outputs of a plan, or the first of them: those of the page itself, those of pages that are published with it, other pages, the rest. */
function findFirst(
  outputs: readonly AffectedOutput[],
  { pageId, below = [], first }: Pick<PlanOptions, 'pageId' | 'below' | 'first'>,
): readonly AffectedOutput[] {
  const ids = new Set(below);
  const rank = ({ kind, ref }: AffectedOutput) => (kind !== 'page' ? 3 : ref === pageId ? 0 : ids.has(ref) ? 1 : 2);
  return outputs.toSorted((a, b) => rank(a) - rank(b)).slice(0, first);
}

/** In what a page will differ from its live file, which may be at another path. */
export async function findChanges(
  { readLive }: Pick<PlanOptions, 'readLive'>,
  site: PlannedOutput['site'],
  rendered: Extract<Awaited<ReturnType<Renderer['render']>>, { outcome: 'rendered' }>,
  path = rendered.path,
): Promise<{ changes?: MarkupChange[] }> {
  if (!readLive || rendered.content === null) return {};
  const live = await readLive(site, path);
  return live === null ? {} : { changes: compareMarkup(live, new TextDecoder().decode(rendered.bytes)) };
}

/** A page's address is that of what would be published of it. */
function withAddress(output: AffectedOutput, { pageId, instead }: PlanOptions): AffectedOutput {
  const isOwn = output.ref === pageId && (output.kind === 'page' || output.kind === 'list_feed');
  return instead && isOwn ? { ...output, address: instead.contents?.[output.locale]?.path ?? null } : output;
}

/** The same of all pages that are published together. */
export async function readAllChanges({
  below = [],
  ...options
}: Pick<PlanOptions, 'client' | 'pageId' | 'instead' | 'below'>): Promise<z.infer<typeof draftChanges>[]> {
  const own = await readDraftChanges(options);
  const others = await inPortions(below, (pageId) => readDraftChanges({ client: options.client, pageId }));
  return [own, ...others];
}

/** What publishing the draft of a page would put on the change queue, with the page as links to it are then resolved. */
export async function readDraftChanges({
  client,
  pageId,
  instead,
}: Pick<PlanOptions, 'client' | 'pageId' | 'instead'>): Promise<z.infer<typeof draftChanges>> {
  const nothing = { tags: [], rows: [], page: null };
  if (pageId === null) return nothing;
  if (!instead) {
    // None of a page that somebody has deleted meanwhile.
    return (await callFunction(client, 'draft_changes', draftChanges.nullable(), { p_page_id: pageId })) ?? nothing;
  }
  const { parentId, contents } = instead;
  return callFunction(client, 'contents_changes', draftChanges, {
    p_page_id: pageId,
    // What was read from revisions is JSON.
    p_contents: (contents ?? {}) as Json,
    p_parent_id: parentId ?? undefined,
  });
}

/** Paths at which outputs cease to be, and at which others appear. */
type AddressMoves = { withdrawn: string[]; arriving: string[] };

const redirectSources = z.array(z.object({ from_path: z.string().nullable(), status: z.number() }));

/**
 * An address whose output is withdrawn answers 410 from then on, and one at which an output appears does not any more: the
 * file of redirects changes with the outputs.
 */
async function withRedirects(
  client: Client,
  site: PlannedOutput['site'],
  { withdrawn, arriving }: AddressMoves,
  outputs: readonly PlannedOutput[],
): Promise<PlannedOutput[]> {
  if (withdrawn.length + arriving.length === 0) return [...outputs];
  const rows = await callFunction(client, 'read_redirects', redirectSources, { p_site: site });
  const statuses = new Map(rows.map(({ from_path, status }) => [from_path, status]));
  const left = withdrawn.filter((path) => !arriving.includes(path));
  const known = outputs.find(({ kind }) => kind === 'redirects');
  const isChanged =
    (known?.change === 'changed' && left.length > 0) ||
    left.some((path) => path !== '/' && !statuses.has(path)) ||
    arriving.some((path) => statuses.get(path) === 410);
  if (!isChanged || (known && comesOrGoes(known))) return [...outputs];
  const redirects: PlannedOutput = {
    site,
    kind: 'redirects',
    locale: 'en',
    path: '/_redirects',
    change: 'changed',
    // It goes with the outputs that leave, also for what it was read for; those that appear change it once they are there.
    reasons: [
      ...new Set([
        ...(known && (known.change === 'changed' || left.length > 0) ? known.reasons : []),
        `redirects:${site}`,
      ]),
    ],
    failure: null,
    issues: [],
  };
  return [...outputs.filter(({ kind }) => kind !== 'redirects'), redirects];
}

const unwrittenRow = z.object({
  site_id: z.string(),
  kind: z.string(),
  ref: z.number(),
  locale: z.string(),
  failure: z.object({ message: z.string() }),
});

function makeKey({ site_id, kind, ref, locale }: Omit<z.infer<typeof unwrittenRow>, 'failure'>): string {
  return [site_id, kind, ref, locale].join(':');
}

/** Why files of outputs cannot be written at the moment: rendering them again does not show it. */
async function readUnwritten(client: Client): Promise<Map<string, string>> {
  const rows = await expectData(
    'site_outputs',
    client
      .from('site_outputs')
      .select('site_id, kind, ref, locale, failure')
      .not('failure', 'is', null)
      .eq('failure->>code', 'unavailable')
      .limit(planLimit),
    z.array(unwrittenRow),
  );
  return new Map(rows.map((row) => [makeKey(row), row.failure.message]));
}

type DraftPage = NonNullable<z.infer<typeof draftChanges>['page']>;
type AffectedOutput = z.infer<typeof plan>['outputs'][number];

/** Whether a file that lists pages would change for the draft's page; it is rendered from published pages only. */
function listsAnew(page: DraftPage, { kind, path, reasons }: AffectedOutput): boolean {
  if (kind === 'redirects') return (page.is_redirected || page.is_led_to_anew) && path !== null;
  return kind === 'sitemap' && page.is_listed_anew && reasons.includes(`sitemap:page:${Math.floor(page.id / 500)}`);
}

/** The effect of publishing pages on the sitemap that lists them: the first page creates the file, the last one removes it. */
async function previewSitemap(
  client: Client,
  at: string,
  pages: readonly DraftPage[],
  output: AffectedOutput,
): Promise<PlannedOutput[]> {
  const { site, kind, locale, reasons, path } = output;
  const common = { site, kind, locale, path: outputPath(output, null), reasons, failure: null, issues: [] };
  const { entries } = await callFunction(client, 'read_sitemap', sitemapAnswer, {
    p_site: site,
    p_kind: 'page',
    p_part: output.ref,
    p_at: at,
  });
  const ids = new Set(pages.map(({ id }) => id));
  const hasEntries = pages.some((page) => page.is_listed) || entries.some(({ ref }) => !ids.has(ref));
  if (path === null) return hasEntries ? [{ ...common, change: 'new' }] : [];
  return [{ ...common, change: hasEntries ? 'changed' : 'removed' }];
}

function comesOrGoes({ change }: PlannedOutput): boolean {
  return change === 'new' || change === 'removed';
}

/** A sitemap that comes or goes changes the index of sitemaps, which says so by this reason. */
function withSitemapIndex(site: PlannedOutput['site'], outputs: readonly PlannedOutput[]): PlannedOutput[] {
  const isChanged = outputs.some((output) => output.kind === 'sitemap' && comesOrGoes(output));
  if (!isChanged) return [...outputs];
  const others = outputs.filter(({ kind }) => kind !== 'sitemap_index');
  const known = outputs.find(({ kind }) => kind === 'sitemap_index');
  if (known && comesOrGoes(known)) return [...outputs];
  const index: PlannedOutput = known ?? {
    site,
    kind: 'sitemap_index',
    locale: 'en',
    path: '/sitemap.xml',
    change: 'changed',
    reasons: ['sitemap'],
    failure: null,
    issues: [],
  };
  return [...others, { ...index, change: 'changed' }];
}
