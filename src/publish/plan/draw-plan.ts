import { setImmediate } from 'node:timers/promises';
import { type Client, DatabaseUnavailable } from '#content/clients/client.ts';
import { type Planned, Source } from '#content/source/source.ts';
import type { Origins } from '#kinds/reading/context.ts';
import { failedFields } from '#publish/failure-record.ts';
import type { Log } from '#publish/log.ts';
import type { SitemapKind } from '#publish/output.ts';
import { type PlannedOutput, findChanges } from './plan.ts';
import { type RenderPage, type Rendered, Renderer } from '#publish/draw/render.ts';

/** An output that a plan names without having drawn it, and what it would be drawn by. */
export type NamedOutput = PlannedOutput & {
  ref: number;
  listed: SitemapKind | null;
  /** Its address once it is published; null for an output that a site has once. */
  address: string | null;
  /** The hash of its live file; null where it has none. */
  hash: string | null;
  /** It changes, whatever is drawn. */
  isSure?: boolean;
};

export type DrawnPlan = {
  outputs: PlannedOutput[];
  /** `named` where some were not drawn in time: they may look the same afterwards. */
  pagesAre: 'drawn' | 'named';
};

type DrawPlanOptions = {
  /** Of a member of the staff: a publisher may not read drafts. */
  client: Client;
  origins: Origins;
  renderPage: RenderPage;
  at: string;
  planned: Planned;
  /** Reads the live file of a page, to tell in what it will differ; null where there is none. */
  readLive: (site: PlannedOutput['site'], path: string) => Promise<string | null>;
  log: Log;
  /** Milliseconds after which the rest is named only: so long people wait for what they are about to publish. */
  limit?: number;
};

const drawingMilliseconds = 5000;

/** Draws what a plan names as it would be once it is published, and compares it with what is live. */
export async function drawPlan(named: readonly NamedOutput[], options: DrawPlanOptions): Promise<DrawnPlan> {
  const until = performance.now() + (options.limit ?? drawingMilliseconds);
  const outputs: PlannedOutput[] = [];
  let pagesAre: DrawnPlan['pagesAre'] = 'drawn';
  for (const [site, those] of Map.groupBy(named, (output) => output.site)) {
    const wanted = those.filter(isDrawn);
    const ofSite: PlannedOutput[] = those.filter((output) => !isDrawn(output));
    const { client, origins, renderPage, at, planned } = options;
    const source = new Source(client, { site, view: 'published', at, planned });
    const renderer = new Renderer({ calls: client, source, origins, renderPage, planned });
    let drawn = 0;
    try {
      for await (const { output, rendered } of renderer.renderAll(wanted)) {
        ofSite.push(...(await compare(output, rendered, options)));
        drawn += 1;
        if (performance.now() > until) break;
        // Rendering is synchronous.
        await setImmediate();
      }
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable)) throw error;
      options.log.warn({ reason: error.message, site }, 'A plan is named and not drawn');
    }
    if (drawn < wanted.length) pagesAre = 'named';
    outputs.push(...withAddressesHandedOn([...ofSite, ...wanted.slice(drawn)]));
  }
  return { outputs, pagesAre };
}

/** An address that one output leaves and another takes is neither new nor gone: what is there changes. */
function withAddressesHandedOn(outputs: readonly PlannedOutput[]): PlannedOutput[] {
  const pathsOf = (change: PlannedOutput['change']) =>
    new Set(outputs.flatMap((output) => (output.change === change ? [output.path] : [])));
  const [taken, left] = [pathsOf('new'), pathsOf('removed')];
  return outputs.flatMap((output) => {
    if (output.change === 'removed' && taken.has(output.path)) return [];
    return output.change === 'new' && left.has(output.path) ? [{ ...output, change: 'changed' as const }] : [output];
  });
}

/** Redirects are read with rights that nobody of the staff has. */
function isDrawn({ change, kind, isSure = false }: NamedOutput): boolean {
  return !isSure && (change === 'changed' || change === 'new') && kind !== 'redirects';
}

async function compare(output: NamedOutput, rendered: Rendered, options: DrawPlanOptions): Promise<PlannedOutput[]> {
  const live = output.hash === null ? null : output.path;
  if (rendered.outcome === 'failed') {
    const { failure } = rendered;
    return [{ ...output, change: 'failed', failure: failure.message, issues: failedFields(failure) }];
  }
  if (rendered.outcome === 'absent') return live === null ? [] : [{ ...output, change: 'removed' }];
  const { path } = rendered;
  if (path !== live) {
    if (live === null) return [{ ...output, path, change: 'new' }];
    const isDrawnAnew = rendered.outcome === 'rendered';
    const differences = isDrawnAnew ? await findChanges(options, output.site, rendered, live) : {};
    return [
      { ...output, ...differences, path, change: 'new' },
      { ...output, change: 'removed' },
    ];
  }
  if (rendered.outcome === 'same' || rendered.hash === output.hash) return [{ ...output, change: 'unchanged' }];
  return [{ ...output, change: 'changed', ...(await findChanges(options, output.site, rendered)) }];
}
