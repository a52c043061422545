import { type Result, ok } from '#domain/result.ts';
import type { ReplacedMedium } from '#content/media/replace-medium.ts';
import { replacementRows } from '#content/media/replacement-rows.ts';
import { changeRecords } from '#changes/change-set.ts';
import { planChangeSet } from '#publish/plan/plan.ts';
import type { PlannedOutput } from '#publish/plan/planned-output.ts';
import type { PublishReceipt } from '#server/editor/publishing/receipts.ts';
import type { StaffContext } from './as-staff.ts';
import { publishing } from './publishing.ts';

/** The URLs that another file for a medium would change. */
export async function planFile(
  { actor, runtime }: StaffContext,
  { kind, id }: Pick<ReplacedMedium, 'kind' | 'id'>,
): Promise<Result<PlannedOutput[]>> {
  const rows = await replacementRows(actor.client, kind, id);
  if (!rows.ok) return rows;
  return ok(
    await planChangeSet(runtime.serviceClient, changeRecords([{ kind, id, rows: rows.value }]), {
      at: new Date().toISOString(),
    }),
  );
}

/** Gives a medium another file, and returns what that changed once it is live. */
export async function replacing(
  staff: StaffContext,
  medium: ReplacedMedium,
  change: () => Promise<Result<null>>,
): Promise<Result<PublishReceipt>> {
  const planned = await planFile(staff, medium);
  if (!planned.ok) return planned;
  return publishing(staff, async () => {
    const changed = await change();
    return changed.ok ? ok({ written: 1, isShown: planned.value.length > 0 }) : changed;
  });
}
