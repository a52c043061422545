import { type ReactNode, Suspense, lazy } from 'react';
import type { EditorState } from '#server/editor/editor-state.ts';
import { refreshDraft } from '../refresh-draft.ts';

const AddToRelease = lazy(() => import('#staff/publishing/AddToRelease.tsx'));

type Props = { state: EditorState; onClose: () => void };

/** Moves the draft of a page into a release. */
export function ReleaseDialog({ state: { pageId, title, lastSave }, onClose }: Props): ReactNode {
  return (
    <Suspense>
      <AddToRelease
        items={[{ page: pageId }]}
        title={title}
        lastSave={lastSave}
        onClose={(isDone) => {
          onClose();
          if (isDone) void refreshDraft();
        }}
      />
    </Suspense>
  );
}
