import { z } from 'zod';
import { formFieldSchema } from '#domain/form-fields.ts';
import { locales } from '#domain/locales.ts';
import { rowKinds } from '#domain/row-kinds.ts';
import { siteIds } from '#domain/sites.ts';
import { productStatuses, publicationCategories } from '#modules/resolved.ts';
import { routeKeys } from '#domain/routes.ts';
import { richTextSchema } from '#modules/rich-text.ts';

/** Rows as the database's read functions answer with them. Everything that comes from there passes through these. */

export const localeSchema = z.enum(locales);
export const siteSchema = z.enum(siteIds);

/** Texts by locale; a field that a locale does not have falls back to the default locale's. */
export function localized<S extends z.ZodRawShape>(shape: S) {
  return z.partialRecord(localeSchema, z.object(shape).partial());
}

const addresses = z
  .partialRecord(localeSchema, z.object({ path: z.string(), title: z.string(), nav_title: z.string() }))
  .nullable();

export const imageRow = z.object({
  id: z.number(),
  hash: z.string(),
  width: z.number(),
  height: z.number(),
  widths: z.array(z.number()),
  is_decorative: z.boolean(),
  localized: localized({ alt: z.string() }),
});
export type ImageRow = z.infer<typeof imageRow>;

/** What decides whether and where a record with a page of its own is shown. */
const placed = {
  slug: z.string(),
  sites: z.array(z.string()),
  is_published: z.boolean(),
  publish_from: z.string().nullable(),
  publish_until: z.string().nullable(),
  locales: z.array(localeSchema),
};
export const placedRow = z.object({ ...placed, news_category: z.string().nullish(), title: z.string().nullish() });
export type PlacedRow = z.infer<typeof placedRow>;

export const linkRow = z.object({
  id: z.number(),
  text: z.string(),
  type: z.enum(['internal', 'external', 'download', 'anchor']),
  target: z.enum(['auto', '_blank', '_self']).nullable(),
  url: z.string().nullable(),
  anchor: z.string().nullable(),
  page_id: z.number().nullable(),
  page_site: siteSchema.nullable(),
  addresses,
  row_kind: z.enum(rowKinds).nullable(),
  row_id: z.number().nullable(),
  row: placedRow.nullable(),
  document_id: z.number().nullable(),
  document_path: z.string().nullable(),
});
export type LinkRow = z.infer<typeof linkRow>;

const product = {
  id: z.number(),
  ...placed,
  name: z.string(),
  display_name: z.string(),
  status: z.enum(productStatuses),
  taglines: z.partialRecord(localeSchema, z.string().nullable()),
  series_id: z.number().nullable(),
  series: z.string().nullable(),
  category_id: z.number().nullable(),
  category: localized({ title: z.string() }).nullable(),
  image: imageRow.nullable(),
};
export const productRow = z.object(product);
export type ProductRow = z.infer<typeof productRow>;

export const documentRow = z.object({
  id: z.number(),
  localized: localized({ title: z.string() }),
  content_date: z.string(),
  type: z.string(),
  language: localeSchema,
  size: z.number().nullable(),
  storage_path: z.string().nullable(),
  filename: z.string().nullable(),
});
export type DocumentRow = z.infer<typeof documentRow>;

const property = z.object({
  id: z.number(),
  unit: z.string().nullable(),
  title: localized({ title: z.string(), unit: z.string() }),
  group: z.enum(['primary', 'secondary']),
  number: z.number().nullable(),
  max: z.number().nullable(),
  text: z.string().nullable(),
  localized: localized({ text: z.string() }).nullable(),
});
export type PropertyRow = z.infer<typeof property>;

export const productTableRow = z.object({ ...product, order_code: z.string(), properties: z.array(property) });
export type ProductTableRow = z.infer<typeof productTableRow>;

const propertyValue = property.pick({ id: true, number: true, max: true, text: true, localized: true });

/** A product as a line of the catalog, with what it can be narrowed down by. */
export const catalogProductRow = z.object({
  ...product,
  order_code: z.string(),
  product_class: z.string().nullable(),
  position: z.number(),
  values: z.array(propertyValue),
});
export type CatalogProductRow = z.infer<typeof catalogProductRow>;

