import type { ReactNode } from 'react';
import { Failure } from '#staff/calls/Failure.tsx';
import type { Sender } from '#staff/calls/use-send.ts';

type Props = Pick<Sender, 'failure' | 'isBusy'> & {
  hasMore: boolean;
  label?: string;
  onShow: () => Promise<void>;
};

/** Loads the next part of a list, which begins with the newest where its label says nothing else. */
export function ShowOlder({ failure, isBusy, hasMore, label = 'Show older ones', onShow }: Props): ReactNode {
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
          {isBusy ? 'Loading …' : label}
        </button>
      ) : null}
    </>
  );
}
