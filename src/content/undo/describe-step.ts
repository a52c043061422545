import { z } from 'zod';
import { cutText } from '#domain/text/cut-text.ts';
import { type Locale, defaultLocale, englishNames } from '#domain/locales.ts';
import { localeSchema } from '#kinds/reading/localized-row.ts';
import { getDefinition, isRegisteredType } from '#modules/definitions.ts';

/** A step of a draft as the database sums it up. */
export const draftStepRow = z.object({
  id: z.number(),
  /** Null for somebody who is gone, and for changes that were made in the database. */
  by: z.string().nullish(),
  at: z.string(),
  is_undone: z.boolean(),
  what: z.enum([
    'add',
    'remove',
    'move',
    'change',
    'edit',
    'details',
    'discard',
    'restore',
    'paste',
    'duplicate',
    'share',
    'part',
  ]),
  is_structure: z.boolean(),
  /** Of the modules that it is about. */
  count: z.number(),
  /** The first of them. */
  module_id: z.number().nullable(),
  type: z.string().nullable(),
  title: z.string().nullable(),
  locales: z.array(localeSchema),
  fields: z.array(z.enum(['path', 'title', 'nav_title', 'description', 'seo', 'parent_id'])),
  /** Languages that the page came into or left; their fields are not named. Older steps name them. */
  put_into: z.array(localeSchema).default([]),
  taken_out_of: z.array(localeSchema).default([]),
});
export type DraftStepRow = z.infer<typeof draftStepRow>;

const fieldNames = {
  path: 'address',
  title: 'title',
  nav_title: 'name in menus',
  description: 'description',
  seo: 'search-engine settings',
  parent_id: 'place in the tree',
} as const satisfies Record<DraftStepRow['fields'][number], string>;

/** What a step did, as a sentence without its end, e.g. `Text editor “Why it drifts” removed`. */
export function describeStep(step: DraftStepRow): string {
  const subject = describeSubject(step);
  switch (step.what) {
    case 'add':
      return `${subject} added`;
    case 'remove':
      return `${subject} removed`;
    case 'move':
      return `${subject} moved`;
    case 'paste':
      return `${subject} pasted`;
    case 'duplicate':
      return `${subject} duplicated`;
    case 'share':
      return 'Module shared';
    case 'part':
      return 'Shared module parted';
    case 'change':
      return 'Modules changed';
    case 'edit':
      return `${subject} changed${languages(step)}`;
    case 'details':
      return describeDetail(step);
    case 'discard':
      return 'Draft put back to what is published';
    case 'restore':
      return 'Earlier version brought back';
  }
}

/** @example `Page taken out of German; details changed in Japanese: title` */
function describeDetail(step: DraftStepRow): string {
  const { put_into, taken_out_of, fields } = step;
  const parts = [
    ...(taken_out_of.length > 0 ? [`taken out of ${listLanguages(taken_out_of)}`] : []),
    ...(put_into.length > 0 ? [`put into ${listLanguages(put_into)}`] : []),
    ...(fields.length > 0
      ? [`details changed${languages(step)}: ${fields.map((field) => fieldNames[field]).join(', ')}`]
      : []),
  ];
  return `Page ${parts.join('; ')}`;
}

function describeSubject({ count, type, title }: DraftStepRow): string {
  if (count > 1) return `${count} modules`;
  const name = type !== null && isRegisteredType(type) ? getDefinition(type).displayName : 'Module';
  return title ? `${name} “${cutText(title, 39)}”` : name;
}

/** English, in which pages are written first, is not named. */
function languages({ locales }: DraftStepRow): string {
  const others = locales.filter((locale) => locale !== defaultLocale);
  return others.length === 0 || others.length < locales.length ? '' : ` in ${listLanguages(others)}`;
}

function listLanguages(given: readonly Locale[]): string {
  return given.map((locale) => englishNames[locale]).join(', ');
}