export const catalogPartRow = z.object({
  products: z.array(catalogProductRow),
  /** Each category with those above it. */
  above: z.record(z.string(), z.array(z.number())),
});

export const inventoryRow = z.object({
  product: productRow,
  order_code: z.string(),
  items: z.array(
    z.object({
      id: z.number(),
      quantity: z.number(),
      as_of: z.string(),
      url: z.string().nullable(),
      partner: z.object({
        id: z.number(),
        name: z.string(),
        region: z.string().nullable(),
        countries: z.array(z.string()),
      }),
    }),
  ),
});
export type InventoryRow = z.infer<typeof inventoryRow>;

export const sellerRow = z.object({
  id: z.number(),
  name: z.string(),
  region: z.enum(['europe', 'americas', 'asia_pacific', 'middle_east_africa']).nullable(),
  countries: z.array(z.string()),
  address_lines: z.array(z.string()),
  url: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  localized: localized({ note: z.string().nullish() }),
});

export const productDetailRow = z.object({
  ...product,
  order_code: z.string(),
  localized: localized({
    tagline: z.string(),
    description: richTextSchema,
    features: z.array(z.string()),
  }),
  series_slug: z.string().nullable(),
  images: z.array(imageRow.nullable()),
  videos: z.array(z.object({ url: z.string(), image: imageRow.nullable() })),
  properties: z.array(property),
  documents: z.array(documentRow),
  applications: z.array(
    z.object({
      id: z.number(),
      localized: localized({ title: z.string(), summary: z.string() }),
      image: imageRow.nullable(),
    }),
  ),
  related: z.array(productRow.nullable()),
});
export type ProductDetailRow = z.infer<typeof productDetailRow>;

const article = {
  id: z.number(),
  ...placed,
  news_category: z.enum(['newsroom', 'career']),
  newsroom_type: z.enum(['news', 'press_release', 'ad_hoc']).nullable(),
  career_type: z.enum(['career_news', 'apprentice_news']).nullable(),
  publish_from: z.string(),
  texts: localized({ title: z.string(), lead: z.string() }),
  image: imageRow.nullable(),
};
export const articleRow = z.object(article);
export type ArticleRow = z.infer<typeof articleRow>;

export const articleDetailRow = z.object({
  ...article,
  updated_at: z.string(),
  localized: localized({ title: z.string(), lead: z.string(), body: richTextSchema }),
  documents: z.array(documentRow),
});
export type ArticleDetailRow = z.infer<typeof articleDetailRow>;

export const seriesTeaserRow = z.object({
  id: z.number(),
  name: z.string(),
  display_name: z.string(),
  localized: localized({ summary: z.string() }),
});
export const seriesRow = z.object({
  id: z.number(),
  slug: z.string(),
  name: z.string(),
  display_name: z.string(),
  status: z.enum(productStatuses),
  localized: localized({ summary: z.string() }),
  image: imageRow.nullable(),
});

/** A page as a list of its section in one locale has it. */
export const sectionPageRow = z.object({ id: z.number(), path: z.string(), title: z.string(), nav_title: z.string() });
export const categoryRow = z.object({
  id: z.number(),
  slug: z.string(),
  localized: localized({ title: z.string(), description: z.string() }),
});
export type CategoryRow = z.infer<typeof categoryRow>;
/** What the catalog is narrowed down by. */
export const catalogTermsRow = {
  categories: z.array(
    categoryRow.extend({ parent_id: z.number().nullable(), products: z.number(), primary: z.array(z.number()) }),
  ),
  series: z.array(seriesRow),
  properties: z.array(
    z.object({
      id: z.number(),
      key: z.string(),
      unit: z.string().nullable(),
      type: z.enum(['number', 'range', 'text']),
      localized: localized({ title: z.string() }),
    }),
  ),
};
export const pageReferenceRow = z.object({ id: z.number(), addresses });
export const vectorRow = z.object({
  id: z.number(),
  storage_path: z.string().nullable(),
  localized: localized({ alt: z.string() }),
});
export const fileRow = z.object({
  id: z.number(),
  filename: z.string(),
  size: z.number(),
  storage_path: z.string().nullable(),
  localized: localized({ title: z.string() }),
});
export const videoRow = z.object({
  id: z.number(),
  video_url: z.string(),
  image: imageRow.nullable(),
  localized: localized({ title: z.string() }),
});
export const webinarRow = z.object({
  id: z.number(),
  title: z.string(),
  url: z.string(),
  starts_at: z.string().nullable(),
  localized: localized({ title: z.string(), summary: z.string().nullish() }),
});
export type WebinarRow = z.infer<typeof webinarRow>;

