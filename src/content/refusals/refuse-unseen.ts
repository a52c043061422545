import { z } from 'zod';
import type { Failure, Result } from '#domain/result.ts';

/** Refusing to throw away what somebody has saved since the caller looked, or what the caller does not say to have seen. */

const saved = z.object({ at: z.string().nullable(), by: z.string().nullable() }).nullable();
/** Who saved it, and when: the moment is in the detail of the failure, and is told in the reader's time. */
export const unseenAnswer = z.object({ status: z.enum(['unseen', 'newer']), saved: saved.default(null) });
type UnseenAnswer = z.output<typeof unseenAnswer>;

/** @param what is saved, as in “Otto has saved this draft since you looked” */
export function refuseUnseen({ status, saved: mark }: UnseenAnswer, what: string): Result<never> {
  const who = mark?.by ?? 'Somebody';
  const message =
    status === 'newer'
      ? `${who} has saved ${what} since you looked. Nothing was thrown away. Reload the page, and look at it again.`
      : `This window does not say what it has seen of ${what}, which ${who} has saved. Nothing was thrown away. Reload the page, then try again.`;
  const failure: Failure = { code: 'conflict', message, detail: { saved: mark } };
  return { ok: false, failure };
}

export const occupiedAnswer = z.object({ status: z.literal('occupied'), saved });
/** The detail of a failure: what a release has already, which takes its place only if it is named. */
export type Occupied = { occupied: { at: string; by: string | null } };

export function refuseOccupied({ saved: mark }: z.output<typeof occupiedAnswer>): Result<never> {
  const detail: Occupied | null = mark?.at ? { occupied: { at: mark.at, by: mark.by } } : null;
  const message = `${mark?.by ?? 'Somebody'} has put another draft of it into this release. Look at the release, and add yours in its place if it should go.`;
  return { ok: false, failure: { code: 'conflict', message, detail } };
}
