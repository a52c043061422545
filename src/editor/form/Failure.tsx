import type { ReactNode } from 'react';
import { z } from 'zod';
import type { CallFailure } from '../api.ts';
import { Moment } from '../dialog/Moment.tsx';
import { SignInAgain } from '../dialog/SignInAgain.tsx';

const mark = z.object({ at: z.string() });
/** What somebody has saved meanwhile, as `src/content/refuse-unseen.ts` tells it. */
const overtaken = z.union([
  z.object({ saved: mark }).transform(({ saved }) => saved.at),
  z.object({ occupied: mark }).transform(({ occupied }) => occupied.at),
]);

type Props = {
  failure: CallFailure;
  onRetry?: (() => void) | undefined;
  /** Shows what there is now, where the person has seen something older. */
  onReload?: (() => void) | undefined;
};

/** Why a call failed, and what to do about it. */
export function Failure({ failure, onRetry, onReload }: Props): ReactNode {
  const savedAt = overtaken.safeParse(failure.detail).data;
  return (
    <div className="ed-problem" role="alert">
      <p>{failure.message}</p>
      {savedAt === undefined ? null : (
        <p>
          Saved <Moment at={savedAt} />
        </p>
      )}
      {failure.code === 'unauthenticated' ? <SignInAgain /> : null}
      {onRetry ? (
        <button type="button" className="ed-button ed-button--small" onClick={onRetry}>
          Try again
        </button>
      ) : null}
      {onReload && failure.code === 'conflict' ? (
        <button type="button" className="ed-button ed-button--small" onClick={onReload}>
          Reload
        </button>
      ) : null}
    </div>
  );
}
