import { useEffect, useMemo, useRef, useState } from 'react';
import { type FieldErrors, type Resolver, set, useForm } from 'react-hook-form';
import { isSame } from '#domain/pages/merge-versions.ts';
import type { Issue } from '#domain/result.ts';
import { type EditorField, type Values, changedLabels } from '#schema/editor-fields.ts';
import { dropUnsaved, readUnsaved } from '#staff/form/unsaved-values.ts';
import { useUnsavedValues } from '#staff/form/use-unsaved-values.ts';
import { staffHere } from '#staff/calls/editor-site.ts';
import type { OpenedRecord, RecordId } from '#view-model/records.ts';
import type { LoadedKind } from './load-kind.ts';
import { splitIssues, toRecord, toValues } from './record-values.ts';

/**
 * The draft that a person's changes started from: when it was saved, null where there was none. The version is the live one that
 * the values are of, or have been merged with, where no draft has kept that.
 */
export type EditBase = { savedAt: string | null; values: Values; version?: number };

/** Any id will do to check a new record: its own is given to it when it is saved. */
const newId = Number.MAX_SAFE_INTEGER;

/** What is wrong with a record as it is in the form, by the checks of its kind. */
export function checkRecord(definition: LoadedKind, id: RecordId | null, values: unknown): readonly Issue[] {
  const record = { ...toRecord(definition.schema, values), kind: definition.kind, id: id ?? newId };
  const parsed = definition.parse(record);
  return parsed.ok ? parsed.record.issues : parsed.issues;
}

/** A record's values while they are edited: its form, the draft it is based on, and the copy in this browser. */
export function useRecordEdit(definition: LoadedKind, opened: OpenedRecord | null) {
  const { kind, fields } = definition;
  const [start] = useState<EditBase>(() => getEditBase(definition, opened));
  const [base, setBase] = useState(start);
  const latest = useRef(start);
  const id = opened?.id ?? null;
  const form = useForm<Values>({
    defaultValues: start.values,
    resolver: useMemo(() => makeResolver(definition, id), [definition, id]),
    mode: 'onTouched',
    shouldFocusError: false,
  });
  const { isDirty } = form.formState;
  const key = ['unsaved', 'record', kind, id ?? 'new', staffHere()].join(':');
  const [found, setFound] = useState(() => {
    const copy = readUnsaved(key);
    return copy && !isSame(toValues(fields, copy.values), start.values) ? copy : null;
  });
  // A dialog over the screen opens after it.
  const [hasOpened, setOpened] = useState(false);
  useEffect(() => {
    const frame = requestAnimationFrame(() => setOpened(true));
    return () => cancelAnimationFrame(frame);
  }, []);
  const stored = useMemo(() => ({ version: 0, values: { savedAt: base.savedAt, values: base.values } }), [base]);
  useUnsavedValues({ key, form, base: stored, isDirty, isPaused: found !== null });

  /** Rebases the form on another draft, with these values. */
  const goOnFrom = (next: EditBase, values: Values) => {
    setBase(next);
    latest.current = next;
    // Once it was tried to be published, every error is shown: those that the server finds as well.
    form.reset(next.values, { keepSubmitCount: true });
    form.reset(values, { keepDefaultValues: true, keepSubmitCount: true });
  };
  return {
    form,
    base,
    /** The base of what the form has at this moment, for what was waited for since it was drawn. */
    latestBase: () => latest.current,
    goOnFrom,
    isDirty,
    /** Deletes the copy in this browser. */
    forget: () => dropUnsaved(key),
    found:
      found && hasOpened
        ? {
            storedAt: found.storedAt,
            changed: changedLabels(fields, start.values, toValues(fields, found.values)),
            restore: () => {
              const { savedAt } = found.base;
              const values = toValues(fields, found.base['values']);
              goOnFrom(
                { savedAt: typeof savedAt === 'string' ? savedAt : null, values },
                toValues(fields, found.values),
              );
              setFound(null);
            },
            discard: () => setFound(null),
          }
        : null,
  };
}

export type RecordEdit = ReturnType<typeof useRecordEdit>;

/** What a person edits of a record: its draft, else what is live. */
export function getEditBase({ fields }: LoadedKind, opened: OpenedRecord | null): EditBase {
  const data = opened?.draft?.data ?? opened?.live ?? {};
  const stored = toValues(fields, data);
  const base = { savedAt: opened?.draft?.savedAt ?? null, values: opened ? stored : withOwnZone(fields, stored) };
  // A draft knows what it was begun with.
  return opened?.draft || !opened?.version ? base : { ...base, version: opened.version };
}

/** Of a new record: times are mostly those of where its author is. */
function withOwnZone(fields: readonly EditorField[], values: Values): Values {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const zones = fields.filter(({ widget }) => widget === 'time-zone').map(({ name }) => [name, timeZone]);
  return { ...values, ...Object.fromEntries(zones) };
}

function makeResolver(definition: LoadedKind, id: RecordId | null): Resolver<Values> {
  return (values) => {
    const { atFields } = splitIssues(definition.fields, checkRecord(definition, id, values));
    const errors: FieldErrors<Values> = {};
    // The first of several at a path is the one to mend.
    for (const { path, message } of atFields.toReversed()) set(errors, path.join('.'), { type: 'kind', message });
    return Object.keys(errors).length === 0 ? { values, errors: {} } : { values: {}, errors };
  };
}
