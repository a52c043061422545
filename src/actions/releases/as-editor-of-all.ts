import type { ActionAPIContext } from 'astro:actions';
import { type Result, fail } from '#domain/result.ts';
import { mayPublish } from '#changes/releases/may-publish.ts';
import { readRelease } from '#changes/releases/read-release.ts';
import { refusals } from '#server/auth/refusals.ts';
import { type StaffContext, asStaff } from '../as-staff.ts';

export const gone = 'This release does not exist any more.';

/** For who may edit everything that is in a release. */
export function asEditorOfAll<T>(
  context: ActionAPIContext,
  release: number,
  work: (staff: StaffContext) => Promise<Result<T>>,
): Promise<T> {
  return asStaff(context, async (caller) => {
    const found = await readRelease(caller.session.client, release);
    if (!found) return fail('not-found', gone);
    return mayPublish(caller.staff, found) ? work(caller) : fail('forbidden', refusals.notThis);
  });
}
