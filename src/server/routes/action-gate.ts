import { notStaff, signedOut } from '#server/auth/refusals.ts';
import type { Session } from '#server/auth/session.ts';
import { json } from '#server/http/answers.ts';

/** The actions that anybody may call. Every other one is for staff, those that do not exist yet included. */
export const openActions: ReadonlySet<string> = new Set(['logout', 'submitForm']);

/** The answer to whoever may not call an action, before anybody looks at what was sent; null for whoever may. */
export function refuseCaller(pathname: string, { userId, staff }: Session): Response | null {
  if (staff || openActions.has(pathname.slice('/_actions/'.length))) return null;
  return userId === null ? json(401, 'UNAUTHORIZED', signedOut) : json(403, 'FORBIDDEN', notStaff);
}
