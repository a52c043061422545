import { type RefObject, useRef, useState } from 'react';
import type { Values } from '#schema/editor-fields.ts';
import { type CallFailure, call } from '#staff/calls/api.ts';
import { focusFirstError } from '#staff/controls/focus-soon.ts';
import { settleLookups } from '#staff/fields/use-lookup.ts';
import type { RecordId } from '#view-model/records.ts';
import type { LoadedKind } from './load-kind.ts';
import { type Conflict, readOvertaken } from './read-overtaken.ts';
import { checkRecord, type EditBase, type RecordEdit } from './use-record-edit.ts';
import { splitIssues, toRecord } from './record-values.ts';

type Options = {
  definition: LoadedKind;
  id: RecordId | null;
  edit: RecordEdit;
  element: RefObject<HTMLElement | null>;
  /** Resolves when the form has been based on what was published from it. */
  whenBased: () => Promise<void>;
  onSaved: (id: RecordId) => Promise<void>;
};

/** Saving a draft, with its errors and the conflict with a draft that somebody else has saved. */
export function useRecordSave({ definition, id, edit, element, whenBased, onSaved }: Options) {
  const { isBusy, once } = useOnce();
  const [failure, setFailure] = useState<CallFailure | null>(null);
  const [overtaken, setOvertaken] = useState<Conflict | null>(null);
  const { form, base } = edit;
  const { kind, fields, schema } = definition;

  /** Shows issues at their fields, and the others above the form. */
  const show = (refused: CallFailure) => {
    const { atFields, elsewhere } = splitIssues(fields, refused.issues);
    for (const { path, message } of atFields) form.setError(path.join('.'), { type: 'server', message });
    if (elsewhere.length > 0 || atFields.length === 0)
      setFailure({ ...refused, message: elsewhere[0]?.message ?? refused.message, issues: elsewhere });
    focusFirstError(element);
  };
  /** Offers to merge values with what has been saved, or has become live, since their base. */
  const offerMerge = async (mine: Values, from: EditBase) => {
    const answer = id === null ? null : await readOvertaken(definition, id, from);
    if (answer?.ok) setOvertaken({ ...answer.value, mine });
    else if (answer) setFailure(answer.failure);
  };
  /** Stores the values as a draft; the id of the record, or null where it was refused. */
  const store = async (values: Values, from: EditBase, isOverTheirs = false): Promise<RecordId | null> => {
    setFailure(null);
    const data = toRecord(schema, values);
    const version = from.version === undefined ? {} : { version: from.version };
    const answer = await call('saveRecord', {
      kind,
      id,
      data,
      base: from.savedAt,
      ...version,
      isRestored: isOverTheirs,
    });
    if (!answer.ok) {
      if (answer.failure.code === 'conflict' && id !== null) await offerMerge(values, from);
      else show(answer.failure);
      return null;
    }
    edit.forget();
    // What was typed meanwhile stays, and is not saved yet.
    const now = form.getValues();
    edit.goOnFrom({ savedAt: answer.value.savedAt, values }, structuredClone(now));
    await onSaved(answer.value.id);
    return answer.value.id;
  };
  return {
    isBusy,
    failure,
    overtaken,
    show,
    /** Saves the draft, finished or not. */
    save: () =>
      once(async () => {
        if (!(await settleLookups())) {
          focusFirstError(element);
          return null;
        }
        // An own publish that is not read yet is nobody else's.
        await whenBased();
        return store(structuredClone(form.getValues()), edit.latestBase());
      }),
    /** Whether the record can be published as it is in the form; shows what is missing. */
    isComplete: async (): Promise<boolean> => {
      const { elsewhere } = splitIssues(fields, checkRecord(definition, id, form.getValues()));
      // Every error is shown from now on, those of untouched fields as well.
      await form.handleSubmit(
        () => undefined,
        () => focusFirstError(element),
      )();
      const [first] = elsewhere;
      if (first) setFailure({ code: 'invalid', message: first.message, issues: elsewhere, detail: undefined });
      return elsewhere.length === 0 && (await form.trigger());
    },
    dismiss: () => setOvertaken(null),
    /** Offers to merge the draft with what it cannot be published over. */
    mergeLive: () => offerMerge(structuredClone(form.getValues()), base),
    /** Goes on from their version: merged values are saved, and so is what is live, which replaces the draft. */
    settle: (theirs: Values, values: Values) => {
      if (!overtaken) return;
      const { savedAt, version } = overtaken;
      const next = { savedAt, values: theirs, ...(version === undefined ? {} : { version }) };
      setOvertaken(null);
      edit.goOnFrom(next, values);
      if (values !== theirs || version !== undefined) void once(() => store(values, next, version === undefined));
    },
  };
}

/** Runs one save at a time. */
function useOnce() {
  const [isBusy, setBusy] = useState(false);
  const isSending = useRef(false);
  const once = async (act: () => Promise<RecordId | null>): Promise<RecordId | null> => {
    if (isSending.current) return null;
    isSending.current = true;
    setBusy(true);
    try {
      return await act();
    } finally {
      isSending.current = false;
      setBusy(false);
    }
  };
  return { isBusy, once };
}

export type RecordSave = ReturnType<typeof useRecordSave>;
