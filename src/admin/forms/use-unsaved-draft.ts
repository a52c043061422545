import { useEffect, useState } from 'react';
import { isSame } from '#domain/pages/merge-versions.ts';
import { dropUnsaved, readUnsaved } from '#staff/form/unsaved-values.ts';
import { useUnsaved } from '#staff/form/use-unsaved.ts';
import { staffHere } from '#staff/calls/editor-site.ts';
import { z } from 'zod';
import type { FormBase } from './form-builder-types.ts';
import { type FormDraft, unsavedDraftSchema } from './form-draft.ts';

/** A draft that was not saved, and the form that it was made from; `from` is null in copies of release 0.2.0, which knew no drafts. */
export type UnsavedDraft = { storedAt: string; from: FormBase | null; base: FormDraft; draft: FormDraft };

const baseSchema = z.union([
  z.object({
    from: z.object({ savedAt: z.string().nullable(), version: z.number().exactOptional() }),
    draft: unsavedDraftSchema,
  }),
  unsavedDraftSchema.transform((draft) => ({ from: null, draft })),
]);

/** One place for each form and person, and one for the form that is being made. */
function makeStorageKey(id: number | null): string {
  return ['unsaved', 'form', id ?? 'new', staffHere()].join(':');
}

function readDraft(key: string, opened: FormDraft): UnsavedDraft | null {
  const unsaved = readUnsaved(key);
  const base = baseSchema.safeParse(unsaved?.base);
  const draft = unsavedDraftSchema.safeParse(unsaved?.values);
  if (!unsaved || !base.success || !draft.success || isSame(draft.data, opened)) return null;
  return { storedAt: unsaved.storedAt, from: base.data.from, base: base.data.draft, draft: draft.data };
}

function makeBase(stored: Options['stored']): FormBase {
  return { savedAt: stored?.savedAt ?? null, ...(stored?.version === undefined ? {} : { version: stored.version }) };
}

type Options = {
  stored: ({ id: number } & FormBase) | null;
  /** The form as opened, or last saved. */
  saved: FormDraft;
  draft: FormDraft;
  isDirty: boolean;
};

/** Stores unsaved changes, as a module's form does, and finds earlier ones. */
export function useUnsavedDraft({ stored, saved, draft, isDirty }: Options) {
  const key = makeStorageKey(stored?.id ?? null);
  const [found, setFound] = useState(() => readDraft(key, draft));
  // A dialog over the builder's own opens after it, or that one would cover it.
  const [hasOpened, setOpened] = useState(false);
  useEffect(() => {
    const frame = requestAnimationFrame(() => setOpened(true));
    return () => cancelAnimationFrame(frame);
  }, []);
  const { touch, forget } = useUnsaved({
    key,
    base: { version: 0, values: { from: makeBase(stored), draft: saved } },
    isDirty,
    isPaused: found !== null,
    read: () => draft,
  });
  useEffect(touch, [draft, touch]);
  return {
    found: hasOpened ? found : null,
    /** Called when the earlier draft was restored or discarded. */
    settle: () => setFound(null),
    /** Deletes the copy and stores no further one. */
    forget,
    /** Deletes the copy after a save; a new form is stored under its id from then on. */
    drop: () => dropUnsaved(key),
  };
}
