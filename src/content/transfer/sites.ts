import { z } from 'zod';
import { defaultLocale } from '#domain/locales.ts';
import { canonicalPath } from '#domain/routes.ts';
import { redirectPattern } from '#domain/safe-url.ts';
import { rowKinds } from '#domain/row-kinds.ts';
import { siteIds } from '#domain/sites.ts';
import { socialNetworks } from '#domain/social-networks.ts';
import {
  bookkeeping,
  byLocale,
  email,
  id,
  localeSchema,
  localized,
  optionalReference,
  optionalText,
  reference,
  siteReference,
  text,
  webAddress,
} from './fields.ts';
import { defineKind } from './kind.ts';

export const site = defineKind({
  kind: 'site',
  table: 'sites',
  schema: z.strictObject({
    kind: z.literal('site'),
    id: z.enum(siteIds),
    locales: z
      .array(localeSchema)
      .refine((list) => list[0] === defaultLocale, 'The first locale of a site is en')
      .refine((list) => new Set(list).size === list.length, 'A locale is named twice'),
    settings: z
      .strictObject({
        disallow: z.array(z.string()).optional(),
        routes: z.array(z.string()).optional(),
        og_image: optionalReference('image').unwrap().optional(),
        social_links: z.array(z.strictObject({ network: z.enum(socialNetworks), url: webAddress() })).optional(),
        contact_email: email().optional(),
        phone: optionalText(),
      })
      .default({}),
    localized: localized({ title: text(), description: text(), tagline: optionalText(), copyright: optionalText() }),
    ...bookkeeping,
  }),
});

export type MenuItem = {
  id: string;
  label: Partial<Record<z.infer<typeof localeSchema>, string>>;
  description?: Partial<Record<z.infer<typeof localeSchema>, string>> | undefined;
  link?: number | null | undefined;
  image?: number | null | undefined;
  children?: MenuItem[] | undefined;
};

const item: z.ZodType<MenuItem> = z.lazy(() =>
  z.strictObject({
    id: text(60),
    label: byLocale(text()).refine((label) => Object.keys(label).length > 0, { error: 'This field is required' }),
    description: byLocale(z.string()).optional(),
    link: z.nullable(reference('link')).optional(),
    image: z.nullable(reference('image')).optional(),
    children: z.array(item).optional(),
  }),
);

export const menu = defineKind({
  kind: 'menu',
  table: 'menus',
  schema: z.strictObject({
    kind: z.literal('menu'),
    id: id(),
    site: siteReference(),
    name: z.enum(['main', 'footer', 'legal']),
    items: z.array(item).default([]),
    ...bookkeeping,
  }),
  check: (record, issue) => {
    const seen = new Set<string>();
    const visit = (items: readonly MenuItem[], path: readonly (string | number)[]) =>
      items.forEach((entry, index) => {
        const here = [...path, index];
        if (seen.has(entry.id)) issue([...here, 'id'], `The item ${entry.id} is there twice`);
        seen.add(entry.id);
        visit(entry.children ?? [], [...here, 'children']);
      });
    visit(record.items, ['items']);
  },
  uniques: (record) => [`menu ${record.name} of ${record.site}`],
});

const path = () =>
  z.string().refine((value) => value !== '/' && canonicalPath(encodeURI(decode(value))) !== null, {
    error: 'A path starts with a slash and has no empty or dot segments',
  });

function decode(value: string): string {
  try {
    return decodeURI(value);
  } catch {
    return value;
  }
}

export const redirect = defineKind({
  kind: 'redirect',
  table: 'redirects',
  schema: z.strictObject({
    kind: z.literal('redirect'),
    id: id(),
    site: siteReference(),
    from_path: path().nullable().default(null),
    row_kind: z.enum(rowKinds).nullable().default(null),
    from_slug: z.string().min(1).nullable().default(null),
    row_id: z.int().positive().nullable().default(null),
    to_path: z.string().regex(redirectPattern, 'This leads nowhere').nullable().default(null),
    page: optionalReference('page'),
    locale: localeSchema.nullable().default(null),
    status: z.union([z.literal(301), z.literal(302), z.literal(410)]).default(301),
    ...bookkeeping,
  }),
  check: (record, issue) => {
    const ofRow = record.row_kind !== null;
    if (ofRow === (record.from_path !== null))
      issue(['from_path'], 'A redirect is either from a path or from a slug of a record');
    if (ofRow !== (record.from_slug !== null) || ofRow !== (record.row_id !== null)) {
      issue(['row_kind'], 'row_kind, from_slug and row_id go together');
    }
    if ((record.page === null) !== (record.locale === null)) issue(['locale'], 'page and locale go together');
    if (!ofRow && record.status !== 410 && record.to_path === null && record.page === null) {
      issue(['to_path'], 'A redirect leads to a path or to a page, or its status is 410');
    }
  },
  references: (record) =>
    record.row_kind !== null && record.row_id !== null
      ? [{ kind: record.row_kind, id: record.row_id, path: ['row_id'] }]
      : [],
  uniques: (record) => [
    record.from_path === null
      ? `redirect of ${record.site} from ${record.row_kind} ${record.from_slug}`
      : `redirect of ${record.site} from ${record.from_path}`,
  ],
});
