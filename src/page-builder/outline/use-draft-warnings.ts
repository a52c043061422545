import { useEffect, useState } from 'react';
import type { EditorState } from '#server/editor/editor-state.ts';
import { type ActionOutput, call } from '#staff/calls/api.ts';

export type DraftWarning = ActionOutput<'checkDraft'>['warnings'][number];

/** What is to be known of a draft before it is published; null until it is known. Those of the last draft stay meanwhile. */
export function useDraftWarnings(state: EditorState): readonly DraftWarning[] | null {
  const [warnings, setWarnings] = useState<readonly DraftWarning[] | null>(null);
  useEffect(() => {
    let isOver = false;
    void call('checkDraft', { pageId: state.pageId }).then((answer) => {
      if (!isOver && answer.ok) setWarnings(answer.value.warnings);
    });
    return () => {
      isOver = true;
    };
  }, [state]);
  return warnings;
}
