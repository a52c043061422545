import { type ReactNode, useRef } from 'react';
import { exampleOption } from '#domain/forms/field-texts.ts';
import { formLimits } from '#domain/forms/form-fields.ts';
import { defaultLocale } from '#domain/locales.ts';
import { MoveButtons } from '#staff/controls/MoveButtons.tsx';
import { LabeledField } from '#staff/fields/LabeledField.tsx';
import { focusAfter } from '#staff/controls/focus-after.ts';
import { moveControl } from '#staff/controls/move-control.ts';
import { CommittedInput } from './CommittedInput.tsx';
import type { EditedField } from './edited-field.ts';
import { TextProperty } from './TextProperty.tsx';

/** The options of a list: their labels in the chosen language, and their values, which are the same in all. */
export function OptionEditor(props: EditedField): ReactNode {
  const { field, locale, problems, onChange, onAddOption } = props;
  const isEnglish = locale === defaultLocale;
  const root = useRef<HTMLFieldSetElement>(null);
  const { options } = field;
  const isFull = options.length >= formLimits.options;
  const add = () =>
    focusAfter(onAddOption, () => root.current?.querySelector<HTMLElement>('li:last-child input') ?? null);
  const itemAt = (index: number) => root.current?.querySelectorAll<HTMLElement>('li').item(index) ?? null;
  const remove = (index: number) => {
    focusAfter(
      () => onChange({ options: options.toSpliced(index, 1) }),
      () =>
        itemAt(Math.min(index, options.length - 2))?.querySelector('input') ??
        root.current?.querySelector<HTMLElement>('[data-add]') ??
        null,
    );
  };
  const move = (index: number, by: -1 | 1) => {
    const moved = options[index];
    if (!moved) return;
    const to = index + by;
    focusAfter(
      () => onChange({ options: options.toSpliced(index, 1).toSpliced(to, 0, moved) }),
      () => itemAt(to)?.querySelector<HTMLElement>(moveControl(by, to, options.length)) ?? null,
    );
  };
  return (
    <fieldset className="ed-group" ref={root}>
      <legend className="ed-group__legend">Options</legend>
      <ol className="ed-options">
        {options.map((_option, index) => (
          // Options have no identity but their place: two may have equal values for a moment.
          <li key={index}>
            <OptionFields {...props} index={index} onMove={(by) => move(index, by)} onRemove={() => remove(index)} />
          </li>
        ))}
      </ol>
      {problems.get('options') ? <p className="ed-field__error">{problems.get('options')}</p> : null}
      {isEnglish ? (
        <div className="ed-list__end">
          <button type="button" className="ed-button ed-button--small" data-add disabled={isFull} onClick={add}>
            Add option
          </button>
          {field.fieldType === 'Checkbox' && options.length === 0 ? (
            <span className="ed-list__full">Without options it is one box.</span>
          ) : null}
        </div>
      ) : null}
    </fieldset>
  );
}

type OptionProps = EditedField & { index: number; onMove: (by: -1 | 1) => void; onRemove: () => void };

function OptionFields(props: OptionProps): ReactNode {
  const { field, locale, problems, index, onChange, onTexts, onOptionValue, onMove, onRemove } = props;
  const { options } = field;
  const { optionLabel, optionValue } = options[index] ?? { optionLabel: '', optionValue: '' };
  const isEnglish = locale === defaultLocale;
  const labels = isEnglish ? null : (field.localized[locale]?.optionLabels ?? {});
  return (
    <div className="ed-options__item" role="group" aria-label={`Option ${index + 1}`}>
      <TextProperty
        label="Label"
        path={`options.${index}.optionLabel`}
        locale={locale}
        value={labels ? (labels[optionValue] ?? '') : optionLabel}
        error={problems.get(`options.${index}.optionLabel`)}
        placeholder={isEnglish ? exampleOption(index) : ''}
        required={isEnglish}
        onChange={(text) => {
          const subject = `option ${index}`;
          if (isEnglish) onChange({ options: options.with(index, { optionLabel: text, optionValue }) }, subject);
          else onTexts({ optionLabels: { ...labels, [optionValue]: text } }, subject);
        }}
      />
      {isEnglish ? (
        <>
          <LabeledField label="Value" error={problems.get(`options.${index}.optionValue`)}>
            {({ labelId: _, ...ids }) => (
              <CommittedInput
                {...ids}
                key={optionValue}
                value={optionValue}
                maxLength={formLimits.line}
                onCommit={(value) => onOptionValue(index, value.trim())}
              />
            )}
          </LabeledField>
          <span className="ed-options__tools">
            <MoveButtons what="option" index={index} count={options.length} onMove={onMove} />
            <button
              type="button"
              className="ed-button ed-button--small ed-button--quiet"
              aria-label="Delete option"
              onClick={onRemove}
            >
              Delete
            </button>
          </span>
        </>
      ) : null}
    </div>
  );
}