export const cvRow = z.object({
  id: z.number(),
  name: z.string(),
  contact_url: z.string().nullable(),
  linkedin_url: z.string().nullable(),
  organisation_level: z.enum(['board', 'management', 'team']).nullable(),
  localized: localized({
    position: z.string(),
    additional_text: z.string().nullish(),
    summary: z.string().nullish(),
    experience: z.string().nullish(),
    education: z.string().nullish(),
  }),
  image: imageRow.nullable(),
});
export type CvRow = z.infer<typeof cvRow>;

export const locationRow = z.object({
  id: z.number(),
  name: z.string(),
  name_verbose: z.string(),
  address_lines: z.array(z.string()),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  country: z.string().nullable(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  localized: localized({ title: z.string().nullish(), note: z.string().nullish() }),
  image: imageRow.nullable(),
});
export type LocationRow = z.infer<typeof locationRow>;

export const faqRow = z.object({
  id: z.number(),
  category: z.string(),
  localized: localized({ question: z.string(), answer: richTextSchema }),
});
export type FaqRow = z.infer<typeof faqRow>;

const namedPart = z.object({ id: z.number(), localized: localized({ name: z.string() }) });
const employeeStory = {
  id: z.number(),
  ...placed,
  publish_from: z.string(),
  texts: localized({ title: z.string(), teaser: z.string() }),
  has_video: z.boolean(),
  category: namedPart,
  groups: z.array(namedPart),
  image: imageRow.nullable(),
};
export const employeeStoryRow = z.object(employeeStory);
export type EmployeeStoryRow = z.infer<typeof employeeStoryRow>;

export const employeeStoryDetailRow = z.object({
  ...employeeStory,
  video_url: z.string().nullable(),
  updated_at: z.string(),
  localized: localized({ body: richTextSchema }),
});
export type EmployeeStoryDetailRow = z.infer<typeof employeeStoryDetailRow>;

const event = {
  id: z.number(),
  ...placed,
  news_category: z.enum(['newsroom', 'career']),
  starts_at: z.string(),
  ends_at: z.string(),
  time_zone: z.string(),
  is_online: z.boolean(),
  country: z.string().nullable(),
  url: z.string().nullable(),
  texts: localized({ title: z.string(), summary: z.string(), venue: z.string(), city: z.string() }),
  image: imageRow.nullable(),
};
export const eventRow = z.object(event);
export type EventRow = z.infer<typeof eventRow>;

export const eventDetailRow = z.object({
  ...event,
  updated_at: z.string(),
  localized: localized({ body: richTextSchema.nullish() }),
});
export type EventDetailRow = z.infer<typeof eventDetailRow>;

export const tagRow = z.object({ id: z.number(), ...placed, localized: localized({ name: z.string() }) });
export type TagRow = z.infer<typeof tagRow>;

export const authorRow = z.object({
  id: z.number(),
  ...placed,
  name: z.string(),
  localized: localized({ position: z.string().nullish(), bio: z.string().nullish() }),
  image: imageRow.nullable(),
});
export type AuthorRow = z.infer<typeof authorRow>;

const post = {
  id: z.number(),
  ...placed,
  publish_from: z.string(),
  texts: localized({ title: z.string(), lead: z.string() }),
  author: authorRow,
  tags: z.array(tagRow),
  image: imageRow.nullable(),
};
export const postRow = z.object(post);
export type PostRow = z.infer<typeof postRow>;

export const postDetailRow = z.object({
  ...post,
  updated_at: z.string(),
  localized: localized({ body: richTextSchema }),
});
export type PostDetailRow = z.infer<typeof postDetailRow>;

/** A job has no page of its own; it leads to where one applies. */
export const jobRow = z.object({
  id: z.number(),
  sites: z.array(z.string()),
  is_published: z.boolean(),
  publish_from: z.string(),
  publish_until: z.string().nullable(),
  city: z.string(),
  country: z.string(),
  field: z.string().nullable(),
  pensum_min: z.number().nullable(),
  pensum_max: z.number().nullable(),
  is_remote: z.boolean(),
  direct_link: z.string().nullable(),
  localized: localized({
    title: z.string(),
    short_description: z.string(),
    positions: z.array(z.string()).nullish(),
  }),
});
export type JobRow = z.infer<typeof jobRow>;

/** Fields that cannot be read leave the form without any: it shows nothing (spec section 8). */
export const formRow = z.object({
  id: z.number(),
  title: z.string(),
  version: z.number(),
  content: z.array(formFieldSchema).catch([]),
  localized: localized({ title: z.string() }),
});
export const quoteRow = z.object({
  day: z.string(),
  open: z.number().nullable(),
  high: z.number().nullable(),
  low: z.number().nullable(),
  close: z.number(),
  volume: z.number().nullable(),
});
export const publicationRow = z.object({
  id: z.number(),
  category: z.enum(publicationCategories),
  published_at: z.string(),
  url: z.string().nullable(),
  localized: localized({ title: z.string() }),
  document: documentRow.nullable(),
});
export type PublicationRow = z.infer<typeof publicationRow>;
export const namedRow = z.object({
  id: z.number(),
  title: z.string().optional(),
  localized: localized({ name: z.string(), title: z.string() }).optional(),
});

/** The row of each kind of record that `read_records` answers with. */
export const recordRows = {
  image: imageRow,
  link: linkRow,
  product: productRow,
  product_detail: productDetailRow,
  article: articleRow,
  article_detail: articleDetailRow,
  document: documentRow,
  page: pageReferenceRow,
  series: seriesRow,
  category: categoryRow,
  vector: vectorRow,
  file: fileRow,
  video: videoRow,
  webinar: webinarRow,
  cv: cvRow,
  location: locationRow,
  employee_story: employeeStoryRow,
  event_detail: eventDetailRow,
  post_detail: postDetailRow,
  employee_story_detail: employeeStoryDetailRow,
  tag: tagRow,
  author: authorRow,
  story_group: namedRow,
  story_category: namedRow,
  form: formRow,
  catalog_part: catalogPartRow,
  inventory: inventoryRow,
} as const;
export type RecordKind = keyof typeof recordRows;
export type RecordRow<K extends RecordKind> = z.output<(typeof recordRows)[K]>;

export const storedModule: z.ZodType<StoredModule> = z.lazy(() =>
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
  id: z.number(),
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
  modules: z.array(storedModule),
  addresses,
});
export type PageRow = z.infer<typeof pageRow>;

