import { z } from 'zod';
import { type Issue, type Result, fail, ok } from '#domain/result.ts';
import { identifyRelease, prepareRelease } from '#changes/releases/prepare-release.ts';
import { readReleasePreview } from '#changes/releases/preview-release.ts';
import { type PausedSite, readPaused } from '#content/publishing/paused-sites.ts';
import type { DrawnPlan } from '#publish/plan/draw-plan.ts';
import { changeRelease } from '#changes/change-set.ts';
import { planChangeSet } from '#publish/plan/plan.ts';
import { drawNamed } from '#server/editor/publishing/draw-named.ts';
import { type CollisionText, describeCollisions } from '#server/editor/messages/collisions.ts';
import { type PublishPlan, describePlan } from '#server/editor/publishing/receipts.ts';
import { type StaffContext, asStaff } from '../as-staff.ts';
import { defineAction } from '../define-action.ts';
import { id } from './release-item.ts';
import { gone } from './as-editor-of-all.ts';

/** What publishing a release would change, what was published since in the same places, and what keeps it from being published. */
type ReleasePlan = PublishPlan & {
  collisions: CollisionText[];
  issues: readonly Issue[];
  pagesAre: DrawnPlan['pagesAre'];
  /** Against which it is published. */
  seen: string;
};

export const planRelease = defineAction({
  input: z.object({ id }),
  handler: (input, context) => asStaff(context, (staff) => plan(staff, input.id)),
});

async function plan({ actor, runtime, session }: StaffContext, release: number): Promise<Result<ReleasePlan>> {
  const [prepared, preview] = await Promise.all([prepareRelease(actor, release), readReleasePreview(actor, release)]);
  if (!prepared || !preview) return fail('not-found', gone);
  const at = new Date().toISOString();
  const [named, paused, collisions] = await Promise.all([
    planChangeSet(runtime.serviceClient, changeRelease(prepared), { at }),
    readPaused(runtime.serviceClient),
    describeCollisions(session.client, prepared),
  ]);
  const planned = { release: { id: release, merged: preview.merged } };
  const { outputs, pagesAre } = await drawNamed(runtime, named, { planned, at });
  const sites = new Set(outputs.map(({ site }) => site));
  const described = await describePlan(runtime, session.client, -1, outputs, {
    warnings: [],
    paused: listPaused(paused, sites),
  });
  return ok({ ...described, collisions, issues: prepared.issues, pagesAre, seen: identifyRelease(prepared) });
}

function listPaused(paused: readonly PausedSite[], sites: ReadonlySet<string>): PausedSite[] {
  return paused.filter(({ site }) => sites.has(site));
}
