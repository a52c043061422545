import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useMemo, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { isSame } from '#domain/pages/merge-versions.ts';
import { type Values, changedLabels, editorFields, fillIn } from '#schema/editor-fields.ts';
import { readUnsaved } from '#staff/form/unsaved-values.ts';
import { useUnsavedValues } from '#staff/form/use-unsaved-values.ts';

/** Values that are edited, with the version that they are based on. */
export type BaseVersion = { version: number; values: Values };
export type VersionedForm = ReturnType<typeof useVersionedForm>;

type Options = {
  schema: z.ZodType;
  /** What is stored, and its version. */
  stored: { version: number; data: unknown };
  /** Of the copy of unsaved values in this browser. */
  key: string;
};

/** Stored values while they are edited: their form, the version it is based on, and the copy in this browser. */
export function useVersionedForm({ schema, stored, key }: Options) {
  const fields = useMemo(() => editorFields(schema), [schema]);
  // Does not change when the draft behind the dialog is refreshed.
  const [opened] = useState(() => ({ version: stored.version, values: fillIn(fields, stored.data) }));
  const [base, setBase] = useState<BaseVersion>(opened);
  const form = useForm<Values>({
    defaultValues: opened.values,
    // What is edited in a form is always an object; the common type of schemas does not say so.
    resolver: zodResolver(schema as z.ZodType<Values, Values>),
    mode: 'onTouched',
    // Done by the form, because the field may be in a closed card.
    shouldFocusError: false,
  });
  const { isDirty } = form.formState;

  const [found, setFound] = useState(() => {
    const copy = readUnsaved(key);
    return copy && !isSame(fillIn(fields, copy.values), opened.values) ? copy : null;
  });
  // A dialog on top of this one opens after it, or this one would make it inert like the page behind.
  const [hasOpened, setOpened] = useState(false);
  useEffect(() => {
    const frame = requestAnimationFrame(() => setOpened(true));
    return () => cancelAnimationFrame(frame);
  }, []);
  const forget = useUnsavedValues({ key, form, base, isDirty, isPaused: found !== null });

  /** Rebases the form on another version, with these values. */
  const goOnFrom = (version: BaseVersion, values: Values) => {
    setBase(version);
    form.reset(version.values);
    form.reset(values, { keepDefaultValues: true });
  };

  return {
    fields,
    form,
    base,
    goOnFrom,
    /** Deletes the copy in this browser. */
    forget,
    /** An earlier unsaved copy, and the fields in which it differs. */
    found:
      found && hasOpened
        ? {
            storedAt: found.storedAt,
            changed: changedLabels(fields, opened.values, fillIn(fields, found.values)),
            restore: () => {
              goOnFrom({ version: found.version, values: fillIn(fields, found.base) }, fillIn(fields, found.values));
              setFound(null);
            },
            discard: () => setFound(null),
          }
        : null,
  };
}
