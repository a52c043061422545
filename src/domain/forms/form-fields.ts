import { ownValue } from '#domain/objects.ts';
import { z } from 'zod';
import { checkedValue, conditionalValues, controllingField } from './form-conditions.ts';
import { type Locale, defaultLocale, locales } from '#domain/locales.ts';
import type { Issue } from '#domain/result.ts';
import { storableText } from '#domain/text/text.ts';

export { type Answers, checkedValue, conditionalValues, shownFields } from './form-conditions.ts';

/** The fields of a custom form: the stored shape, its validation, and the shape for visitors. */
export const formFieldTypes = [
  'Title',
  'SelectList',
  'TextInput',
  'LongTextInput',
  'Checkbox',
  'Button',
  'RadioButton',
  'Slider',
  'DatePicker',
] as const;
export type FormFieldType = (typeof formFieldTypes)[number];

/** The bounds of a slider whose field sets none. */
export const sliderDefaults = { min: 1, max: 1000, step: 1 } as const;

/** How much a form may hold. */
export const formLimits = { fields: 100, options: 200, name: 60, line: 250, text: 1000 } as const;

/** Messages for editors. */
export const formMessages = {
  namesUnique: 'Fields names must be unique',
  idsUnique: 'Two fields have the same id',
  min: 'Min value is required and must be less than Max value',
  max: 'Max value is required and must be greater than Min value',
  name: 'A name begins with a letter and has letters, digits, - and _ only, for example phone_number',
  nameReserved: 'This name is used by the form itself. Choose another one',
  options: 'Add at least one option',
  optionValue: 'Value is required',
  text: 'This field is required',
  optionUnique: 'Values must be unique, and without semicolons',
  controlling: 'Choose the field that decides whether this one is shown',
  controllingGone: 'There is no such field any more. Choose another one',
  controllingCircle: 'These fields wait for each other: none of them would ever be shown',
  conditionalValue: 'Choose at least one value',
} as const;

/** Names that are reserved by HTML forms or JavaScript objects; names that begin with _ are not allowed anyway. */
const reservedNames: ReadonlySet<string> = new Set(['altcha', ...Object.getOwnPropertyNames(Object.prototype)]);
const namePattern = /^[A-Za-z][A-Za-z0-9_-]*$/;

/** What visitors read of a field in one language. Options are named by their values, which are the same in all. */
function textsShape(line: z.ZodType<string>, longText: z.ZodType<string>) {
  return {
    label: line.optional(),
    placeholder: line.optional(),
    helpBlockText: longText.optional(),
    buttonText: line.optional(),
    optionLabels: z.record(z.string(), line).optional(),
  };
}

function fieldShape(line: z.ZodType<string>, longText: z.ZodType<string>) {
  return {
    id: z.string().min(1),
    fieldType: z.enum(formFieldTypes),
    /** The key of the answer in a submission. */
    name: z.string(),
    /** The texts of the field itself are those of the default locale. */
    label: line.default(''),
    placeholder: line.default(''),
    isPlaceholderVisible: z.boolean().default(false),
    helpBlockText: longText.default(''),
    isHelpBlockVisible: z.boolean().default(false),
    isRequired: z.boolean().default(false),
    /** Whether no other field has this name: how the builder marks the offending ones. */
    isUnique: z.boolean().default(true),
    isConditional: z.boolean().default(false),
    conditionalName: z.string().default(''),
    /** The values of the controlling field that show this one, with semicolons between them. */
    conditionalValue: z.string().default(''),
    options: z.array(z.object({ optionLabel: line, optionValue: line })).default([]),
    buttonText: line.default(''),
    /** The texts of the other locales; missing ones fall back to the default locale. */
    localized: z.partialRecord(z.enum(locales), z.object(textsShape(line, longText))).default({}),
  };
}

