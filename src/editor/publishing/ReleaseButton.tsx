import { type ReactNode, Suspense, lazy, useState } from 'react';
import type { EditorState } from '#server/editor/editor-state.ts';
import { refreshDraft } from '../refresh-draft.ts';

const AddToRelease = lazy(() => import('./AddToRelease.tsx'));

/** Moves the draft of a page into a release; nothing where there is no draft. */
export function ReleaseButton({ state }: { state: EditorState }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const { pageId, lastSave, isPublished, changes } = state;
  if (!isOpen && isPublished && changes.length === 0) return null;
  return (
    <>
      <button type="button" className="ed-button" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Add to release
      </button>
      {isOpen ? (
        <Suspense>
          <AddToRelease
            items={[{ page: pageId }]}
            title={document.title}
            lastSave={lastSave}
            onClose={(isDone) => {
              setOpen(false);
              if (isDone) void refreshDraft();
            }}
          />
        </Suspense>
      ) : null}
    </>
  );
}
