import { type RefObject, useRef, useState } from 'react';
import { z } from 'zod';
import type { KindName } from '#kinds/registry.ts';
import type { Values } from '#schema/editor-fields.ts';
import { type CallFailure, call } from '#editor/api.ts';
import { focusFirstError } from '#editor/form/focus-soon.ts';
import { settleLookups } from '#editor/form/use-lookup.ts';
import type { RecordId } from '#view-model/records.ts';
import type { LoadedKind } from './load-kind.ts';
import { type Conflict, readOvertaken } from './read-overtaken.ts';
import { issuesOf, type EditBase, type RecordEdit } from './use-record-edit.ts';
import { splitIssues, toRecord, toValues } from './record-values.ts';

const conflict = z.object({
  draft: z
    .object({ data: z.record(z.string(), z.unknown()), savedAt: z.string(), savedBy: z.string().nullable() })
    .nullable(),
});

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
      base: null,
      savedAt: found.data.draft?.savedAt ?? null,
      theirs: { version: 0, data: toValues(fields, theirs.data), savedBy: who, savedAt: theirs.savedAt },
    });
  };
  /** Stores the values as a draft; the id of the record, or null where it was refused. */
  const store = async (values: Values, from: EditBase): Promise<RecordId | null> => {
    setFailure(null);
    const data = toRecord(schema, values);
    const { savedAt: base, version } = from;
    const answer = await call('saveRecord', { kind, id, data, base, ...(version === undefined ? {} : { version }) });
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
    /** Offers to merge the draft with what has become live since it was begun, or has been saved meanwhile. */
    mergeLive: async () => {
      const answer = id === null ? null : await readOvertaken(definition, id, base);
      if (answer?.ok) setOvertaken({ ...answer.value, mine: structuredClone(form.getValues()) });
      else if (answer) setFailure(answer.failure);
    },
    /** Goes on from their version. What is live replaces the draft: it is stored at once. */
    takeTheirs: (values: Values) => {
      if (!overtaken) return;
      const next = baseAfter(overtaken, values);
      setOvertaken(null);
      edit.goOnFrom(next, values);
      if (next.version !== undefined) void once(() => store(values, next));
    },
    /** Saves merged values against their version. */
    saveMerged: (values: Values, merged: Values) => {
      if (!overtaken) return;
      const next = baseAfter(overtaken, values);
      setOvertaken(null);
      edit.goOnFrom(next, merged);
      void once(() => store(merged, next));
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

function baseAfter({ savedAt, version }: Conflict, values: Values): EditBase {
  return { savedAt, values, ...(version === undefined ? {} : { version }) };
}

/** The live version, where the draft was published or discarded meanwhile. */
async function readLive(kind: KindName, id: RecordId): Promise<Theirs | null> {
  const answer = await call('openRecord', { kind, id });
  return answer.ok && answer.value.live ? { data: answer.value.live, savedAt: null, savedBy: null } : null;
}