/** A field as it is stored. It is read as generously as it can be, because a page may show it already. */
export const formFieldSchema = z.object({
  ...fieldShape(z.string(), z.string()),
  minValue: z.coerce.number().default(sliderDefaults.min),
  maxValue: z.coerce.number().default(sliderDefaults.max),
});
export type FormField = z.output<typeof formFieldSchema>;
export type FieldTexts = NonNullable<FormField['localized'][Locale]>;

/** A field as an editor has it in hand: a bound of a slider may still be missing. */
export type DraftField = Omit<FormField, 'minValue' | 'maxValue'> & {
  minValue: number | null;
  maxValue: number | null;
};

const bound = z.number().nullable();
const savedFieldSchema = z.object({
  ...fieldShape(storableText(formLimits.line), storableText(formLimits.text)),
  id: z.string().min(1).max(formLimits.name),
  name: storableText(formLimits.name),
  conditionalName: storableText(formLimits.name).default(''),
  conditionalValue: storableText(formLimits.text).default(''),
  options: z
    .array(z.object({ optionLabel: storableText(formLimits.line), optionValue: storableText(formLimits.line) }))
    .max(formLimits.options, `Max. ${formLimits.options} options`)
    .default([]),
  minValue: bound.default(sliderDefaults.min),
  maxValue: bound.default(sliderDefaults.max),
});

/** The content of a form as it may be saved: what `checkFormContent` and `missingTexts` find nothing wrong with. */
export const formContentSchema = z
  .array(savedFieldSchema)
  .min(1, 'A form has at least one field')
  .max(formLimits.fields, `A form has ${formLimits.fields} fields at most`)
  .transform((fields, context): FormField[] => {
    const issues = [...checkFormContent(fields), ...missingTexts(fields)];
    for (const { path, message } of issues) context.addIssue({ code: 'custom', path: [...path], message });
    return issues.length > 0 ? z.NEVER : markUniqueNames(fields).map(withOwnLabels).map(completeField);
  });

/** A field without translations of options that it does not have. */
function withOwnLabels<F extends DraftField>(field: F): F {
  const values = new Set(field.options.map(({ optionValue }) => optionValue));
  const localized = Object.entries(field.localized).map(([locale, texts]) => {
    const labels = Object.entries(texts?.optionLabels ?? {}).filter(([value]) => values.has(value));
    return [locale, texts?.optionLabels ? { ...texts, optionLabels: Object.fromEntries(labels) } : texts] as const;
  });
  return { ...field, localized: Object.fromEntries(localized) };
}

/** A field as visitors get it: a bound that is missing has its default. */
export function completeField(field: DraftField): FormField {
  return {
    ...field,
    minValue: field.minValue ?? sliderDefaults.min,
    maxValue: field.maxValue ?? sliderDefaults.max,
  };
}

/** Everything that prevents a form from being saved, by path. */
export function checkFormContent(fields: readonly DraftField[]): Issue[] {
  const issues: Issue[] = [];
  const repeated = repeatedNames(fields);
  const ids = new Set<string>();
  fields.forEach((field, index) => {
    const issue = (message: string, ...path: (string | number)[]) => issues.push({ path: [index, ...path], message });
    // The builder and its conflicts tell fields by their ids.
    if (ids.has(field.id)) issue(formMessages.idsUnique, 'id');
    ids.add(field.id);
    if (!namePattern.test(field.name)) issue(formMessages.name, 'name');
    else if (reservedNames.has(field.name)) issue(formMessages.nameReserved, 'name');
    else if (repeated.has(field.name)) issue(formMessages.namesUnique, 'name');
    if (field.fieldType === 'Slider') {
      const { minValue: min, maxValue: max } = field;
      const isMixedUp = min !== null && max !== null && min >= max;
      if (min === null || isMixedUp) issue(formMessages.min, 'minValue');
      if (max === null || isMixedUp) issue(formMessages.max, 'maxValue');
    }
    if (needsOptions(field.fieldType) && field.options.length === 0) issue(formMessages.options, 'options');
    const seen = new Set<string>();
    field.options.forEach(({ optionValue }, at) => {
      const value = optionValue.trim();
      if (value === '') issue(formMessages.optionValue, 'options', at, 'optionValue');
      else if (seen.has(value) || value.includes(';')) issue(formMessages.optionUnique, 'options', at, 'optionValue');
      seen.add(value);
    });
    if (field.isConditional) {
      const problem = conditionProblem(field, fields);
      if (problem) issue(problem, 'conditionalName');
      if (conditionalValues(field).length === 0) issue(formMessages.conditionalValue, 'conditionalValue');
    }
  });
  return issues;
}

