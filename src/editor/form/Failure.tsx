import type { ReactNode } from 'react';
import type { CallFailure } from '../api.ts';
import { SignInAgain } from '../dialog/SignInAgain.tsx';

/** Why a call failed, and what to do about it. */
export function Failure({ failure, onRetry }: { failure: CallFailure; onRetry?: () => void }): ReactNode {
  return (
    <div className="ed-problem" role="alert">
      <p>{failure.message}</p>
      {failure.code === 'unauthenticated' ? <SignInAgain /> : null}
      {onRetry ? (
        <button type="button" className="ed-button ed-button--small" onClick={onRetry}>
          Try again
        </button>
      ) : null}
    </div>
  );
}
