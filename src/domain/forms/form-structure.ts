import { ownValue } from '#domain/objects.ts';
import {
  type DraftField,
  type FieldTexts,
  type FormField,
  type FormFieldType,
  conditionalValues,
  formFieldSchema,
  formLimits,
  markUniqueNames,
  needsOptions,
} from './form-fields.ts';
import { type Locale, defaultLocale } from '#domain/locales.ts';

/** The operations of the form builder. Each is pure: it returns new fields. */

/** Number of random characters in a generated name. */
const suffixLength = 5;
const suffixLetters = 'abcdefghijkmnpqrstuvwxyz23456789';

/** A number from 0 up to 1, as `Math.random` answers. */
type Random = () => number;
type Fields = readonly DraftField[];

function randomText(length: number, random: Random): string {
  return Array.from({ length }, () => suffixLetters[Math.floor(random() * suffixLetters.length)]).join('');
}

/** A name that no field has: the given one with random characters behind it. */
function uniqueName(base: string, fields: Fields, random: Random): string {
  const begin = base.slice(0, formLimits.name - suffixLength - 1);
  for (;;) {
    const name = `${begin}_${randomText(suffixLength, random)}`;
    if (!fields.some((field) => field.name === name)) return name;
  }
}

function uniqueId(fields: Fields, random: Random): string {
  for (;;) {
    const id = randomText(2 * suffixLength, random);
    if (!fields.some((field) => field.id === id)) return id;
  }
}

/** Their labels are still to be written. */
const firstOptions: FormField['options'] = [1, 2].map((number) => ({
  optionLabel: '',
  optionValue: `option-${number}`,
}));

/** A field of a type as it comes out of the palette, without any text. */
export function makeField(fieldType: FormFieldType, fields: Fields, random: Random): DraftField {
  const base = fieldType.replace(/(?<!^)[A-Z]/g, '_$&').toLowerCase();
  const name = uniqueName(base, fields, random);
  const options = needsOptions(fieldType) ? firstOptions : [];
  return formFieldSchema.parse({ id: uniqueId(fields, random), fieldType, name, options });
}

export function insertField(fields: Fields, field: DraftField, index: number): DraftField[] {
  return markUniqueNames(fields.toSpliced(index, 0, field));
}

/** Inserts a copy after a field, under a new name. */
export function duplicateField(fields: Fields, id: string, random: Random): DraftField[] {
  const index = findIndex(fields, id);
  const original = fields[index];
  if (!original) return [...fields];
  const copy = {
    ...structuredClone(original),
    id: uniqueId(fields, random),
    name: uniqueName(original.name, fields, random),
  };
  return insertField(fields, copy, index + 1);
}

export function removeField(fields: Fields, id: string): DraftField[] {
  return markUniqueNames(fields.filter((field) => field.id !== id));
}

export function moveField(fields: Fields, from: number, to: number): DraftField[] {
  const moved = fields[from];
  return moved ? fields.toSpliced(from, 1).toSpliced(to, 0, moved) : [...fields];
}

/** Changes properties of a field. Conditions on a field that gets another name follow it, unless a second one has the old name. */
export function changeField(fields: Fields, id: string, change: Partial<DraftField>): DraftField[] {
  const before = fields[findIndex(fields, id)];
  const changed = fields.map((field) => (field.id === id ? { ...field, ...change } : field));
  if (!before || change.name === undefined || changed.some(({ name }) => name === before.name)) {
    return markUniqueNames(changed);
  }
  return markUniqueNames(
    changed.map((field) =>
      field.isConditional && field.conditionalName === before.name
        ? { ...field, conditionalName: change.name ?? before.name }
        : field,
    ),
  );
}

/** Changes a field's texts in a locale: the field's own texts in the default one, a translation in any other. */
export function changeTexts(fields: Fields, id: string, locale: Locale, texts: FieldTexts): DraftField[] {
  return fields.map((field) => {
    if (field.id !== id) return field;
    if (locale !== defaultLocale) {
      return { ...field, localized: { ...field.localized, [locale]: { ...field.localized[locale], ...texts } } };
    }
    return {
      ...field,
      label: texts.label ?? field.label,
      placeholder: texts.placeholder ?? field.placeholder,
      helpBlockText: texts.helpBlockText ?? field.helpBlockText,
      buttonText: texts.buttonText ?? field.buttonText,
      options: field.options.map((option) => ({
        ...option,
        optionLabel: ownValue(texts.optionLabels, option.optionValue) ?? option.optionLabel,
      })),
    };
  });
}

/** Gives an option another value. Conditions and translations that name the option follow it. */
export function changeOptionValue(fields: Fields, id: string, index: number, value: string): DraftField[] {
  const field = fields[findIndex(fields, id)];
  const old = field?.options[index]?.optionValue;
  if (!field || old === undefined) return [...fields];
  const isShared = field.options.some(({ optionValue }, at) => at !== index && optionValue === old);
  const options = field.options.map((option, at) => (at === index ? { ...option, optionValue: value } : option));
  return fields.map((other) => {
    if (other.id === id)
      return { ...other, options, localized: isShared ? other.localized : renamed(other, old, value) };
    if (isShared || !other.isConditional || other.conditionalName !== field.name) return other;
    const values = conditionalValues(other).map((former) => (former === old ? value : former));
    return { ...other, conditionalValue: values.join(';') };
  });
}

function renamed({ localized }: DraftField, old: string, value: string): DraftField['localized'] {
  return Object.fromEntries(
    Object.entries(localized).map(([locale, texts]) => {
      const { [old]: label, ...labels } = texts?.optionLabels ?? {};
      return [locale, label === undefined ? texts : { ...texts, optionLabels: { ...labels, [value]: label } }];
    }),
  );
}

/** Adds an option with a value that the field does not have yet. */
export function addOption(fields: Fields, id: string): DraftField[] {
  return fields.map((field) => {
    if (field.id !== id) return field;
    let number = field.options.length + 1;
    while (field.options.some(({ optionValue }) => optionValue === `option-${number}`)) number += 1;
    const option = { optionLabel: '', optionValue: `option-${number}` };
    return { ...field, options: [...field.options, option] };
  });
}

function findIndex(fields: Fields, id: string): number {
  return fields.findIndex((field) => field.id === id);
}
