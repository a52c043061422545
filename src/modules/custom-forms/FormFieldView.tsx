import type { ReactNode } from 'react';
import { type FormField, sliderDefaults } from '#domain/form-fields.ts';
import { HeadingAt, type Level } from '#ui/primitives/ModuleSection.tsx';
import type { Translate } from '../contract.ts';

type FormFieldViewProps = { field: FormField; id: string; level: Level; t: Translate };

/**
 * One field with its label, help and required mark. A field with a condition says in its attributes when it is shown. As
 * long as nothing follows that, it is shown, and may stay empty: the browser must not ask for what does not concern a visitor.
 */
export function FormFieldView({ field, id, level, t }: FormFieldViewProps): ReactNode {
  const { isConditional, conditionalName, conditionalValue } = field;
  const condition = isConditional
    ? { 'data-condition-name': conditionalName, 'data-condition-values': conditionalValue }
    : {};
  return (
    <div className={`form-field form-field--${field.fieldType.toLowerCase()}`} {...condition}>
      <Control field={field} id={id} level={level} t={t} />
    </div>
  );
}

function Control(props: FormFieldViewProps): ReactNode {
  const { field, id, level, t } = props;
  const given = attributesOf(field, id);
  switch (field.fieldType) {
    case 'Title':
      return (
        <HeadingAt level={level} className="form-field__title">
          {field.label}
        </HeadingAt>
      );
    case 'Button':
      return (
        <button type="submit" className="button button--primary">
          {field.buttonText || field.label || t('form.submit')}
        </button>
      );
    case 'TextInput':
      return (
        <Labelled {...props}>
          <input type="text" {...given} placeholder={placeholderOf(field)} />
        </Labelled>
      );
    case 'LongTextInput':
      return (
        <Labelled {...props}>
          <textarea rows={5} {...given} placeholder={placeholderOf(field)} />
        </Labelled>
      );
    case 'DatePicker':
      return (
        <Labelled {...props}>
          <input type="date" {...given} />
        </Labelled>
      );
    case 'SelectList':
      return (
        <Labelled {...props}>
          <select {...given}>
            <option value="">{placeholderOf(field) ?? t('form.choose')}</option>
            {field.options.map(({ optionLabel, optionValue }) => (
              <option key={optionValue} value={optionValue}>
                {optionLabel}
              </option>
            ))}
          </select>
        </Labelled>
      );
    case 'Slider':
      return (
        <Labelled {...props}>
          <input type="range" {...given} min={field.minValue} max={field.maxValue} step={sliderDefaults.step} />
          <span className="form-field__ends" aria-hidden="true">
            <span>{field.minValue}</span>
            <span>{field.maxValue}</span>
          </span>
        </Labelled>
      );
    case 'Checkbox':
      return field.options.length > 0 ? (
        <Choices type="checkbox" {...props} />
      ) : (
        <>
          <label className="form-field__choice">
            <input type="checkbox" value="true" {...given} />
            <span>
              {field.label}
              <RequiredMark field={field} />
            </span>
          </label>
          <Help field={field} id={id} />
        </>
      );
    case 'RadioButton':
      return <Choices type="radio" {...props} />;
  }
}

/** What the controls of all kinds carry. */
function attributesOf(field: FormField, id: string) {
  return {
    id,
    name: field.name,
    required: field.isRequired && !field.isConditional,
    'data-required': field.isRequired && field.isConditional ? '' : undefined,
    'aria-describedby': hasHelp(field) ? `${id}-help` : undefined,
  };
}

function placeholderOf(field: FormField): string | undefined {
  return field.isPlaceholderVisible && field.placeholder !== '' ? field.placeholder : undefined;
}

function hasHelp(field: FormField): boolean {
  return field.isHelpBlockVisible && field.helpBlockText !== '';
}

function Labelled({ field, id, children }: FormFieldViewProps & { children: ReactNode }): ReactNode {
  return (
    <>
      <label className="form-field__label" htmlFor={id}>
        {field.label || field.name}
        <RequiredMark field={field} />
      </label>
      {children}
      <Help field={field} id={id} />
    </>
  );
}

/** Several boxes can be ticked, and none has to be, so only one of several can be required. */
function Choices({ field, id, type }: FormFieldViewProps & { type: 'checkbox' | 'radio' }): ReactNode {
  const { required, ...given } = attributesOf(field, id);
  return (
    <fieldset className="form-field__choices" aria-describedby={given['aria-describedby']}>
      <legend className="form-field__label">
        {field.label || field.name}
        <RequiredMark field={field} />
      </legend>
      {field.options.map(({ optionLabel, optionValue }, index) => (
        <label key={optionValue} className="form-field__choice">
          <input
            type={type}
            id={`${id}-${index + 1}`}
            name={field.name}
            value={optionValue}
            required={type === 'radio' && required}
          />
          <span>{optionLabel}</span>
        </label>
      ))}
      <Help field={field} id={id} />
    </fieldset>
  );
}

/** Controls say that they are required by themselves; the mark is for the eye. */
function RequiredMark({ field }: { field: FormField }): ReactNode {
  return field.isRequired ? <span aria-hidden="true"> *</span> : null;
}

function Help({ field, id }: { field: FormField; id: string }): ReactNode {
  return hasHelp(field) ? (
    <p className="form-field__help" id={`${id}-help`}>
      {field.helpBlockText}
    </p>
  ) : null;
}
