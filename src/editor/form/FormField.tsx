import { type ReactNode, useId } from 'react';
import type { ControlIds } from './FieldShell.tsx';

type Props = {
  label: string;
  error?: string | undefined;
  help?: string;
  required?: boolean;
  /** The control is a group, which a label cannot name. */
  isGroup?: boolean;
  children: (ids: ControlIds & { labelId: string }) => ReactNode;
};

/** Label, control, error and help of a field of a small window, whose values do not belong to the module's form. */
export function FormField({ label, error, help, required = false, isGroup = false, children }: Props): ReactNode {
  const id = useId();
  const labelId = `${id}-label`;
  const describedBy = [error ? `${id}-error` : '', help ? `${id}-help` : ''].filter(Boolean).join(' ');
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
    <div className={error ? 'ed-field ed-field--invalid' : 'ed-field'}>
      {isGroup ? (
        <span className="ed-field__label" id={labelId}>
          {name}
        </span>
      ) : (
        <label className="ed-field__label" htmlFor={id} id={labelId}>
          {name}
        </label>
      )}
      {children({
        id,
        labelId,
        'aria-describedby': describedBy === '' ? undefined : describedBy,
        'aria-invalid': error ? true : undefined,
        'aria-required': required ? true : undefined,
      })}
      {error ? (
        <p className="ed-field__error" id={`${id}-error`}>
          {error}
        </p>
      ) : null}
      {help ? (
        <p className="ed-field__help" id={`${id}-help`}>
          {help}
        </p>
      ) : null}
    </div>
  );
}
