import type { ReactNode } from 'react';
import { type FormField, checkedValue, sliderDefaults } from '#domain/forms/form-fields.ts';
import { answerLimits } from '#domain/forms/answers.ts';
import { HeadingAt, type Level } from '#ui/primitives/HeadingAt.tsx';
import type { Translate } from '#view-model/view-props.ts';

type FormFieldViewProps = {
  field: FormField;
  id: string;
  level: Level;
  t: Translate;
  /** Whether a field with a condition is shown for the answers that are there. */
  isShown: boolean;
  /** The previous answer. */
  answer: readonly string[];
  /** The problem with that; empty if there is none. */
  problem: string;
};

/**
 * One field with its label, help, error and required mark. A field with a condition says in its attributes when it is shown.
 * Where no script follows that, it is shown, and may stay empty: the browser must not ask for what does not concern a visitor.
 */
export function FormFieldView(props: FormFieldViewProps): ReactNode {
  const { field, isShown } = props;
  const { isConditional, conditionalName, conditionalValue } = field;
  const condition = isConditional
    ? {
        'data-condition-name': conditionalName,
        'data-condition-values': conditionalValue,
        'data-shown': isShown ? '' : undefined,
      }
    : {};
  return (
    <div
      className={`form-field form-field--${field.fieldType.toLowerCase()}`}
      data-field={field.name}
      data-required={field.isRequired ? '' : undefined}
      {...condition}
    >
      <Control {...props} />
    </div>
  );
}

function Control(props: FormFieldViewProps): ReactNode {
  const { field, level, t, answer } = props;
  const attributes = makeAttributes(props);
  const [text] = answer;
  switch (field.fieldType) {
    case 'Title':
      return <HeadingAt level={level} className="form-field__title" text={field.label} />;
    case 'Button':
      return (
        <button type="submit" className="button button--primary">
          {field.buttonText || field.label || t('form.submit')}
        </button>
      );
    case 'TextInput':
      return (
        <Labelled {...props}>
          <input
            type="text"
            {...attributes}
            {...personal[field.name.toLowerCase()]}
            placeholder={getPlaceholder(field)}
            maxLength={answerLimits.line}
            defaultValue={text}
          />
        </Labelled>
      );
    case 'LongTextInput':
      return (
        <Labelled {...props}>
          <textarea
            rows={5}
            {...attributes}
            placeholder={getPlaceholder(field)}
            maxLength={answerLimits.text}
            defaultValue={text}
          />
        </Labelled>
      );
    case 'DatePicker':
      return (
        <Labelled {...props}>
          <input type="date" {...attributes} defaultValue={text} />
        </Labelled>
      );
    case 'SelectList':
      return (
        <Labelled {...props}>
          <select {...attributes} defaultValue={text ?? ''}>
            <option value="">{getPlaceholder(field) ?? t('form.choose')}</option>
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
          <Slider {...props} />
        </Labelled>
      );
    case 'Checkbox':
      return field.options.length > 0 ? <Choices type="checkbox" {...props} /> : <SingleBox {...props} />;
    case 'RadioButton':
      return <Choices type="radio" {...props} />;
  }
}

/** `autocomplete` tokens by the usual names of fields. */
const personal: Readonly<Record<string, { autoComplete: string; inputMode?: 'email' | 'tel' }>> = {
  name: { autoComplete: 'name' },
  full_name: { autoComplete: 'name' },
  email: { autoComplete: 'email', inputMode: 'email' },
  phone: { autoComplete: 'tel', inputMode: 'tel' },
  company: { autoComplete: 'organization' },
};

/** The attributes of all controls. */
function makeAttributes({ field, id, problem }: FormFieldViewProps) {
  return {
    id,
    name: field.name,
    required: field.isRequired && !field.isConditional,
    'aria-invalid': problem !== '' || undefined,
    'aria-describedby': hasHelp(field) ? `${id}-help ${id}-error` : `${id}-error`,
  };
}

function getPlaceholder(field: FormField): string | undefined {
  return field.isPlaceholderVisible && field.placeholder !== '' ? field.placeholder : undefined;
}

function hasHelp(field: FormField): boolean {
  return field.isHelpBlockVisible && field.helpBlockText !== '';
}

function Labelled({ children, ...props }: FormFieldViewProps & { children: ReactNode }): ReactNode {
  const { field, id } = props;
  return (
    <>
      <label className="form-field__label" htmlFor={id}>
        {field.label || field.name}
        <RequiredMark field={field} />
      </label>
      {children}
      <Notes {...props} />
    </>
  );
}

/** Several boxes can be ticked, and which does not matter: that one has to be, only a script or the server can tell. */
function Choices({ type, ...props }: FormFieldViewProps & { type: 'checkbox' | 'radio' }): ReactNode {
  const { field, id, answer } = props;
  const { required, 'aria-invalid': invalid, 'aria-describedby': describedBy } = makeAttributes(props);
  const isRadio = type === 'radio';
  return (
    <fieldset
      id={id}
      className="form-field__choices"
      role={isRadio ? 'radiogroup' : undefined}
      aria-invalid={isRadio ? invalid : undefined}
      aria-describedby={describedBy}
    >
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
            defaultChecked={answer.includes(optionValue)}
            required={isRadio && required}
            aria-invalid={isRadio ? undefined : invalid}
          />
          <span>{optionLabel}</span>
        </label>
      ))}
      <Notes {...props} />
    </fieldset>
  );
}

/** Controls have the `required` attribute; the mark is only visual. */
function RequiredMark({ field }: { field: FormField }): ReactNode {
  return field.isRequired ? <span aria-hidden="true">{'\u00a0*'}</span> : null;
}

/** Help, and the element for an error. */
function Notes({ field, id, problem }: FormFieldViewProps): ReactNode {
  return (
    <>
      {hasHelp(field) ? (
        <p className="form-field__help" id={`${id}-help`}>
          {field.helpBlockText}
        </p>
      ) : null}
      <p className="form-field__error" id={`${id}-error`}>
        {problem}
      </p>
    </>
  );
}

function Slider(props: FormFieldViewProps): ReactNode {
  const { field, answer } = props;
  return (
    <span className="form-field__slider">
      <input
        type="range"
        {...makeAttributes(props)}
        min={field.minValue}
        max={field.maxValue}
        step={sliderDefaults.step}
        defaultValue={answer[0] ?? String(field.minValue)}
      />
      {/* A script shows the slider's value here. */}
      <output className="form-field__position" htmlFor={props.id} />
      <span className="form-field__ends" aria-hidden="true">
        <span>{field.minValue}</span>
        <span>{field.maxValue}</span>
      </span>
    </span>
  );
}

/** A single box, named by the field's label. */
function SingleBox(props: FormFieldViewProps): ReactNode {
  const { field, answer } = props;
  return (
    <>
      <label className="form-field__choice">
        <input
          type="checkbox"
          value={checkedValue}
          {...makeAttributes(props)}
          defaultChecked={answer.includes(checkedValue)}
        />
        <span>
          {field.label}
          <RequiredMark field={field} />
        </span>
      </label>
      <Notes {...props} />
    </>
  );
}
