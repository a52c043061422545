import { useEffect, useState } from 'react';
import { isSame } from '#editor/dialog/merge-versions.ts';
import { dropUnsaved, readUnsaved } from '#editor/dialog/unsaved-values.ts';
import { useUnsaved } from '#editor/dialog/use-unsaved.ts';
import { staffHere } from '#editor/form/editor-site.ts';
import { type FormDraft, unsavedDraftSchema } from './form-draft.ts';

/** A draft that was not saved, and the version of the form that it was made from; 0 of a new form. */
export type UnsavedDraft = { storedAt: string; version: number; base: FormDraft; draft: FormDraft };

/** One place for each form and person, and one for the form that is being made. */
function keyOf(id: number | null): string {
  return ['unsaved', 'form', id ?? 'new', staffHere()].join(':');
}

function readDraft(key: string, opened: FormDraft): UnsavedDraft | null {
  const kept = readUnsaved(key);
  const base = unsavedDraftSchema.safeParse(kept?.base);
  const draft = unsavedDraftSchema.safeParse(kept?.values);
  if (!kept || !base.success || !draft.success || isSame(draft.data, opened)) return null;
  return { storedAt: kept.storedAt, version: kept.version, base: base.data, draft: draft.data };
}

type Options = {
  stored: { id: number; version: number } | null;
  /** What the form was opened with, or last saved as. */
  saved: FormDraft;
  draft: FormDraft;
  isDirty: boolean;
};

/** Keeps what was built and not saved, as a module's form does, and finds what was kept before. */
export function useUnsavedDraft({ stored, saved, draft, isDirty }: Options) {
  const key = keyOf(stored?.id ?? null);
  const [found, setFound] = useState(() => readDraft(key, draft));
  // A window over the builder's own opens after it, or that one would cover it.
  const [hasOpened, setOpened] = useState(false);
  useEffect(() => {
    const frame = requestAnimationFrame(() => setOpened(true));
    return () => cancelAnimationFrame(frame);
  }, []);
  const { touch, forget } = useUnsaved({
    key,
    base: { version: stored?.version ?? 0, values: saved },
    isDirty,
    isPaused: found !== null,
    read: () => draft,
  });
  useEffect(touch, [draft, touch]);
  return {
    found: hasOpened ? found : null,
    /** Once it is decided what becomes of what was found. */
    settle: () => setFound(null),
    /** For good: nothing is kept any more. */
    forget,
    /** What is kept now has been saved; a new form is kept under its id from then on. */
    drop: () => dropUnsaved(key),
  };
}
