import { type RefObject, useRef, useState } from 'react';
import { z } from 'zod';
import type { KindName } from '#kinds/registry.ts';
import type { Values } from '#schema/editor-fields.ts';
import { type CallFailure, call } from '#editor/api.ts';
import type { Overtaken } from '#editor/dialog/ConflictWindow.tsx';
import { focusFirstError } from '#editor/form/focus-soon.ts';
import { settleLookups } from '#editor/form/use-lookup.ts';
import type { RecordId } from '#view-model/records.ts';
import type { LoadedKind } from './load-kind.ts';
import { issuesOf, type EditBase, type RecordEdit } from './use-record-edit.ts';
import { splitIssues, toRecord, toValues } from './record-values.ts';

const conflict = z.object({
  draft: z
    .object({ data: z.record(z.string(), z.unknown()), savedAt: z.string(), savedBy: z.string().nullable() })
    .nullable(),
});

/** Their version in a conflict, as the window shows it, and the draft that it is. */
export type Conflict = { theirs: Overtaken; savedAt: string | null; mine: Values };

type Given = {
  definition: LoadedKind;
  id: RecordId | null;
  edit: RecordEdit;
  element: RefObject<HTMLElement | null>;
  onSaved: (id: RecordId) => Promise<void>;
};

/** Saving a draft, with its errors and the conflict with a draft that somebody else has saved. */
export function useRecordSave({ definition, id, edit, element, onSaved }: Given) {
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
  const explain = async (refused: CallFailure, mine: Values) => {
    const found = refused.code === 'conflict' ? conflict.safeParse(refused.detail) : null;
    if (!found?.success || id === null) return show(refused);
    const theirs = found.data.draft ?? (await readLive(kind, id));
    if (!theirs) return show(refused);
    const who = theirs.savedBy === null ? null : { name: theirs.savedBy, email: theirs.savedBy };
    setOvertaken({
      mine,
      savedAt: found.data.draft?.savedAt ?? null,
      theirs: { version: 0, data: toValues(fields, theirs.data), savedBy: who, savedAt: theirs.savedAt },
    });
  };
  /** Stores the values as a draft; the id of the record, or null where it was refused. */
  const store = async (values: Values, from: EditBase): Promise<RecordId | null> => {
    setFailure(null);
    const data = toRecord(schema, values);
    const answer = await call('saveRecord', { kind, id, data, base: from.savedAt });
    if (!answer.ok) {
      await explain(answer.failure, values);
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
        return store(structuredClone(form.getValues()), base);
      }),
    /** Whether the record can be published as it is in the form; shows what is missing. */
    isComplete: async (): Promise<boolean> => {
      const { elsewhere } = splitIssues(fields, issuesOf(definition, id, form.getValues()));
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
    /** Rebases on their draft, with these values in the form. */
    adopt: (values: Values, mine: Values) => {
      const savedAt = overtaken?.savedAt ?? null;
      setOvertaken(null);
      edit.goOnFrom({ savedAt, values }, mine);
    },
    /** Saves merged values against their draft. */
    saveMerged: (values: Values, merged: Values) => {
      const savedAt = overtaken?.savedAt ?? null;
      setOvertaken(null);
      edit.goOnFrom({ savedAt, values }, merged);
      void once(() => store(merged, { savedAt, values }));
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

type Theirs = { data: unknown; savedAt: string | null; savedBy: string | null };

/** The live version, where the draft was published or discarded meanwhile. */
async function readLive(kind: KindName, id: RecordId): Promise<Theirs | null> {
  const answer = await call('openRecord', { kind, id });
  return answer.ok && answer.value.live ? { data: answer.value.live, savedAt: null, savedBy: null } : null;
}
