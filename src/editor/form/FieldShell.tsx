import { type ComponentProps, type ReactNode, createContext, useContext } from 'react';
import { useFormState } from 'react-hook-form';
import { valueAt } from '#domain/objects.ts';
import { LabeledField } from './LabeledField.tsx';

type Props = Omit<ComponentProps<typeof LabeledField>, 'error' | 'help'> & {
  path: string;
  help: string | null;
  required: boolean;
};

/**
 * Whether every error is shown, or only those of fields that were left: lists are checked whenever an item is added, moved or
 * deleted. Null in a form, which shows all of them once it was tried to be saved; the window of an item knows by itself.
 */
export const ShowsUntouched = createContext<boolean | null>(null);

/** The message of a field's own error; errors of nested fields are shown there. */
export function useErrorAt(path: string): string | null {
  const { errors, touchedFields, submitCount } = useFormState({ name: path });
  const showsUntouched = useContext(ShowsUntouched) ?? submitCount > 0;
  const at = path.split('.');
  if (!showsUntouched && !valueAt(touchedFields, at)) return null;
  const message = valueAt(errors, [...at, 'message']) ?? valueAt(errors, [...at, 'root', 'message']);
  return typeof message === 'string' && message !== '' ? message : null;
}

/** A field of a module's form, with the error at its path. */
export function FieldShell({ help, ...field }: Props): ReactNode {
  return <LabeledField {...field} help={help ?? ''} error={useErrorAt(field.path) ?? undefined} />;
}
