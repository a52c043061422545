import { z } from 'zod';
import { issuesOf } from '#domain/issues.ts';
import { checkFormContent, formFieldSchema, formFieldTypes } from '#domain/forms/form-fields.ts';
import { locales } from '#domain/locales.ts';
import { bookkeeping, id, json, optionalText, optionallyLocalized, text, time, userId } from './fields.ts';
import { defineKind } from './kind.ts';

const numberOrText = z.union([z.number(), z.string()]);

/** A field of a custom form (spec section 3). */
const field = z.strictObject({
  id: text(60),
  fieldType: z.enum(formFieldTypes),
  name: text(),
  label: optionalText(),
  placeholder: optionalText(),
  isPlaceholderVisible: z.boolean().optional(),
  helpBlockText: optionalText(),
  isHelpBlockVisible: z.boolean().optional(),
  isRequired: z.boolean().optional(),
  isUnique: z.boolean().optional(),
  isConditional: z.boolean().optional(),
  conditionalName: optionalText(),
  conditionalValue: optionalText(),
  options: z.array(z.strictObject({ optionLabel: z.string(), optionValue: z.string() })).optional(),
  buttonText: optionalText(),
  minValue: numberOrText.optional(),
  maxValue: numberOrText.optional(),
  localized: z
    .partialRecord(
      z.enum(locales),
      z.strictObject({
        label: optionalText(),
        placeholder: optionalText(),
        helpBlockText: optionalText(),
        buttonText: optionalText(),
        optionLabels: z.record(z.string(), text()).optional(),
      }),
    )
    .optional(),
});

export const form = defineKind({
  kind: 'form',
  table: 'forms',
  schema: z.strictObject({
    kind: z.literal('form'),
    id: id(),
    title: text(),
    content: z.array(field).default([]),
    success_url: z
      .string()
      .regex(/^(https?:\/\/[^\s/?#@]+|\/(?![/\\]))\S*$/, 'This is not an address')
      .nullable()
      .default(null),
    retention_days: z.int().min(1).max(3650).default(180),
    localized: optionallyLocalized({ title: optionalText() }),
    ...bookkeeping,
    /** The fields of earlier versions, by which submissions are read. */
    versions: z
      .array(
        z.strictObject({
          version: z.int().positive(),
          content: z.array(json()),
          created_by: userId(),
          created_at: time(),
        }),
      )
      .optional(),
  }),
  besides: ['versions'],
  check: (record, issue) => {
    const fields = z.array(formFieldSchema).safeParse(record.content);
    const issues = fields.success ? checkFormContent(fields.data) : issuesOf(fields.error);
    for (const { path, message } of issues) issue(['content', ...path], message);
  },
  rows: (record) =>
    (record.versions ?? []).map((version) => ({ table: 'form_versions', row: { form_id: record.id, ...version } })),
});
