import type { Claim } from './queue-claims.ts';

/**
 * How far a run of many outputs has come.
 *
 * - `receiving`: the index still receives changes, and whatever is stale by now is claimed.
 * - `claiming`: what is stale up to a change of the log is claimed, batch by batch from `after` on.
 * - `looking`: all of that is claimed. Once it is staged, one more claim shows whether something of it has changed meanwhile.
 * - `ended`: nothing is left to claim.
 */
export type BulkProgress =
  | { phase: 'receiving'; after: Claim['after']; extensions: 0 }
  | { phase: 'claiming'; toSeq: number; after: Claim['after']; extensions: number }
  | { phase: 'looking'; toSeq: number; extensions: number }
  | { phase: 'ended' };

export const bulkStart: BulkProgress = { phase: 'receiving', after: null, extensions: 0 };

/** How often a run goes on with what has changed since it was staged. */
const maxExtensions = 2;

type ClaimOutcome = {
  claim: Pick<Claim, 'goes_on' | 'watermark' | 'after' | 'overtaken'> & { outputs: readonly unknown[] };
  /** Whether as many were claimed as were asked for: there may be more. */
  isFull: boolean;
  /** Whether the run has waited long enough for what the index still receives. */
  isLate: boolean;
  /** Whether other workers of the run are claiming or staging. */
  hasOthers: boolean;
};

/**
 * The progress of a run after a claim that began where `progress` says.
 *
 * @example nextProgress(bulkStart, { claim, isFull: false, isLate: false, hasOthers: false }) // 'looking', if nothing more comes in
 */
export function nextProgress(
  progress: Exclude<BulkProgress, { phase: 'ended' }>,
  { claim, isFull, isLate, hasOthers }: ClaimOutcome,
): BulkProgress {
  if (progress.phase === 'receiving' && claim.goes_on && !isLate)
    return { phase: 'receiving', after: isFull ? claim.after : null, extensions: 0 };
  const toSeq = progress.phase === 'receiving' ? claim.watermark : progress.toSeq;
  const { extensions } = progress;
  if (isFull) return { phase: 'claiming', toSeq, after: claim.after, extensions };
  const isWhole = progress.phase === 'looking' || progress.after === null;
  if (claim.outputs.length > 0 || !isWhole || hasOthers) return { phase: 'looking', toSeq, extensions };
  return claim.overtaken && extensions < maxExtensions
    ? { phase: 'looking', toSeq: claim.watermark, extensions: extensions + 1 }
    : { phase: 'ended' };
}
