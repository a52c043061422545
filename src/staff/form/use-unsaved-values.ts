import { useEffect } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { Values } from '#schema/editor-fields.ts';
import { type UnsavedOptions, useUnsaved } from './use-unsaved.ts';

/** Stores the unsaved values of a module's form. Returns the function that deletes them. */
export function useUnsavedValues({ form, ...options }: UnsavedOptions & { form: UseFormReturn<Values> }): () => void {
  const { touch, forget } = useUnsaved({ ...options, read: form.getValues });
  useEffect(() => form.subscribe({ formState: { values: true }, callback: touch }), [form, touch]);
  return forget;
}
