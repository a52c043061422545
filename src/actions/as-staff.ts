import { type ActionAPIContext, ActionError } from 'astro:actions';
import { describeError } from '#domain/describe-error.ts';
import { emptyRecord } from '#domain/objects.ts';
import { may } from '#domain/rights.ts';
import type { Failure, FailureCode, Result } from '#domain/result.ts';
import type { Actor } from '#content/clients/actor.ts';
import type { KindName } from '#kinds/registry.ts';
import { isCircle, refuseCircle } from '#content/refusals/circle-refused.ts';
import { DatabaseUnavailable } from '#content/clients/client.ts';
import { describeRefusal } from '#content/refusals/describe-refusal.ts';
import { diskSentence, classifyUnwritable } from '#publish/targets/unwritable.ts';
import { log } from '#server/log.ts';
import { refusals } from '#server/auth/refusals.ts';
import { type Runtime, getRuntime } from '#server/runtime.ts';
import { type Session, type Staff, readSession } from '#server/auth/session.ts';

const codes = {
  invalid: 'BAD_REQUEST',
  unauthenticated: 'UNAUTHORIZED',
  forbidden: 'FORBIDDEN',
  'not-found': 'NOT_FOUND',
  conflict: 'CONFLICT',
  'not-editable': 'FORBIDDEN',
  'english-only': 'FORBIDDEN',
  'rate-limited': 'TOO_MANY_REQUESTS',
  unavailable: 'SERVICE_UNAVAILABLE',
} as const satisfies Record<FailureCode, ActionError['code']>;

/** An expected failure on its way to the browser: Astro sends every field of it. */
class ActionFailure extends ActionError {
  readonly failure: Pick<Failure, 'code' | 'detail'>;
  constructor({ code, message, detail }: Failure) {
    super({ code: codes[code], message });
    this.failure = detail === undefined ? { code } : { code, detail };
  }
}

/** What is wrong with which field, keyed by the field's path, e.g. `cards.0.title`. */
class FieldErrors extends ActionError {
  override type = 'AstroActionInputError';
  readonly issues: readonly { path: readonly (string | number)[]; message: string }[];
  readonly fields = emptyRecord<string[]>();
  constructor(message: string, issues: NonNullable<Failure['issues']>) {
    super({ code: 'BAD_REQUEST', message });
    this.issues = issues;
    for (const issue of issues) (this.fields[issue.path.join('.')] ??= []).push(issue.message);
  }
}

export type StaffContext = { session: Session; staff: Staff; runtime: Runtime; actor: Actor };

/** Runs the work of an action for a member of the staff, and maps failures to errors with the right status. */
export async function asStaff<T>(
  context: ActionAPIContext,
  work: (staff: StaffContext) => Promise<Result<T>>,
): Promise<T> {
  const result = await settle(context, async ({ session, runtime }) => {
    const { staff } = session;
    if (session.userId === null || session.awaited) return refused('unauthenticated', refusals.unauthenticated);
    if (!staff) return refused('forbidden', refusals.forbidden);
    const actor: Actor = { client: session.client, service: runtime.serviceClient, userId: staff.userId };
    return work({ session, staff, runtime, actor });
  });
  return result;
}

/** The same for who may edit records of these kinds. */
export function asEditorOf<T>(
  context: ActionAPIContext,
  kinds: readonly KindName[],
  work: (staff: StaffContext) => Promise<Result<T>>,
): Promise<T> {
  return asStaff(context, (caller) =>
    kinds.every((kind) => may(caller.staff, 'edit', { kind }))
      ? work(caller)
      : Promise.resolve(refused('forbidden', refusals.notThis)),
  );
}

/** Runs the work of an action that needs no session. */
export async function settle<T>(
  context: ActionAPIContext,
  work: (caller: { session: Session; runtime: Runtime }) => Promise<Result<T>>,
): Promise<T> {
  let result: Result<T>;
  try {
    const runtime = getRuntime();
    const session = context.locals.session ?? (await readSession(context.request, runtime));
    result = await work({ session, runtime });
  } catch (error) {
    if (!(error instanceof DatabaseUnavailable) || !isCircle(error.code)) throw unexpected(error);
    // Whatever was changed: with it, and with what others have changed, something would be above itself.
    result = refuseCircle(error.reason);
  }
  if (result.ok) return result.value;
  const { failure } = result;
  throw failure.issues ? new FieldErrors(failure.message, failure.issues) : new ActionFailure(failure);
}

function refused(code: FailureCode, message: string): Result<never> {
  return { ok: false, failure: { code, message } };
}

/** A failure that is not the caller's fault: logged with its cause, which is not sent to the browser. */
function unexpected(error: unknown): ActionError {
  const reason = describeError(error);
  if (error instanceof DatabaseUnavailable && error.refusal) {
    // Somebody who was on the staff when the request came.
    return new ActionFailure({ code: error.refusal, message: refusals[error.refusal] });
  }
  if (error instanceof DatabaseUnavailable && error.code === 'storage') {
    log.error({ reason }, 'The store of files did not take or give a file');
    return new ActionError({
      code: 'SERVICE_UNAVAILABLE',
      message: 'The store of files cannot be reached, or is full. Nothing was changed; try again in a moment.',
    });
  }
  const refusal =
    error instanceof DatabaseUnavailable
      ? describeRefusal({ code: error.code, message: error.reason, details: error.details })
      : null;
  if (refusal) {
    log.warn({ reason }, 'The database did not take what an action was to write');
    return new ActionFailure(refusal);
  }
  if (error instanceof DatabaseUnavailable && error.isAway) {
    log.error({ code: error.code, reason }, 'The database did not answer an action');
    return new ActionError({ code: 'SERVICE_UNAVAILABLE', message: error.sentence });
  }
  if (classifyUnwritable(error) === 'target') {
    log.error({ reason }, 'The disk did not take what an action writes');
    return new ActionError({ code: 'INSUFFICIENT_STORAGE', message: diskSentence(error) });
  }
  log.error({ reason, stack: error instanceof Error ? error.stack : undefined }, 'An action failed');
  return new ActionError({ code: 'INTERNAL_SERVER_ERROR', message: 'Something went wrong. It has been logged.' });
}
