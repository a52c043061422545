import { type ReactNode, useId } from 'react';
import { useFormState } from 'react-hook-form';

export type ControlIds = {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
  'aria-required': true | undefined;
};

type Props = {
  path: string;
  label: string;
  help: string | null;
  required: boolean;
  /** Beside the help, e.g. how much has been written. */
  aside?: ReactNode;
  /** Under the control, such as the English text; it gets the id of the label. */
  beside?: (labelId: string) => ReactNode;
  /** The control is not one element that a label can name, but a group. */
  isGroup?: boolean;
  children: (ids: ControlIds & { labelId: string }) => ReactNode;
};

/** The message of a field's own error; errors of what it contains stand there. */
export function useErrorAt(path: string): string | null {
  const { errors } = useFormState({ name: path });
  let at: unknown = errors;
  for (const part of path.split('.'))
    at = typeof at === 'object' && at !== null ? (at as Record<string, unknown>)[part] : undefined;
  if (typeof at !== 'object' || at === null) return null;
  const own = at as { message?: unknown; root?: { message?: unknown } };
  const message = own.message ?? own.root?.message;
  return typeof message === 'string' && message !== '' ? message : null;
}

/** Label, control, error and help of a field, tied together for assistive technology. */
export function FieldShell({
  path,
  label,
  help,
  required,
  aside,
  beside,
  isGroup = false,
  children,
}: Props): ReactNode {
  const id = useId();
  const error = useErrorAt(path);
  const labelId = `${id}-label`;
  const describedBy = [error ? `${id}-error` : null, help ? `${id}-help` : null]
    .filter((part) => part !== null)
    .join(' ');
  const control = children({
    id,
    labelId,
    'aria-describedby': describedBy === '' ? undefined : describedBy,
    'aria-invalid': error ? true : undefined,
    'aria-required': required ? true : undefined,
  });
  const name = (
    <>
      {label}
      {required ? (
        <span className="ed-field__required" aria-hidden="true">
          {' '}
          required
        </span>
      ) : null}
    </>
  );
  return (
    <div className={error ? 'ed-field ed-field--invalid' : 'ed-field'} data-field={path}>
      {isGroup ? (
        <span className="ed-field__label" id={labelId}>
          {name}
        </span>
      ) : (
        <label className="ed-field__label" htmlFor={id} id={labelId}>
          {name}
        </label>
      )}
      {control}
      {error ? (
        <p className="ed-field__error" id={`${id}-error`}>
          {error}
        </p>
      ) : null}
      {help || aside ? (
        <p className="ed-field__help">
          <span id={`${id}-help`}>{help}</span>
          {aside}
        </p>
      ) : null}
      {beside?.(labelId)}
    </div>
  );
}
