import { z } from 'zod';
import { routeKeys } from '#domain/addresses/routes.ts';
import { localeSchema, siteSchema } from '../reading/localized-row.ts';
import { makeRowId } from '../reading/row-id.ts';

export const addresses = z
  .partialRecord(localeSchema, z.object({ path: z.string(), title: z.string(), nav_title: z.string() }))
  .nullable();

/** A page as a list of its section in one locale has it. */
const sectionPageRow = z.object({
  id: makeRowId('address:page'),
  path: z.string(),
  title: z.string(),
  nav_title: z.string(),
});

const pageReferenceRow = z.object({ id: makeRowId('address:page'), addresses });

const storedModule: z.ZodType<StoredModule> = z.lazy(() =>
  z.object({
    id: z.number(),
    type: z.string(),
    slot: z.string().optional(),
    v: z.number(),
    fallback: z.boolean().optional(),
    data: z.unknown(),
    children: z.array(storedModule),
  }),
);
export type StoredModule = {
  id: number;
  type: string;
  slot?: string | undefined;
  v: number;
  fallback?: boolean | undefined;
  data: unknown;
  children: StoredModule[];
};

export const pageRow = z.object({
  id: makeRowId('page'),
  site: siteSchema,
  parent_id: z.number().nullable(),
  route: z.enum(routeKeys).nullable(),
  template: z.enum(['home', 'content', 'list']),
  is_editable: z.boolean(),
  path: z.string(),
  title: z.string(),
  nav_title: z.string(),
  description: z.string(),
  seo: z.object({ noindex: z.boolean().optional(), og_image: z.number().nullish() }),
  /** The locales in which search engines are not to list it. */
  hidden: z.array(localeSchema).nullish(),
  modules: z.array(storedModule),
  addresses,
});
export type PageRow = z.infer<typeof pageRow>;

/** Published modules have a version, and are left out where the asker said that it has them in that one. */
export const askedPageRow = pageRow
  .extend({ version: z.string().nullish(), modules: pageRow.shape.modules.nullable() })
  .nullable();

export const pagesAnswer = z.object({
  /** Each is read by itself (`askedPageRow`), so that one which is not valid fails alone. */
  pages: z.array(z.unknown()),
  above: z.record(z.string(), z.object({ parent_id: z.number().nullable(), addresses })),
});

/** The rows of `read_records`, by shape name. */
export const shapes = { page: pageReferenceRow };

/** What the database answers to lists: rows, with the moment from which the answer is another one. */
export const answers = {
  pages: z.object({ items: z.array(sectionPageRow), next_change_at: z.null() }),
};
