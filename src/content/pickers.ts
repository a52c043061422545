import { z } from 'zod';
import { type Client, DatabaseUnavailable } from './client.ts';
import { imageVariantPath, mediaUrl } from './records/image.ts';
import { addressFor } from './records/link.ts';
import { localeSchema, productStatuses } from './records/raw.ts';

/** What the editor's pickers list (spec sections 3 and 7), read with the editor's own rights. */

export type RecordQuery = { page: number; search: string; ids?: number[] | undefined };
export type Found<T> = { results: T[]; count: number };

export const pageSize = 12;

const localizedTitle = z.partialRecord(localeSchema, z.object({ title: z.string() }).partial());

type Answer = { data: unknown; count: number | null; error: { code?: string; message: string } | null };

/** The rows of a page of an ordered query, and how many there are in all. */
async function page<T>(call: string, answer: PromiseLike<Answer>, row: z.ZodType<T>): Promise<Found<T>> {
  const { data, count, error } = await answer;
  // A page behind the last one.
  if (error?.code === 'PGRST103') return { results: [], count: count ?? 0 };
  if (error) throw new DatabaseUnavailable(call, error.code ?? 'unknown', error.message);
  const parsed = z.array(row).safeParse(data);
  if (!parsed.success) throw new DatabaseUnavailable(call, 'shape', z.prettifyError(parsed.error));
  return { results: parsed.data, count: count ?? parsed.data.length };
}

type Filterable<Q> = {
  or: (filters: string) => Q;
  in: (column: 'id', values: number[]) => Q;
  range: (from: number, to: number) => Q;
};

/** Narrows a query to the asked ids, or to a search in these columns, and to one page. */
function narrow<Q extends Filterable<Q>>(query: Q, asked: RecordQuery, columns: readonly string[]): Q {
  if (asked.ids) return query.in('id', asked.ids);
  const search = asked.search.trim();
  const filtered = search === '' ? query : query.or(searchFilter(search, columns));
  const from = (asked.page - 1) * pageSize;
  return filtered.range(from, from + pageSize - 1);
}

/**
 * `or` filter of PostgREST: contains the search, whatever its letter case; a number is looked for as an id as well. What
 * means something to PostgREST or to LIKE stands for any one character: neither side escapes it in the same way everywhere.
 */
export function searchFilter(search: string, columns: readonly string[]): string {
  const pattern = `%${search.replace(/[\\%_*,.:()"'{}[\]]/g, '_')}%`;
  const filters = columns.map((column) => `${column}.ilike.${pattern}`);
  if (/^[1-9]\d{0,14}$/.test(search)) filters.push(`id.eq.${search}`);
  return filters.join(',');
}

const image = z
  .object({
    id: z.number(),
    filename: z.string(),
    display: z.string(),
    hash: z.string(),
    width: z.number(),
    height: z.number(),
    widths: z.array(z.number()),
    is_decorative: z.boolean(),
    localized: z.partialRecord(localeSchema, z.object({ alt: z.string() }).partial()),
    created_at: z.string(),
  })
  .transform(({ hash, widths, is_decorative, localized, created_at, ...row }) => {
    const sorted = widths.toSorted((a, b) => a - b);
    const address = (width: number | undefined) =>
      width === undefined ? null : mediaUrl(imageVariantPath(hash, width));
    return {
      ...row,
      url: address(sorted.at(-1)),
      thumbnail: address(sorted[0]),
      alt: is_decorative ? '' : (localized.en?.alt ?? ''),
      created: created_at,
    };
  });
export type ImageItem = z.output<typeof image>;

export function findImages(client: Client, asked: RecordQuery): Promise<Found<ImageItem>> {
  const query = client
    .from('images')
    .select('id, filename, display, hash, width, height, widths, is_decorative, localized, created_at', {
      count: 'exact',
    })
    .order('created_at', { ascending: false })
    .order('id', { ascending: false });
  return page('images', narrow(query, asked, ['filename', 'display']), image);
}

const link = z
  .object({
    id: z.number(),
    text: z.string(),
    link_type: z.enum(['internal', 'external', 'download', 'anchor']),
    target: z.enum(['auto', '_blank', '_self']).nullable(),
    url: z.string().nullable(),
    anchor_id: z.string().nullable(),
    row_kind: z.string().nullable(),
    row_id: z.number().nullable(),
    document_id: z.number().nullable(),
    pages: z
      .object({
        id: z.number(),
        created_at: z.string(),
        page_locales: z.array(
          z.object({ locale: localeSchema, path: z.string(), title: z.string(), nav_title: z.string() }),
        ),
      })
      .nullable(),
  })
  .transform(({ link_type, anchor_id, pages, row_kind, row_id, document_id, ...row }) => {
    const address = addressFor(Object.fromEntries((pages?.page_locales ?? []).map((own) => [own.locale, own])), 'en');
    const target = pages &&
      address && {
        id: pages.id,
        title: address.title,
        url: address.href,
        name: address.title,
        created: pages.created_at,
      };
    const record =
      row_kind === null
        ? document_id === null
          ? null
          : `document ${document_id}`
        : `${row_kind.replace('_', ' ')} ${row_id}`;
    return {
      ...row,
      linkType: link_type,
      anchorId: anchor_id,
      page: target,
      /** Where it leads, for people. */
      destination: `${target?.url ?? row.url ?? record ?? ''}${anchor_id ? `#${anchor_id.replace(/^#/, '')}` : ''}`,
    };
  });
