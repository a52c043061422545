import { type KeyboardEvent, useEffect, useState } from 'react';
import { isSame, mergeVersions } from '#domain/pages/merge-versions.ts';
import { beginHistory, record, redo, undo } from './edit-history.ts';
import type { OpenedForm, Unsaved } from './form-builder-types.ts';
import type { FormDraft } from './form-draft.ts';
import { type UnsavedDraft, useUnsavedDraft } from './use-unsaved-draft.ts';

export type ChangeDraft = (next: Partial<FormDraft>, subject?: string | null) => void;
export type FormEdits = ReturnType<typeof useFormEdits>;

/** A form while it is edited: the stored version, the draft, the history, and the copy in this browser. */
export function useFormEdits(opened: OpenedForm, onUnsaved: (unsaved: Unsaved | null) => void) {
  const [stored, setStored] = useState(opened.stored);
  const [saved, setSaved] = useState(opened.draft);
  const [history, setHistory] = useState(() => beginHistory(opened.draft));
  const draft = history.present;
  const isDirty = !isSame(draft, saved);
  const unsaved = useUnsavedDraft({ stored, saved, draft, isDirty });
  const { forget } = unsaved;
  useEffect(() => onUnsaved(isDirty ? { forget } : null), [isDirty, forget, onUnsaved]);

  const change: ChangeDraft = (next, subject = null) =>
    setHistory((before) => record(before, { ...before.present, ...next }, subject));

  /** Restores an unsaved draft: a save is checked against what it is based on. */
  const restore = (found: UnsavedDraft) => {
    if (found.from === null) {
      // Made of two drafts, so it is one.
      change(mergeVersions(found.base, found.draft, draft).merged as FormDraft);
    } else {
      if (stored) setStored({ id: stored.id, ...found.from });
      setSaved(found.base);
      change(found.draft);
    }
    unsaved.settle();
  };

  return {
    stored,
    saved,
    draft,
    isDirty,
    unsaved,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    change,
    restore,
    travel: (to: typeof undo) => setHistory((before) => to(before)),
    /** Another version is the stored one from now on. */
    setStored,
    setSaved,
  };
}

/** Which way a shortcut goes, which the browser then leaves alone; null for every other key. */
export function findTravel(event: KeyboardEvent): typeof undo | null {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return null;
  const key = event.key.toLowerCase();
  if (key !== 'z' && key !== 'y') return null;
  event.preventDefault();
  return key === 'y' || event.shiftKey ? redo : undo;
}
