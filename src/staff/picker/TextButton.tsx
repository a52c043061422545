import { type ReactNode, Suspense, lazy, useState } from 'react';
import type { PictureKind } from '#domain/media/upload-kinds.ts';

const DescribePicture = lazy(() => import('../fields/DescribePicture.tsx'));

type Props = {
  picture: { kind: PictureKind; id: number };
  label?: string;
  /** What the picture is called, where several have such a button. */
  name?: string;
  onSaved: () => void;
};

/** Opens the alternative texts of a picture, which belong to it and not to what shows it. */
export function TextButton({ picture, label = 'Alternative text', name, onSaved }: Props): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <button type="button" className="ed-button ed-button--small ed-button--quiet" onClick={() => setOpen(true)}>
        {label}
        {name === undefined ? null : <span className="visually-hidden"> the alternative text of {name}</span>}
      </button>
      {isOpen ? (
        <Suspense>
          <DescribePicture
            picture={picture}
            onDone={() => {
              close();
              onSaved();
            }}
            onClose={close}
          />
        </Suspense>
      ) : null}
    </>
  );
}