/** The texts that a form cannot do without and that are empty. A button without words has those of the visitor's language. */
export function missingTexts(fields: readonly DraftField[]): Issue[] {
  return fields.flatMap(({ fieldType, label, options }, index) => {
    const missing = (...path: (string | number)[]): Issue => ({ path: [index, ...path], message: formMessages.text });
    return [
      ...(fieldType !== 'Button' && label.trim() === '' ? [missing('label')] : []),
      ...options.flatMap(({ optionLabel }, at) =>
        optionLabel.trim() === '' ? [missing('options', at, 'optionLabel')] : [],
      ),
    ];
  });
}

function conditionProblem(field: DraftField, fields: readonly DraftField[]): string | null {
  if (field.conditionalName === '') return formMessages.controlling;
  const controlling = controllingField(field, fields);
  if (!controlling || !isAnswered(controlling.fieldType)) return formMessages.controllingGone;
  const passed = new Set<DraftField>();
  for (let at: DraftField | null = field; at !== null; at = controllingField(at, fields)) {
    if (passed.has(at)) return formMessages.controllingCircle;
    passed.add(at);
  }
  return null;
}

function repeatedNames(fields: readonly { name: string }[]): ReadonlySet<string> {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const { name } of fields) (seen.has(name) ? repeated : seen).add(name);
  return repeated;
}

/** The fields, each with whether its name is its own. */
export function markUniqueNames<F extends { name: string; isUnique: boolean }>(fields: readonly F[]): F[] {
  const repeated = repeatedNames(fields);
  return fields.map((field) => ({ ...field, isUnique: !repeated.has(field.name) }));
}

/** Whether visitors answer a field: a title is read, and a button pressed. */
export function isAnswered(fieldType: FormFieldType): boolean {
  return fieldType !== 'Title' && fieldType !== 'Button';
}

/** Whether a field has a list of options; a check box may have an empty one, and is then a single option. */
export function hasOptions(fieldType: FormFieldType): boolean {
  return needsOptions(fieldType) || fieldType === 'Checkbox';
}

/** Whether a field is nothing without options. */
export function needsOptions(fieldType: FormFieldType): boolean {
  return fieldType === 'SelectList' || fieldType === 'RadioButton';
}

/** Every answer that a field can have, as far as that is known: a text or a number can be anything. */
export function possibleValues(field: Pick<FormField, 'fieldType' | 'options'>): string[] {
  if (!hasOptions(field.fieldType)) return [];
  return field.options.length === 0 && field.fieldType === 'Checkbox'
    ? [checkedValue]
    : field.options.map(({ optionValue }) => optionValue);
}

/** A field in a locale. Missing translations fall back to the default locale. */
export function fieldIn(field: FormField, locale: Locale): FormField {
  const texts = locale === defaultLocale ? undefined : field.localized[locale];
  if (!texts) return field;
  return {
    ...field,
    label: texts.label || field.label,
    placeholder: texts.placeholder || field.placeholder,
    helpBlockText: texts.helpBlockText || field.helpBlockText,
    buttonText: texts.buttonText || field.buttonText,
    options: field.options.map(({ optionLabel, optionValue }) => ({
      optionLabel: ownValue(texts.optionLabels, optionValue) || optionLabel,
      optionValue,
    })),
  };
}
