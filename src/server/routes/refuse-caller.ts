import { refusals } from '#server/auth/refusals.ts';
import type { Session } from '#server/auth/session.ts';
import { json } from '#edge/answers.ts';

/** The actions that need no session. All others, also those added later, are for staff. */
const openActions: ReadonlySet<string> = new Set(['logout', 'submitForm']);

/** The refusal of a caller who may not call an action, before the input is parsed; null for callers who may. */
export function refuseCaller(pathname: string, { userId, staff, awaited }: Session): Response | null {
  if (staff || openActions.has(pathname.slice('/_actions/'.length))) return null;
  return userId === null || awaited
    ? json(401, 'UNAUTHORIZED', refusals.unauthenticated)
    : json(403, 'FORBIDDEN', refusals.forbidden);
}
