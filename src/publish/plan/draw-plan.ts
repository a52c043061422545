import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import { type Client, DatabaseUnavailable, expectData } from '#content/clients/client.ts';
import { type Planned, Source, plannedCalls } from '#content/source/source.ts';
import type { Origins } from '#kinds/reading/context.ts';
import { failedFields } from '#publish/failure-record.ts';
import { compareMarkup } from './compare-markup.ts';
import type { NamedOutput, PlannedOutput } from './planned-output.ts';
import { type Moves, findMoves, planRedirects, withSitemapIndex } from './with-followers.ts';
import { type RenderPage, type Rendered, Renderer } from '#publish/draw/render.ts';

export type DrawnPlan = {
  outputs: PlannedOutput[];
  /** `named` where some were not drawn in time: they may look the same afterwards. */
  pagesAre: 'drawn' | 'named';
};

export type DrawPlanOptions = {
  client: Client;
  origins: Origins;
  renderPage: RenderPage;
  at: string;
  /** What is seen as if it were live; null where nothing but what waits in the queue is drawn. */
  planned: Planned | null;
  /** Reads the live file of a page, to tell in what it will differ; null where there is none. */
  readLive?: (site: PlannedOutput['site'], path: string) => Promise<string | null>;
  /** Told where the database does not answer: what is not drawn is named. Without it that is an error. */
  onUnavailable?: (site: PlannedOutput['site'], error: DatabaseUnavailable) => void;
  /** Milliseconds after which the rest is named only: so long people wait for what they are about to publish. */
  limit?: number;
};

const drawingMilliseconds = 5000;

const nothing: Planned = { pages: [], records: [] };

/** Draws what a plan names as it would be once it is published, and compares it with what is live. */
export async function drawPlan(named: readonly NamedOutput[], options: DrawPlanOptions): Promise<DrawnPlan> {
  const until = performance.now() + (options.limit ?? drawingMilliseconds);
  const { client, origins, renderPage, at, planned } = options;
  const unwritten = readUnwritten(client);
  // Handled where the first output is compared.
  unwritten.catch(() => {});
  const calls = planned ? plannedCalls(client) : client;
  const outputs: PlannedOutput[] = [];
  let pagesAre: DrawnPlan['pagesAre'] = 'drawn';
  for (const [site, those] of Map.groupBy(named, (output) => output.site)) {
    const drawn = new Map<NamedOutput, NamedOutput[]>();
    const source = new Source(calls, { site, view: 'published', at, planned });
    const common = { calls, source, origins, renderPage, planned };
    const drawAll = async (renderer: Renderer, wanted: readonly NamedOutput[]) => {
      for await (const { output, rendered } of renderer.renderAll(wanted)) {
        const failure = (await unwritten).get(makeKey({ site_id: site, ...output }));
        drawn.set(output, await compare(output, rendered, failure, options));
        if (performance.now() > until) break;
        // Rendering is synchronous.
        await setImmediate();
      }
    };
    const listAll = (some: readonly NamedOutput[]) => some.flatMap((output) => drawn.get(output) ?? listPaths(output));
    const [redirects = [], others = []] = [true, false].map((isRedirects) =>
      those.filter(({ kind }) => (kind === 'redirects') === isRedirects),
    );
    const followers: NamedOutput[] = [];
    try {
      await drawAll(new Renderer(common), others.filter(isDrawn));
      // What becomes of addresses is known once all else is drawn.
      const moves = findMoves(withAddressesHandedOn(listAll(others)));
      const render = (output: NamedOutput, { left, taken }: Moves) =>
        new Renderer({ ...common, calls: plannedCalls(client), planned: planned ?? nothing, left, taken }).render(
          output,
        );
      // With their site redirects are gone.
      const isGone = redirects.some(({ change }) => change === 'removed');
      const known = redirects.find(isDrawn) ?? null;
      const followed = isGone ? null : await planRedirects({ client, site, known, moves, render });
      if (followed) {
        const { output, rendered } = followed;
        const failure = (await unwritten).get(makeKey({ site_id: site, ...output }));
        followers.push(...(await compare(output, rendered, failure, options)));
      }
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable) || !options.onUnavailable) throw error;
      options.onUnavailable(site, error);
    }
    if (others.some((output) => isDrawn(output) && !drawn.has(output))) pagesAre = 'named';
    const ofSite = withSitemapIndex(site, withAddressesHandedOn(listAll(others)));
    // A file that nothing has named is told where it changes.
    const changed = followers.filter(({ change }) => redirects.length > 0 || change !== 'unchanged');
    const unread = followers.length === 0 ? redirects.flatMap(listPaths) : [];
    outputs.push(...[...ofSite, ...changed, ...unread].map(toPlanned));
  }
  return { outputs, pagesAre };
}

