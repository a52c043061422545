import type { ReactNode } from 'react';
import { Failure } from '#staff/calls/Failure.tsx';
import type { Sender } from '#staff/calls/use-send.ts';

type Props = Pick<Sender, 'failure' | 'isBusy'> & { hasMore: boolean; onShow: () => Promise<void> };

/** Loads the next part of a list that begins with the newest. */
export function ShowOlder({ failure, isBusy, hasMore, onShow }: Props): ReactNode {
  return (
    <>
      {failure ? <Failure failure={failure} /> : null}
      {hasMore ? (
        <button
          type="button"
          className="ed-button"
          aria-disabled={isBusy ? true : undefined}
          onClick={() => void onShow()}
        >
          {isBusy ? 'Loading …' : 'Show older ones'}
        </button>
      ) : null}
    </>
  );
}
