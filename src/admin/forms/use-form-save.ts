import { useState } from 'react';
import type { BrokenField } from '#domain/forms/stored-fields.ts';
import { toFormData } from '#schema/form-data.ts';
import { type CallFailure, call } from '#staff/calls/api.ts';
import { readOvertakenRecord } from '../records/read-overtaken.ts';
import type { FormBase, SavedForm } from './form-builder-types.ts';
import { type FormDraft, type Problems, draftOfData, readDraft, toProblems, toProblemsOfRecord } from './form-draft.ts';
import type { FormEdits } from './use-form-edits.ts';

export const noProblems: Problems = new Map();

/** Another version that a save, or publishing, conflicts with. */
export type OvertakenForm = {
  theirs: FormDraft;
  savedBy: string | null;
  savedAt: string | null;
  /** What both started from. */
  base: FormDraft;
  mine: FormDraft;
  /** What is saved next goes on from here. */
  next: FormBase;
};

type Options = {
  edits: FormEdits;
  broken: readonly BrokenField[];
  onRefused: (wrong: FormDraft) => void;
  onSaved: (saved: SavedForm) => void;
  say: (news: string) => void;
};

/** Saving the draft of a form, with its errors and the conflict with a version that somebody else saved. */
export function useFormSave({ edits, broken: initial, onRefused, onSaved, say }: Options) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<CallFailure | null>(null);
  /** Errors of the last save, besides those of the fields, which are validated all the time. */
  const [refused, setRefused] = useState<Problems>(noProblems);
  const [broken, setBroken] = useState(initial);
  const merge = useMerge(edits, setFailure);

  const refuse = (wrong: FormDraft, problems: Problems) => {
    setRefused(problems);
    onRefused(wrong);
  };
  /** Shows why the form cannot be saved or published. */
  const show = (found: CallFailure, wanted: FormDraft) => {
    if (found.issues.length === 0) return setFailure(found);
    // Fields are validated as they are built: what the server finds besides has no place of its own.
    const ofField = found.issues.find(({ path }) => path[0] === 'content');
    if (ofField) setFailure({ ...found, message: ofField.message, issues: [] });
    refuse(wanted, toProblemsOfRecord(found.issues));
  };
  /** Whether it was saved. */
  const save = async (wanted: FormDraft, from: FormEdits['stored']): Promise<boolean> => {
    setFailure(null);
    say('');
    const read = readDraft(wanted);
    if (!read.success) {
      refuse(wanted, toProblems(read.error.issues));
      return false;
    }
    setRefused(noProblems);
    setBusy(true);
    const version = from?.version === undefined ? {} : { version: from.version };
    const base = from?.savedAt ?? null;
    const answer = await call('saveRecord', {
      kind: 'form',
      id: from?.id ?? null,
      data: toFormData(read.data),
      base,
      ...version,
    });
    setBusy(false);
    if (!answer.ok) {
      if (answer.failure.code === 'conflict' && from) await merge.offer(wanted, from, answer.failure);
      else show(answer.failure, wanted);
      return false;
    }
    const now = { id: Number(answer.value.id), savedAt: answer.value.savedAt };
    edits.unsaved.drop();
    edits.setStored(now);
    edits.setSaved(wanted);
    setBroken([]);
    say('Draft saved.');
    onSaved({ id: now.id, title: read.data.title });
    return true;
  };
  const settle = (chosen: FormDraft, isSaved: boolean) => {
    const from = merge.take(chosen);
    if (!from) return;
    // What is live takes the place of a draft by being saved as one.
    if (isSaved || (from.version !== undefined && from.savedAt !== null)) void save(chosen, from);
    else edits.setSaved(chosen);
  };
  return {
    isBusy,
    failure,
    refused,
    broken,
    overtaken: merge.overtaken,
    save,
    /** Goes on from their version, with the chosen values. */
    settle,
    show: (found: CallFailure) => show(found, edits.draft),
    /** Offers to merge the draft with what it cannot be published over. */
    mergeLive: () => merge.offer(edits.draft, edits.stored, null),
    dismiss: merge.dismiss,
  };
}

/** The conflict of a form with what somebody else has saved or published. */
function useMerge(edits: FormEdits, setFailure: (failure: CallFailure | null) => void) {
  const [overtaken, setOvertaken] = useState<OvertakenForm | null>(null);
  /** Offers to merge a form with what has been saved, or has become live, since it was begun. */
  const offer = async (mine: FormDraft, from: FormEdits['stored'], refusal: CallFailure | null) => {
    const answer = from && (await readOvertakenRecord('form', from.id, from.savedAt));
    if (answer && !answer.ok) return setFailure(answer.failure);
    if (!answer?.value.theirs) return setFailure(refusal);
    const { theirs, base, savedBy, at, savedAt, version } = answer.value;
    setOvertaken({
      theirs: draftOfData(theirs),
      savedBy,
      savedAt: at,
      base: base ? draftOfData(base) : edits.saved,
      mine,
      next: { savedAt, ...(version === undefined ? {} : { version }) },
    });
  };
  /** Puts the chosen values into the builder; what they go on from, null where there is no conflict. */
  const take = (chosen: FormDraft): FormEdits['stored'] => {
    if (!overtaken || !edits.stored) return null;
    const from = { id: edits.stored.id, ...overtaken.next };
    setOvertaken(null);
    edits.setStored(from);
    edits.change(chosen);
    return from;
  };
  return { overtaken, offer, take, dismiss: () => setOvertaken(null) };
}

export type FormSave = ReturnType<typeof useFormSave>;
