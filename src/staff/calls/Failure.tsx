import type { ReactNode } from 'react';
import { isRecord } from '#domain/objects.ts';
import type { CallFailure } from './api.ts';
import { Moment } from '../controls/Moment.tsx';
import { SignInAgain } from './SignInAgain.tsx';

/** When somebody has saved what the person has not seen, as `src/content/refusals/refuse-unseen.ts` tells it. */
function parseMoment(detail: unknown): string | null {
  if (!isRecord(detail)) return null;
  const mark = detail['saved'] ?? detail['occupied'];
  return isRecord(mark) && typeof mark['at'] === 'string' ? mark['at'] : null;
}

type Props = {
  failure: CallFailure;
  onRetry?: (() => void) | undefined;
  /** Shows what there is now, where the person has seen something older. */
  onReload?: (() => void) | undefined;
  /** More about it. */
  children?: ReactNode;
};

/** Why a call failed, and what to do about it. */
export function Failure({ failure, onRetry, onReload, children }: Props): ReactNode {
  const savedAt = parseMoment(failure.detail);
  return (
    <div className="ed-problem" role="alert">
      <p>{failure.message}</p>
      {children}
      {savedAt === null ? null : (
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
