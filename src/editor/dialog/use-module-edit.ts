import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useMemo, useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { definitionOf } from '#modules/definitions.ts';
import { type Values, changedLabels, fillIn, editorFields } from '#schema/editor-fields.ts';
import type { EditorState } from '#server/editor/editor-state.ts';
import type { FormModule } from './form-module.ts';
import { unsavedKey, readUnsaved } from './unsaved-values.ts';
import { isSame } from './merge-versions.ts';
import { useUnsavedValues } from './use-unsaved-values.ts';

// The page's policy does not allow code made from strings, which zod would try first.
z.config({ jitless: true });

/** Values that are edited, and the version that they were made from. */
export type BaseVersion = { version: number; values: Values };
export type ModuleEdit = ReturnType<typeof useModuleEdit>;

/** A module's values while they are edited: its form, the version below it, and the copy in this browser. */
export function useModuleEdit(state: EditorState, module: FormModule) {
  const { schema } = definitionOf(module.type);
  const fields = useMemo(() => editorFields(schema), [schema]);
  // What the form was opened with stays what it is when the draft behind the dialog is read anew.
  const [opened] = useState(() => ({ version: module.version, values: fillIn(fields, module.data) }));
  const [base, setBase] = useState<BaseVersion>(opened);
  const form = useForm<Values>({
    defaultValues: opened.values,
    // Module data is always an object; the catalog's common type does not say so.
    resolver: zodResolver(schema as z.ZodType<Values, Values>),
    mode: 'onTouched',
    // Done by hand, because what is wrong may be in a closed card.
    shouldFocusError: false,
  });
  const { isDirty } = form.formState;

  const key = unsavedKey(state, module);
  const [found, setFound] = useState(() => {
    const kept = readUnsaved(key);
    return kept && !isSame(fillIn(fields, kept.values), opened.values) ? kept : null;
  });
  // A window on top of this one opens after it, or this one would take it for a part of the page behind.
  const [hasOpened, setOpened] = useState(false);
  useEffect(() => {
    const frame = requestAnimationFrame(() => setOpened(true));
    return () => cancelAnimationFrame(frame);
  }, []);
  const forget = useUnsavedValues({ key, form, base, isDirty, isPaused: found !== null });

  /** Another version becomes the one that is edited, with these values in the form. */
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
    /** Drops the copy in this browser. */
    forget,
    /** A copy of what was not saved before, and what is different in it. */
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
