import { type ReactNode, Suspense, lazy, useEffect, useState } from 'react';
import type { PictureKind } from '#domain/media/upload-kinds.ts';
import { type ActionOutput, type CallFailure, call } from '../calls/api.ts';
import { Dialog } from '../dialog/Dialog.tsx';
import { Failure } from '../calls/Failure.tsx';
import { PictureTextsForm } from './PictureTextsForm.tsx';

const PublishRecords = lazy(() => import('../publishing/PublishRecords.tsx'));

type Picture = { kind: PictureKind; id: number };
type Props = {
  picture: Picture;
  /** It is published with the page, so that nothing else is asked for that. */
  isAlong?: boolean;
  /** Called once the texts are saved, with what the picture is called. */
  onDone: (saved: { title: string }) => void;
  onClose: () => void;
};

const title = 'Alternative text';

/** Writes the alternative text of a picture that is in the library, as a draft, and publishes it. */
export default function DescribePicture({ picture, isAlong = false, onDone, onClose }: Props): ReactNode {
  const [texts, setTexts] = useState<ActionOutput<'findPictureTexts'> | null>(null);
  const [failure, setFailure] = useState<CallFailure | null>(null);
  /** What is published, by its name. */
  const [published, setPublished] = useState<string | null>(null);
  const { kind, id } = picture;
  useEffect(() => {
    let isCurrent = true;
    void call('findPictureTexts', { kind, id }).then((answer) => {
      if (!isCurrent) return;
      if (answer.ok) setTexts(answer.value);
      else setFailure(answer.failure);
    });
    return () => {
      isCurrent = false;
    };
  }, [kind, id]);
  if (published !== null) {
    return (
      <Suspense>
        <PublishRecords records={[{ kind, id, title: published }]} onClose={() => onDone({ title: published })} />
      </Suspense>
    );
  }
  if (texts) {
    return (
      <PictureTextsForm
        {...{ picture, texts, isAlong, onClose }}
        title={title}
        onSaved={({ filename, savedAt }, isPublishing) =>
          // What is live already has no draft.
          isPublishing && savedAt !== null ? setPublished(filename) : onDone({ title: filename })
        }
      />
    );
  }
  return (
    <Dialog title={title} size="small" onClose={onClose}>
      {failure ? <Failure failure={failure} /> : <p role="status">Opening …</p>}
      <div className="ed-dialog__actions">
        <button type="button" className="ed-button" onClick={onClose}>
          Close
        </button>
      </div>
    </Dialog>
  );
}
