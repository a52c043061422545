import { z } from 'zod';
import { checkFormContent, formFieldSchema, formFieldTypes } from '#domain/forms/form-fields.ts';
import { toIssues } from '#domain/issues.ts';
import { locales } from '#domain/locales.ts';
import { text, withMeta } from '#schema/fields.ts';
import {
  bookkeeping,
  hidden,
  json,
  optionalText,
  optionallyLocalized,
  orElse,
  orNull,
  time,
  userId,
  wholeNumber,
} from '#schema/record-fields.ts';
import { defineKind } from '../contract.ts';

const numberOrText = z.union([z.number(), z.string()]);
const words = {
  label: optionalText({ label: 'Label' }),
  placeholder: optionalText({ label: 'Placeholder' }),
  helpBlockText: optionalText({ label: 'Help' }),
  buttonText: optionalText({ label: 'Button' }),
};

/** A field of a custom form. */
const field = z.strictObject({
  id: text({ label: 'Id', required: true, max: 60 }),
  fieldType: z.enum(formFieldTypes),
  name: text({ label: 'Name', required: true }),
  label: words.label,
  placeholder: words.placeholder,
  isPlaceholderVisible: z.boolean().optional(),
  helpBlockText: words.helpBlockText,
  isHelpBlockVisible: z.boolean().optional(),
  isRequired: z.boolean().optional(),
  isUnique: z.boolean().optional(),
  isConditional: z.boolean().optional(),
  conditionalName: optionalText({ label: 'Field of the condition' }),
  conditionalValue: optionalText({ label: 'Value of the condition' }),
  options: z.array(z.strictObject({ optionLabel: z.string(), optionValue: z.string() })).optional(),
  buttonText: words.buttonText,
  minValue: numberOrText.optional(),
  maxValue: numberOrText.optional(),
  localized: z
    .partialRecord(
      z.enum(locales),
      z.strictObject({
        ...words,
        optionLabels: z.record(z.string(), text({ label: 'Option', required: true })).optional(),
      }),
    )
    .optional(),
});

const formVersion = z.strictObject({
  version: z.int().positive(),
  content: z.array(json()),
  created_by: userId('Changed by'),
  created_at: time({ label: 'Changed' }),
});

export const form = defineKind({
  kind: 'form',
  table: 'forms',
  label: 'title',
  quotesNothing: true,
  fields: {
    title: text({ label: 'Title', required: true }),
    content: withMeta(z.array(field).default([]), { label: 'Fields', widget: 'form-fields' }),
    success_url: orNull(
      withMeta(
        z
          .string()
          .max(2000)
          .regex(/^(https?:\/\/[^\s/?#@]+|\/(?![/\\]))\S*$/, 'This is not an address'),
        {
          label: 'Address after sending',
          help: 'Empty: the form says thank you',
          widget: 'url',
        },
      ),
    ),
    retention_days: orElse(wholeNumber({ label: 'Days that submissions are stored', min: 1, max: 3650 }), 180),
    localized: optionallyLocalized({ title: optionalText({ label: 'Title' }) }),
    ...bookkeeping,
    versions: hidden(z.array(formVersion).optional(), 'Earlier versions, by which submissions are read'),
  },
  besides: ['versions'],
  machineWritten: ['versions'],
  check: (record, issue) => {
    const fields = z.array(formFieldSchema).safeParse(record.content);
    const issues = fields.success ? checkFormContent(fields.data) : toIssues(fields.error);
    for (const { path, message } of issues) issue(['content', ...path], message);
  },
  rows: (record) =>
    (record.versions ?? []).map((version) => ({ table: 'form_versions', row: { form_id: record.id, ...version } })),
  parts: {
    tables: [{ table: 'form_versions', owner: 'form_id' }],
    read: (_, rows) => ({ versions: rows('form_versions').map(({ form_id: _id, ...version }) => version) }),
  },
});
