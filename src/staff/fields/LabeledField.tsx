import { type ReactNode, useId } from 'react';

type ControlIds = {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
  'aria-required': true | undefined;
};

type Props = {
  /** The path of the value in a module's data, for a field of its form. */
  path?: string;
  label: string;
  error?: string | undefined;
  help?: string;
  required?: boolean;
  /** The control is a group, which a label cannot name. */
  isGroup?: boolean;
  /** Beside the help, e.g. a character counter. */
  aside?: ReactNode;
  /** Under the control, such as the English text; it gets the id of the label. */
  beside?: ((labelId: string) => ReactNode) | undefined;
  children: (ids: ControlIds & { labelId: string }) => ReactNode;
};

/** Label, control, error and help of a field, tied together for assistive technology. */
export function LabeledField({
  path,
  label,
  error,
  help = '',
  required = false,
  isGroup = false,
  aside,
  beside,
  children,
}: Props): ReactNode {
  const id = useId();
  const labelId = `${id}-label`;
  // An error with the same text as the help is shown once.
  const hint = help === error ? '' : help;
  const describedBy = [error ? `${id}-error` : '', hint ? `${id}-help` : ''].filter(Boolean).join(' ');
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
      {hint || aside ? (
        <p className="ed-field__help">
          <span id={`${id}-help`}>{hint}</span>
          {aside}
        </p>
      ) : null}
      {beside?.(labelId)}
    </div>
  );
}
