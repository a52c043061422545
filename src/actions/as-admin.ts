import type { ActionAPIContext } from 'astro:actions';
import { type Result, fail } from '#domain/result.ts';
import { type StaffContext, asStaff } from './as-staff.ts';

/**
 * Runs the work of an action for administrators; the database asks again.
 * @param refusal what others are told
 */
export function asAdmin<T>(
  context: ActionAPIContext,
  work: (staff: StaffContext) => Promise<Result<T>>,
  refusal = 'Only administrators may do this. Ask one.',
): Promise<T> {
  return asStaff(context, (staff) =>
    staff.staff.role === 'admin' ? work(staff) : Promise.resolve(fail('forbidden', refusal)),
  );
}