export type LinkItem = z.output<typeof link>;

export function findLinks(
  client: Client,
  asked: RecordQuery & { url?: string | undefined; anchorId?: string | undefined; pageId?: number | undefined },
): Promise<Found<LinkItem>> {
  let query = client
    .from('links')
    .select(
      'id, text, link_type, target, url, anchor_id, row_kind, row_id, document_id, pages(id, created_at, page_locales(locale, path, title, nav_title))',
      { count: 'exact' },
    )
    .order('text')
    .order('id');
  if (asked.url !== undefined) query = query.eq('url', asked.url);
  if (asked.anchorId !== undefined) query = query.eq('anchor_id', asked.anchorId);
  if (asked.pageId !== undefined) query = query.eq('page_id', asked.pageId);
  return page('links', narrow(query, asked, ['text', 'url', 'anchor_id']), link);
}

const pictured = z.object({ hash: z.string(), widths: z.array(z.number()) }).nullable();

function thumbnailOf(picture: z.output<typeof pictured> | undefined): string | null {
  const width = picture?.widths.toSorted((a, b) => a - b)[0];
  return picture && width !== undefined ? mediaUrl(imageVariantPath(picture.hash, width)) : null;
}

const product = z
  .object({
    id: z.number(),
    name: z.string(),
    display_name: z.string(),
    slug: z.string(),
    status: z.enum(productStatuses),
    product_class: z.string().nullable(),
    series: z.object({ display_name: z.string() }).nullable(),
    categories: z.object({ localized: localizedTitle }).nullable(),
    product_images: z.array(z.object({ position: z.number(), images: pictured })),
  })
  .transform(({ display_name, product_class, series, categories, product_images, ...row }) => {
    const pictures = product_images
      .toSorted((a, b) => a.position - b.position)
      .map(({ images }) => thumbnailOf(images));
    return {
      ...row,
      displayName: display_name,
      series: series && { name: series.display_name },
      primaryCategory: categories && { name: categories.localized.en?.title ?? '' },
      productClass: product_class === null ? null : { name: product_class },
      images: pictures.flatMap((file) => (file === null ? [] : [{ file }])),
      thumbnail: pictures.find((file) => file !== null) ?? null,
    };
  });
export type ProductItem = z.output<typeof product>;

export function findProducts(client: Client, asked: RecordQuery): Promise<Found<ProductItem>> {
  const query = client
    .from('products')
    .select(
      'id, name, display_name, slug, status, product_class, series(display_name), categories(localized), product_images(position, images(hash, widths))',
      { count: 'exact' },
    )
    .order('position')
    .order('id');
  return page('products', narrow(query, asked, ['name', 'display_name', 'order_code']), product);
}

const series = z
  .object({
    id: z.number(),
    name: z.string(),
    display_name: z.string(),
    slug: z.string(),
    status: z.enum(productStatuses),
    images: pictured,
  })
  .transform(({ display_name, images, ...row }) => {
    const thumbnail = thumbnailOf(images);
    return { ...row, displayName: display_name, image: thumbnail === null ? null : { imageUrl: thumbnail }, thumbnail };
  });
export type SeriesItem = z.output<typeof series>;

export function findSeries(client: Client, asked: RecordQuery): Promise<Found<SeriesItem>> {
  const query = client
    .from('series')
    .select('id, name, display_name, slug, status, images(hash, widths)', { count: 'exact' })
    .order('display_name')
    .order('id');
  return page('series', narrow(query, asked, ['name', 'display_name']), series);
}

const category = z
  .object({ id: z.number(), slug: z.string(), localized: localizedTitle })
  .transform(({ id, slug, localized }) => ({ id, slug, title: localized.en?.title ?? slug }));
export type CategoryItem = z.output<typeof category>;

export function findCategories(client: Client, asked: RecordQuery): Promise<Found<CategoryItem>> {
  const query = client.from('categories').select('id, slug, localized', { count: 'exact' }).order('slug').order('id');
  return page('categories', narrow(query, asked, ['slug', 'localized->en->>title']), category);
}
