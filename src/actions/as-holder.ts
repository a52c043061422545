import type { ActionAPIContext } from 'astro:actions';
import { type Result, fail } from '#domain/result.ts';
import { type Right, may } from '#domain/rights.ts';
import { type StaffContext, asStaff } from './as-staff.ts';

/**
 * Runs the work of an action for who holds a right; the database asks again.
 * @param refusal what others are told
 */
export function asHolder<T>(
  context: ActionAPIContext,
  right: Right,
  work: (staff: StaffContext) => Promise<Result<T>>,
  refusal = 'Only administrators may do this. Ask one.',
): Promise<T> {
  return asStaff(context, (staff) =>
    may(staff.staff, right) ? work(staff) : Promise.resolve(fail('forbidden', refusal)),
  );
}
