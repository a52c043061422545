import type { ReactNode } from 'react';
import type { CallFailure } from '../api.ts';

/** What went wrong with a call, and what to do about it. */
export function Failure({ failure, onRetry }: { failure: CallFailure; onRetry?: () => void }): ReactNode {
  return (
    <div className="ed-problem" role="alert">
      <p>{failure.message}</p>
      {failure.code === 'unauthenticated' ? (
        <p>
          <a href="/login" target="_blank" rel="noopener">
            Sign in in a new window
          </a>
        </p>
      ) : null}
      {onRetry ? (
        <button type="button" className="ed-button ed-button--small" onClick={onRetry}>
          Try again
        </button>
      ) : null}
    </div>
  );
}
