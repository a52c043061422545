import { type ComponentProps, type ReactNode, createContext, useContext } from 'react';
import { useFormState } from 'react-hook-form';
import { valueAt } from '#domain/objects.ts';
import { LabeledField } from './LabeledField.tsx';

type Props = Omit<ComponentProps<typeof LabeledField>, 'error' | 'help'> & {
  path: string;
  help: string | null;
  required: boolean;
};

/** Whether errors of a field are shown only after it had the focus: a new item is validated as soon as it is added. */
export const SparesUntouched = createContext(false);

/** The message of a field's own error; errors of nested fields are shown there. */
export function useErrorAt(path: string): string | null {
  const { errors, touchedFields } = useFormState({ name: path });
  const sparesUntouched = useContext(SparesUntouched);
  const at = path.split('.');
  if (sparesUntouched && !valueAt(touchedFields, at)) return null;
  const message = valueAt(errors, [...at, 'message']) ?? valueAt(errors, [...at, 'root', 'message']);
  return typeof message === 'string' && message !== '' ? message : null;
}

/** A field of a module's form, with the error at its path. */
export function FieldShell({ help, ...field }: Props): ReactNode {
  return <LabeledField {...field} help={help ?? ''} error={useErrorAt(field.path) ?? undefined} />;
}