export const pagesAnswer = z.object({
  pages: z.array(pageRow.nullable()),
  above: z.record(z.string(), z.object({ parent_id: z.number().nullable(), addresses })),
});

const labels = z.partialRecord(localeSchema, z.string());
export type MenuRow = {
  id: string;
  label: Partial<Record<(typeof locales)[number], string>>;
  description?: Partial<Record<(typeof locales)[number], string>> | null | undefined;
  link?: number | null | undefined;
  children?: MenuRow[] | undefined;
};
const menuRow: z.ZodType<MenuRow> = z.lazy(() =>
  z.object({
    id: z.string(),
    label: labels,
    description: labels.nullish(),
    link: z.number().nullish(),
    children: z.array(menuRow).optional(),
  }),
);

export const globalsRow = z.object({
  locales: z.array(localeSchema),
  settings: z.object({
    disallow: z.array(z.string()).default([]),
    social_links: z
      .array(
        z.object({
          network: z.enum([
            'linkedin',
            'twitter',
            'facebook',
            'youtube',
            'github',
            'glassdoor',
            'xing',
            'kununu',
            'wechat',
          ]),
          url: z.url({ protocol: /^https?$/ }),
        }),
      )
      .default([]),
  }),
  localized: localized({
    title: z.string(),
    description: z.string(),
    tagline: z.string(),
    copyright: z.string(),
  }),
  og_image: imageRow.nullable(),
  menus: z.partialRecord(z.enum(['main', 'footer', 'legal']), z.array(menuRow)),
  links: z.record(z.string(), linkRow.nullable()),
  routes: z.record(z.string(), addresses),
});
export type GlobalsRow = z.infer<typeof globalsRow>;