function toPlanned({
  site,
  kind,
  locale,
  path,
  change,
  reasons,
  failure,
  issues,
  isOwn,
  changes,
}: NamedOutput): PlannedOutput {
  const own = { ...(isOwn && { isOwn }), ...(changes && { changes }) };
  return { site, kind, locale, path, change, reasons, failure, issues, ...own };
}

/** An output at its path, and at the one that it leaves. */
function listPaths({ from, ...output }: NamedOutput): NamedOutput[] {
  return from === undefined ? [output] : [output, { ...output, path: from, change: 'removed' }];
}

/** An address that one output leaves and another takes is neither new nor gone: what is there changes. */
function withAddressesHandedOn(outputs: readonly NamedOutput[]): NamedOutput[] {
  const pathsOf = (change: PlannedOutput['change']) =>
    new Set(outputs.flatMap((output) => (output.change === change ? [output.path] : [])));
  const [taken, left] = [pathsOf('new'), pathsOf('removed')];
  return outputs.flatMap((output) => {
    if (output.change === 'removed' && taken.has(output.path)) return [];
    return output.change === 'new' && left.has(output.path) ? [{ ...output, change: 'changed' as const }] : [output];
  });
}

function isDrawn({ change }: NamedOutput): boolean {
  return change === 'changed' || change === 'new';
}

async function compare(
  output: NamedOutput,
  rendered: Rendered,
  unwritten: string | undefined,
  options: DrawPlanOptions,
): Promise<NamedOutput[]> {
  const live = output.from ?? (output.hash === null ? null : output.path);
  if (rendered.outcome === 'failed') {
    const { failure } = rendered;
    const issues = failedFields(failure);
    return [{ ...output, path: live ?? output.path, change: 'failed', failure: failure.message, issues }];
  }
  if (unwritten !== undefined) return [{ ...output, path: live ?? output.path, change: 'failed', failure: unwritten }];
  if (rendered.outcome === 'absent') return live === null ? [] : [{ ...output, path: live, change: 'removed' }];
  const { path } = rendered;
  if (rendered.outcome === 'same' || (path === live && rendered.hash === output.hash))
    return [{ ...output, change: 'unchanged' }];
  const { from: _, ...drawn } = {
    ...output,
    path,
    ...(live !== null && (await findChanges(options, output, rendered, live))),
  };
  if (path === live) return [{ ...drawn, change: 'changed' }];
  return [
    { ...drawn, change: 'new' },
    ...(live === null ? [] : [{ ...output, path: live, change: 'removed' as const }]),
  ];
}

/** In what a page will differ from its live file, which may be at another path. */
async function findChanges(
  { readLive }: Pick<DrawPlanOptions, 'readLive'>,
  { site }: Pick<NamedOutput, 'site'>,
  rendered: Extract<Rendered, { outcome: 'rendered' }>,
  path: string,
): Promise<Pick<NamedOutput, 'changes'>> {
  if (!readLive || rendered.content === null) return {};
  const live = await readLive(site, path);
  return live === null ? {} : { changes: compareMarkup(live, new TextDecoder().decode(rendered.bytes)) };
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

/** More than anyone reads. */
const unwrittenLimit = 2000;

/** Why files of outputs cannot be written at the moment: rendering them again does not show it. */
async function readUnwritten(client: Client): Promise<Map<string, string>> {
  const rows = await expectData(
    'site_outputs',
    client
      .from('site_outputs')
      .select('site_id, kind, ref, locale, failure')
      .not('failure', 'is', null)
      .eq('failure->>code', 'unavailable')
      .limit(unwrittenLimit),
    z.array(unwrittenRow),
  );
  return new Map(rows.map((row) => [makeKey(row), row.failure.message]));
}
