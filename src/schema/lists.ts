import { z } from 'zod';
import { publicationCategories } from '#domain/vocabulary.ts';

/**
 * The lists that a page can read. A query is plain data: it is the cache key of its answer and the parameters of the
 * database function.
 */
export const listQuerySchema = z.discriminatedUnion('list', [
  z.object({
    list: z.literal('articles'),
    category: z.enum(['newsroom', 'career']),
    type: z.string().nullable(),
    limit: z.int().min(1).max(1000),
  }),
  z.object({
    list: z.literal('products'),
    by: z.enum(['series', 'category']),
    id: z.int().positive(),
    limit: z.int().min(1).max(1000),
  }),
  // A section of the site, seen from the page that asks: the page above it, or itself, with those below.
  z.object({ list: z.literal('pages'), of: z.enum(['siblings', 'children']) }),
  z.object({
    list: z.literal('events'),
    category: z.enum(['newsroom', 'career']).nullable(),
    when: z.enum(['upcoming', 'past']),
    limit: z.int().min(1).max(1000),
  }),
  z.object({
    list: z.literal('posts'),
    tag: z.int().positive().nullable(),
    author: z.int().positive().nullable(),
    limit: z.int().min(1).max(1000),
  }),
  z.object({
    list: z.literal('webinars'),
    when: z.enum(['upcoming', 'past']),
    limit: z.int().min(1).max(1000),
  }),
  z.object({
    list: z.literal('jobs'),
    field: z.string().nullable(),
    location: z.int().positive().nullable(),
    limit: z.int().min(1).max(1000),
  }),
  z.object({
    list: z.literal('stories'),
    group: z.int().positive().nullable(),
    category: z.int().positive().nullable(),
    limit: z.int().min(1).max(1000),
  }),
  // Products with the primary properties of their category.
  z.object({
    list: z.literal('product_rows'),
    by: z.enum(['series', 'category']),
    id: z.int().positive(),
    limit: z.int().min(1).max(1000),
  }),
  // One product with everything that belongs to it, or none.
  z.object({ list: z.literal('product_detail'), id: z.int().positive() }),
  z.object({
    list: z.literal('documents'),
    by: z.enum(['product', 'category']),
    id: z.int().positive(),
    type: z.string().nullable(),
    limit: z.int().min(1).max(1000),
  }),
  // The categories below one, or those at the top.
  z.object({ list: z.literal('categories'), parent: z.int().positive().nullable() }),
  z.object({ list: z.literal('quotes'), symbol: z.string(), limit: z.int().min(1).max(2000) }),
  z.object({
    list: z.literal('publications'),
    category: z.enum(publicationCategories).nullable(),
    limit: z.int().min(1).max(1000),
  }),
  // The frequently asked questions, group by group.
  z.object({ list: z.literal('faqs') }),
  // The families of the products that the site shows.
  z.object({ list: z.literal('series') }),
]);
export type ListQuery = z.infer<typeof listQuerySchema>;
/** The query of the list of this name. */
export type ListQueryOf<L extends ListQuery['list']> = Extract<ListQuery, { list: L }>;

/** Lists that only screens show. */
type ScreenQuery =
  // `index` is the number of products up to which all of them are named.
  | { list: 'catalog'; limit: number; index: number }
  | { list: 'inventory'; limit: number }
  | { list: 'sellers'; of: 'channel_partners' | 'representatives' }
  | { list: 'downloads'; limit: number };

/** Products that texts quote, by slug, or whose names are in them, in small letters; or those with these ids. */
type ValuesQuery = { list: 'product_values'; by: 'id' | 'slug' | 'name'; names: string[] };

/** What the database is asked for the rows of a list, which does not depend on the page. A product in full is a record. */
export type RowsQuery =
  | Exclude<ListQuery, { list: 'pages' | 'product_detail' }>
  | ScreenQuery
  | ValuesQuery
  | { list: 'pages'; below: number };
