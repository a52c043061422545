import { type ComponentProps, type ReactNode, Suspense, lazy, useState } from 'react';

const AddToRelease = lazy(() => import('./AddToRelease.tsx'));

/** What goes live later, and what it is called there. */
export type Later = Omit<ComponentProps<typeof AddToRelease>, 'start' | 'onAdded' | 'onClose'>;

type Props = {
  later: Later;
  /** Called as soon as it was added, while the dialog still says so. */
  onAdded: () => void;
  onDone: () => void;
};

/** Publishes at a moment instead of now, and a part of a draft with a release. */
export function PublishLater({ later, onAdded, onDone }: Props): ReactNode {
  const [start, setStart] = useState<'moment' | 'release' | null>(null);
  return (
    <>
      <button type="button" className="ed-button" aria-haspopup="dialog" onClick={() => setStart('moment')}>
        Publish at …
      </button>
      {later.part === undefined ? null : (
        <button type="button" className="ed-button" aria-haspopup="dialog" onClick={() => setStart('release')}>
          Add to release …
        </button>
      )}
      {start ? (
        <Suspense>
          <AddToRelease
            {...later}
            start={start}
            onAdded={onAdded}
            onClose={(isDone) => {
              setStart(null);
              if (isDone) onDone();
            }}
          />
        </Suspense>
      ) : null}
    </>
  );
}
