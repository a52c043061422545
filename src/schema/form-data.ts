import { z } from 'zod';
import { type BuiltForm, retentionLimits } from '#domain/forms/built-form.ts';
import type { DraftField } from '#domain/forms/form-fields.ts';
import { type BrokenField, readStoredFields } from '#domain/forms/stored-fields.ts';
import { type Locale, defaultLocale, locales } from '#domain/locales.ts';
import type { JsonObject } from './record-fields.ts';

/** A form for the builder: the fields that can be read, and what is known of those that cannot. */
export type ReadForm = Omit<BuiltForm, 'content'> & { content: DraftField[]; broken: BrokenField[] };

const formData = z.object({
  title: z.string().catch(''),
  content: z.array(z.unknown()).catch([]),
  success_url: z.string().nullable().catch(null),
  retention_days: z.number().catch(retentionLimits.default),
  localized: z.partialRecord(z.enum(locales), z.object({ title: z.string().optional() })).catch({}),
});

/** A form of the data of its record: a draft may be without some of it. */
export function readFormData(data: JsonObject): ReadForm {
  const {
    title,
    content,
    success_url: successUrl,
    retention_days: retentionDays,
    localized: texts,
  } = formData.parse(data);
  const titles: Partial<Record<Locale, string>> = {};
  for (const [locale, text] of Object.entries(texts)) {
    if (locale !== defaultLocale && text.title) Object.assign(titles, { [locale]: text.title });
  }
  const { fields, broken } = readStoredFields(content);
  return { title, titles, content: fields, broken, successUrl, retentionDays };
}

/** The data of a form's record. */
export function toFormData({ title, titles, content, successUrl, retentionDays }: BuiltForm): JsonObject {
  const texts: JsonObject = { [defaultLocale]: {} };
  for (const [locale, text] of Object.entries(titles)) {
    if (locale !== defaultLocale && text) texts[locale] = { title: text };
  }
  return {
    title,
    content,
    success_url: successUrl,
    retention_days: retentionDays,
    localized: texts,
  };
}
