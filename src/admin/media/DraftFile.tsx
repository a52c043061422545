import { type ReactNode, Suspense, lazy, useState } from 'react';
import { type CallFailure, call } from '#staff/calls/api.ts';
import { Failure } from '#staff/calls/Failure.tsx';
import { Moment } from '#staff/controls/Moment.tsx';
import type { StoredFile } from '#view-model/stored-file.ts';
import { CompareFiles } from './CompareFiles.tsx';
import type { Medium, MediumFiles } from './medium.ts';

const PublishRecords = lazy(() => import('#staff/publishing/PublishRecords.tsx'));

type Props = {
  medium: Medium;
  files: MediumFiles;
  draft: NonNullable<MediumFiles['draft']>;
  next: StoredFile;
  onDone: () => void;
};

/** The file that a medium gets with its draft, beside the one that visitors have. */
export function DraftFile({ medium, files, draft, next, onDone }: Props): ReactNode {
  const { kind, id } = medium;
  const [isPublishing, setPublishing] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<CallFailure | null>(null);
  const discard = async () => {
    if (isBusy) return;
    setBusy(true);
    const answer = await call('dropDraftFile', { kind, id, hash: next.hash });
    setBusy(false);
    if (answer.ok) onDone();
    else setFailure(answer.failure);
  };
  return (
    <section className="adm-medium__draft" aria-label="File that is not published">
      <CompareFiles
        sides={[
          { title: 'Now', file: files.file, none: 'No file yet' },
          { title: 'Not published', file: next },
        ]}
      />
      <p className="ed-table__quiet">
        Saved <Moment at={draft.savedAt} />
        {draft.savedBy === null ? '' : `, by ${draft.savedBy}`}. Visitors do not have it before it is published.
      </p>
      {failure ? <Failure failure={failure} /> : null}
      <div className="adm-medium__acts">
        <button type="button" className="ed-button ed-button--primary" onClick={() => setPublishing(true)}>
          Publish the draft …
        </button>
        <button
          type="button"
          className="ed-button"
          aria-disabled={isBusy ? true : undefined}
          onClick={() => void discard()}
        >
          Discard the file
        </button>
      </div>
      {isPublishing ? (
        <Suspense>
          <PublishRecords
            records={[medium]}
            onClose={(isDone) => {
              setPublishing(false);
              if (isDone) onDone();
            }}
          />
        </Suspense>
      ) : null}
    </section>
  );
}
