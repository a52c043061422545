import { z } from 'zod';
import { defaultLocale } from '#domain/locales.ts';
import { isPagePath } from '#domain/addresses/page-address.ts';
import { routeKeys } from '#domain/addresses/routes.ts';
import { checkbox, reference, requiredReference, text, withMeta } from '#schema/fields.ts';
import {
  bookkeeping,
  byLocale,
  hidden,
  jsonObject,
  omittableReference,
  site,
  time,
  userId,
} from '#schema/record-fields.ts';

const path = z.string().refine(isPagePath, {
  error:
    'A path is / or segments that each follow a slash, not encoded and without a percent sign, and none that stands for a file or a locale',
});

const seo = z.strictObject({
  noindex: withMeta(z.boolean().optional(), { label: 'Hidden from search engines', widget: 'checkbox' }),
  og_image: omittableReference('image', { label: 'Picture for social networks' }),
});

const maybeText = (label: string, widget: 'text' | 'long-text' = 'text') =>
  withMeta(z.string().default(''), { label, widget });

/** The title and address of a page in one locale. */
const description = {
  path: withMeta(path, { label: 'Path', widget: 'text' }),
  title: text({ label: 'Title', required: true }),
  nav_title: maybeText('Title in menus'),
  description: maybeText('Description', 'long-text'),
  seo: withMeta(seo.default({}), { label: 'Search engines', widget: 'group' }),
};

const moduleTime = () => time({ label: 'Created' }).optional();

const moduleSchema = z.strictObject({
  id: z.int('This field is required').positive(),
  parent: z.int().positive().nullable().default(null),
  slot: z.string().min(1).nullable().default(null),
  type: z.string(),
  created_at: moduleTime(),
  data: byLocale(jsonObject()),
  /** The database's counter for each locale's data; data without it is of the module type's current version. */
  stored: byLocale(
    z.strictObject({
      data_version: z.int().positive(),
      version: z.int().positive().optional(),
      updated_by: userId('Changed by'),
      created_at: moduleTime(),
      updated_at: moduleTime(),
    }),
  ).optional(),
});
export type PageModule = z.output<typeof moduleSchema>;

/** true: the draft is published; or the revision that is live, with the page that it is below. */
const published = z
  .union([
    z.boolean(),
    z.strictObject({
      revision: requiredReference('page_revision', { label: 'Revision' }),
      parent: reference('page', { label: 'Above it' }),
      published_at: time({ label: 'Published' }),
    }),
  ])
  .default(true);

export const pageFields = {
  site: site({ label: 'Site' }),
  parent: reference('page', { label: 'Above it' }),
  route: hidden(z.enum(routeKeys).nullable().default(null), 'Route'),
  template: hidden(z.enum(['home', 'content', 'list']).default('content'), 'Template'),
  is_editable: checkbox({ label: 'Editable', help: 'Its modules can be changed', default: true }),
  structure_version: hidden(z.int().positive().optional(), 'Version of the arrangement'),
  published: hidden(published, 'What is live'),
  locales: withMeta(
    byLocale(z.strictObject({ ...description, ...bookkeeping })).refine(
      (value) => Object.hasOwn(value, defaultLocale),
      'The default locale en is missing',
    ),
    { label: 'Languages', widget: 'localized' },
  ),
  modules: withMeta(z.array(moduleSchema).default([]), { label: 'Modules', widget: 'modules' }),
  ...bookkeeping,
};
export type PageRecord = z.output<z.ZodObject<{ id: z.ZodInt } & typeof pageFields>>;
