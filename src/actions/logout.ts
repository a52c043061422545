import { ok } from '#domain/result.ts';
import { endSession } from '#server/auth/session.ts';
import { settle } from './as-staff.ts';
import { defineAction } from './define-action.ts';

/** Ends the session of this browser. The answer is the same without a session. */
export const logout = defineAction({
  handler: (_, context) =>
    settle(context, async ({ session, runtime }) => {
      await endSession(session, context.request, runtime);
      return ok(true);
    }),
});
