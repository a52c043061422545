import { type RefObject, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type Values, fillIn } from '#schema/editor-fields.ts';
import type { Call, CallFailure } from '#staff/calls/api.ts';
import { focusFirstError } from '#staff/controls/focus-soon.ts';
import { settleLookups } from '#staff/fields/use-lookup.ts';
import { type Overtaken, conflictDetail } from '#staff/differences/ConflictDialog.tsx';
import type { BaseVersion, VersionedForm } from './use-versioned-form.ts';

type SaveProblem = { message: string; isSignedOut: boolean };

type Options = {
  edit: VersionedForm;
  element: RefObject<HTMLFormElement | null>;
  /** Stores the values against the version that they started from. */
  save: (values: Values, version: number) => Promise<Call<unknown>>;
  /** Called after a save. */
  onSaved: () => Promise<void>;
  /** Called when the form has errors to show. */
  onInvalid: () => void;
};

/** Saving a module, with its errors and the conflict with a version that somebody else saved. */
export function useModuleSave({ edit, element, save, onSaved, onInvalid }: Options) {
  const { form, fields, base } = edit;
  const [problem, setProblem] = useState<SaveProblem | null>(null);
  const [overtaken, setOvertaken] = useState<{ theirs: Overtaken; mine: Values } | null>(null);
  const [isDone, setDone] = useState(false);
  const isBusy = form.formState.isSubmitting || isDone;
  const isSending = useRef(false);
  const showFirstError = () => focusFirstError(element);

  const explain = (failure: CallFailure, values: Values) => {
    if (failure.code === 'conflict') {
      const theirs = conflictDetail.safeParse(failure.detail);
      if (theirs.success) return setOvertaken({ theirs: theirs.data, mine: fillIn(fields, values) });
    }
    const elsewhere: string[] = [];
    for (const { path, message } of failure.issues) {
      const [name] = path;
      if (fields.some((field) => field.name === name)) form.setError(path.join('.'), { type: 'server', message });
      else elsewhere.push(message);
    }
    if (failure.issues.length === 0 || elsewhere.length > 0) {
      setProblem({ message: elsewhere[0] ?? failure.message, isSignedOut: failure.code === 'unauthenticated' });
    }
    showFirstError();
  };
  const store = async (values: Values, from: number): Promise<void> => {
    setProblem(null);
    const answer = await save(values, from);
    if (!answer.ok) return explain(answer.failure, values);
    edit.forget();
    // Nothing is unsaved any more before the page may be left: whoever asks about that is told first.
    flushSync(() => setDone(true));
    await onSaved();
  };
  const check = async () => {
    // An id that was just typed counts as well; one without a record is shown as an error first.
    if (!(await settleLookups())) return showFirstError();
    await form.handleSubmit(
      (values) => store(values, base.version),
      () => {
        onInvalid();
        showFirstError();
      },
    )();
  };

  return {
    isBusy,
    isDone,
    problem,
    overtaken,
    submit: async () => {
      if (isBusy || isSending.current) return;
      isSending.current = true;
      await check().finally(() => {
        isSending.current = false;
      });
    },
    /** Dismisses the conflict: the form stays as it is. */
    dismiss: () => setOvertaken(null),
    /** Rebases on their version, with these values in the form. */
    adopt: (theirs: BaseVersion, values: Values) => {
      setOvertaken(null);
      edit.goOnFrom(theirs, values);
    },
    /** Saves the merged values against their version, through the form, so that they are validated. */
    saveMerged: (theirs: BaseVersion, values: Values) => {
      setOvertaken(null);
      edit.goOnFrom(theirs, values);
      void form.handleSubmit((checked) => store(checked, theirs.version), showFirstError)();
    },
  };
}

export type ModuleSave = ReturnType<typeof useModuleSave>;
