import { type ReactNode, useId } from 'react';
import { exampleTexts } from '#domain/forms/field-texts.ts';
import { type FieldTexts, type FormFieldType, formLimits, hasOptions, isAnswered } from '#domain/forms/form-fields.ts';
import { defaultLocale } from '#domain/locales.ts';
import { EnglishProvider } from '#staff/fields/english.tsx';
import { LabeledField } from '#staff/fields/LabeledField.tsx';
import { CommittedInput } from './CommittedInput.tsx';
import { ConditionEditor } from './ConditionEditor.tsx';
import { typeNames } from './field-names.ts';
import type { EditedField } from './edited-field.ts';
import { OptionEditor } from './OptionEditor.tsx';
import { TextProperty } from './TextProperty.tsx';

const withPlaceholder: ReadonlySet<FormFieldType> = new Set(['TextInput', 'LongTextInput', 'SelectList']);

/** The properties of one field: all of them in the default locale, only the texts in others. */
export function FieldProperties(props: EditedField): ReactNode {
  const { field, locale, onChange, onDuplicate, onRemove } = props;
  const { fieldType } = field;
  const isEnglish = locale === defaultLocale;
  return (
    <EnglishProvider values={isEnglish ? null : field}>
      <div className="ed-builder__form-head">
        <h2 className="ed-builder__heading">{typeNames[fieldType]}</h2>
        {isEnglish ? (
          <span className="ed-builder__tools">
            <button type="button" className="ed-button ed-button--small" onClick={onDuplicate}>
              Duplicate
            </button>
            <button type="button" className="ed-button ed-button--small" onClick={onRemove}>
              Remove
            </button>
          </span>
        ) : null}
      </div>
      <Wording {...props} />
      {isEnglish ? <Name {...props} /> : null}
      {isEnglish && isAnswered(fieldType) ? (
        <Switch label="Required" isOn={field.isRequired} onChange={(isRequired) => onChange({ isRequired })} />
      ) : null}
      <PlaceholderAndHelp {...props} />
      {isEnglish && fieldType === 'Slider' ? <Bounds {...props} /> : null}
      {hasOptions(fieldType) ? <OptionEditor {...props} /> : null}
      {isEnglish ? <ConditionEditor {...props} /> : null}
    </EnglishProvider>
  );
}

function Bounds({ field, problems, onChange }: EditedField): ReactNode {
  return (
    <div className="ed-builder__pair">
      {(['minValue', 'maxValue'] as const).map((bound) => (
        <LabeledField
          key={bound}
          label={bound === 'minValue' ? 'Min value' : 'Max value'}
          error={problems.get(bound)}
          required
        >
          {({ labelId: _, ...ids }) => (
            <input
              {...ids}
              type="number"
              step="any"
              className="ed-input"
              value={field[bound] ?? ''}
              onChange={({ target: { value, valueAsNumber } }) =>
                onChange({ [bound]: value === '' || Number.isNaN(valueAsNumber) ? null : valueAsNumber }, bound)
              }
            />
          )}
        </LabeledField>
      ))}
    </div>
  );
}

type SwitchProps = { label: string; isOn: boolean; onChange: (isOn: boolean) => void };

function Switch({ label, isOn, onChange }: SwitchProps): ReactNode {
  const id = useId();
  return (
    <label className="ed-check" htmlFor={id}>
      <input id={id} type="checkbox" checked={isOn} onChange={(event) => onChange(event.target.checked)} />
      <span>{label}</span>
    </label>
  );
}

function getTexts({ field, locale }: EditedField): FieldTexts {
  return locale === defaultLocale ? field : (field.localized[locale] ?? {});
}

/** The texts of a button or a field. */
function Wording(props: EditedField): ReactNode {
  const { field, locale, problems, onTexts } = props;
  const { fieldType } = field;
  const texts = getTexts(props);
  const placeholder = locale === defaultLocale ? exampleTexts[fieldType] : '';
  return fieldType === 'Button' ? (
    <TextProperty
      label="Button text"
      path="buttonText"
      locale={locale}
      value={texts.buttonText ?? ''}
      placeholder={placeholder}
      error={problems.get('buttonText')}
      onChange={(buttonText) => onTexts({ buttonText }, 'buttonText')}
    />
  ) : (
    <TextProperty
      label={fieldType === 'Title' ? 'Text' : 'Label'}
      path="label"
      locale={locale}
      value={texts.label ?? ''}
      placeholder={placeholder}
      required={locale === defaultLocale}
      error={problems.get('label')}
      onChange={(label) => onTexts({ label }, 'label')}
    />
  );
}

function Name({ field, problems, onChange }: EditedField): ReactNode {
  return (
    <LabeledField
      label="Name"
      error={problems.get('name')}
      help="What the answer is called in submissions. Visitors do not see it."
      required
    >
      {({ labelId: _, ...ids }) => (
        <CommittedInput
          {...ids}
          key={`${field.id} ${field.name}`}
          value={field.name}
          maxLength={formLimits.name}
          onCommit={(name) => onChange({ name })}
        />
      )}
    </LabeledField>
  );
}

/** Both are written in every language, and shown or not in all alike. */
function PlaceholderAndHelp(props: EditedField): ReactNode {
  const { field, locale, problems, onChange, onTexts } = props;
  const { fieldType } = field;
  const texts = getTexts(props);
  const isEnglish = locale === defaultLocale;
  const hasPlaceholder = withPlaceholder.has(fieldType) && (isEnglish || field.placeholder !== '');
  const hasHelp = isAnswered(fieldType) && (isEnglish || field.helpBlockText !== '');
  return (
    <>
      {hasPlaceholder ? (
        <TextProperty
          label="Placeholder"
          path="placeholder"
          locale={locale}
          value={texts.placeholder ?? ''}
          error={problems.get('placeholder')}
          onChange={(placeholder) => onTexts({ placeholder }, 'placeholder')}
        />
      ) : null}
      {hasPlaceholder && isEnglish ? (
        <Switch
          label="Show the placeholder"
          isOn={field.isPlaceholderVisible}
          onChange={(isPlaceholderVisible) => onChange({ isPlaceholderVisible })}
        />
      ) : null}
      {hasHelp ? (
        <TextProperty
          label="Help text"
          path="helpBlockText"
          locale={locale}
          value={texts.helpBlockText ?? ''}
          error={problems.get('helpBlockText')}
          isLong
          onChange={(helpBlockText) => onTexts({ helpBlockText }, 'helpBlockText')}
        />
      ) : null}
      {hasHelp && isEnglish ? (
        <Switch
          label="Show the help text"
          isOn={field.isHelpBlockVisible}
          onChange={(isHelpBlockVisible) => onChange({ isHelpBlockVisible })}
        />
      ) : null}
    </>
  );
}
