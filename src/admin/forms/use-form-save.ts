import { useState } from 'react';
import type { z } from 'zod';
import type { BrokenField } from '#domain/forms/stored-fields.ts';
import { type CallFailure, call } from '#staff/calls/api.ts';
import { formConflict } from './FormConflict.tsx';
import type { SavedForm } from './form-builder-types.ts';
import { type FormDraft, type Problems, toProblems, readDraft } from './form-draft.ts';
import type { FormEdits } from './use-form-edits.ts';

export const noProblems: Problems = new Map();

type Options = {
  edits: FormEdits;
  broken: readonly BrokenField[];
  onRefused: (wrong: FormDraft) => void;
  onSaved: (saved: SavedForm) => void;
  say: (news: string) => void;
};

/** Saving a form, with its errors and the conflict with a version that somebody else saved. */
export function useFormSave({ edits, broken: initial, onRefused, onSaved, say }: Options) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<CallFailure | null>(null);
  /** Errors of the last save, besides those of the fields, which are validated all the time. */
  const [refused, setRefused] = useState<Problems>(noProblems);
  const [broken, setBroken] = useState(initial);
  const [overtaken, setOvertaken] = useState<z.output<typeof formConflict> | null>(null);

  const refuse = (wrong: FormDraft, problems: Problems) => {
    setRefused(problems);
    onRefused(wrong);
  };
  const explain = (found: CallFailure, wanted: FormDraft) => {
    const theirs = formConflict.safeParse(found.detail);
    if (found.code === 'conflict' && theirs.success) return setOvertaken(theirs.data);
    if (found.issues.length === 0) return setFailure(found);
    refuse(wanted, toProblems(found.issues.map(({ path, message }) => ({ path: withoutData(path), message }))));
  };
  const save = async (wanted: FormDraft, from: FormEdits['stored']): Promise<void> => {
    setFailure(null);
    say('');
    const read = readDraft(wanted);
    if (!read.success) return refuse(wanted, toProblems(read.error.issues));
    setRefused(noProblems);
    setBusy(true);
    const answer = from
      ? await call('updateForm', { id: from.id, version: from.version, data: read.data })
      : await call('createForm', read.data);
    setBusy(false);
    if (!answer.ok) return explain(answer.failure, wanted);
    const now = { id: from?.id ?? 0, ...answer.value };
    edits.unsaved.drop();
    edits.setStored(now);
    edits.setSaved(wanted);
    setBroken([]);
    say('Saved.');
    onSaved({ ...now, title: read.data.title });
  };
  /** Rebases on their version, with the merged values. */
  const settle = (chosen: FormDraft, isSaved: boolean) => {
    if (!overtaken) return;
    const { id, version } = overtaken.form;
    setOvertaken(null);
    edits.setStored({ id, version });
    edits.change(chosen);
    if (isSaved) void save(chosen, { id, version });
    else edits.setSaved(chosen);
  };
  return { isBusy, failure, refused, broken, overtaken, save, settle, dismiss: () => setOvertaken(null) };
}

export type FormSave = ReturnType<typeof useFormSave>;

/** A path as the builder uses it: the input of the action has the form under `data`. */
function withoutData(path: readonly (string | number)[]): readonly (string | number)[] {
  return path[0] === 'data' ? path.slice(1) : path;
}
