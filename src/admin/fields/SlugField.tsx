import { type ReactNode, createContext, useContext, useEffect, useEffectEvent, useRef } from 'react';
import { useWatch } from 'react-hook-form';
import type { EditorField, Values } from '#schema/editor-fields.ts';
import { FieldShell } from '#staff/fields/FieldShell.tsx';
import { useField } from '#staff/fields/use-field.ts';
import { recordTitle } from '../records/record-values.ts';
import { makeSlug } from './make-slug.ts';

/** Whether the record is new: then its slug follows the title until a person writes one. */
export const IsNewRecord = createContext(false);

/** The part of an address that names the record. */
export function SlugField({ field, path }: { field: EditorField; path: string }): ReactNode {
  const control = useField(path);
  const values: Values = useWatch();
  const isNew = useContext(IsNewRecord);
  const value = typeof control.value === 'string' ? control.value : '';
  const made = useRef('');
  const wanted = makeSlug(recordTitle('', values));
  const follow = useEffectEvent((slug: string) => {
    // One that may be empty names something else, such as what jobs have in common.
    if (!isNew || !field.required || value !== made.current || slug === value) return;
    made.current = slug;
    control.onChange(slug);
  });
  useEffect(() => follow(wanted), [wanted]);
  return (
    <FieldShell path={path} label={field.label} help={field.help} required={field.required}>
      {({ labelId: _, ...ids }) => (
        <input
          {...ids}
          {...control}
          className="ed-input"
          type="text"
          autoComplete="off"
          spellCheck={false}
          value={value}
          onChange={({ target }) => control.onChange(target.value)}
        />
      )}
    </FieldShell>
  );
}
