import type { ComponentProps, ReactNode } from 'react';
import { useFormState } from 'react-hook-form';
import { valueAt } from '#domain/objects.ts';
import { FormField } from './FormField.tsx';

type Props = Omit<ComponentProps<typeof FormField>, 'error' | 'help'> & {
  path: string;
  help: string | null;
  required: boolean;
};

/** The message of a field's own error; errors of what it contains stand there. */
export function useErrorAt(path: string): string | null {
  const { errors } = useFormState({ name: path });
  const at = path.split('.');
  const message = valueAt(errors, [...at, 'message']) ?? valueAt(errors, [...at, 'root', 'message']);
  return typeof message === 'string' && message !== '' ? message : null;
}

/** A field of a module's form, with the error that stands at its path. */
export function FieldShell({ help, ...field }: Props): ReactNode {
  return <FormField {...field} help={help ?? ''} error={useErrorAt(field.path) ?? undefined} />;
}
