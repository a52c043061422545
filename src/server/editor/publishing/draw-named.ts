import { renderPage } from '#astro/render-page.ts';
import type { Planned } from '#content/source/source.ts';
import { type DrawnPlan, drawPlan } from '#publish/plan/draw-plan.ts';
import type { NamedOutput } from '#publish/plan/planned-output.ts';
import { traced } from '#publish/trace.ts';
import { log } from '#server/log.ts';
import type { Runtime } from '#server/runtime.ts';
import { readLivePage } from './live-page.ts';

/** What publishing a set of changes would change, drawn and compared with what visitors get. */
export function drawNamed(
  runtime: Runtime,
  named: readonly NamedOutput[],
  { planned, at }: { planned: Planned | null; at: string },
): Promise<DrawnPlan> {
  const readLive = (site: NamedOutput['site'], path: string) => readLivePage(runtime, site, path);
  const { origins } = runtime.config;
  const client = runtime.serviceClient;
  const onUnavailable = (site: NamedOutput['site'], { message: reason }: Error) =>
    log.warn({ reason, site }, 'A plan is named and not drawn');
  return traced('plan', {}, () =>
    drawPlan(named, { client, origins, renderPage, at, planned, readLive, onUnavailable }),
  );
}
