import { type ComponentProps, type ReactNode, createContext, useContext } from 'react';
import { useFormState } from 'react-hook-form';
import { isRecord, valueAt } from '#domain/objects.ts';
import { LabeledField } from './LabeledField.tsx';

type Props = Omit<ComponentProps<typeof LabeledField>, 'error' | 'help'> & {
  path: string;
  help: string | null;
  required: boolean;
  /** What is wrong anywhere within the value is said here. */
  isWhole?: boolean;
};

/**
 * Whether every error is shown, or only those of fields that were left: lists are checked whenever an item is added, moved or
 * deleted. Null in a form, which shows all of them once it was tried to be saved; the dialog of an item knows by itself.
 */
export const ShowsUntouched = createContext<boolean | null>(null);

/**
 * The message of a field's own error; errors of nested fields are shown there. A formatted text has no nested fields: whatever is
 * wrong within it is its own error.
 */
export function useErrorAt(path: string, isWhole = false): string | null {
  const { errors, touchedFields, submitCount } = useFormState({ name: path });
  const showsUntouched = useContext(ShowsUntouched) ?? submitCount > 0;
  const at = path.split('.');
  if (!showsUntouched && !valueAt(touchedFields, at)) return null;
  const own = valueAt(errors, [...at, 'message']) ?? valueAt(errors, [...at, 'root', 'message']);
  const message = own ?? (isWhole ? firstMessage(valueAt(errors, at)) : null);
  return typeof message === 'string' && message !== '' ? message : null;
}

/** The first message within the errors of a value. */
function firstMessage(errors: unknown): string | null {
  if (Array.isArray(errors)) return errors.map(firstMessage).find((message) => message !== null) ?? null;
  if (!isRecord(errors)) return null;
  // `ref` is an element of the page.
  const { message, ref: _, ...parts } = errors;
  return typeof message === 'string' ? message : firstMessage(Object.values(parts));
}

/** A field of a module's form, with the error at its path. */
export function FieldShell({ help, isWhole = false, ...field }: Props): ReactNode {
  return <LabeledField {...field} help={help ?? ''} error={useErrorAt(field.path, isWhole) ?? undefined} />;
}
