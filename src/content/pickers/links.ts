import { z } from 'zod';
import { linkTargets, linkTypes } from '#domain/new-link.ts';
import { type Client, exactly } from '../client.ts';
import { type Found, type RecordQuery, makeFinder, readPage } from './finder.ts';
import { pageColumns, pageItem, pageRow } from './pages.ts';

const link = z
  .object({
    id: z.number(),
    text: z.string(),
    link_type: z.enum(linkTypes),
    target: z.enum(linkTargets).nullable(),
    url: z.string().nullable(),
    anchor_id: z.string().nullable(),
    row_kind: z.string().nullable(),
    row_id: z.number().nullable(),
    documents: z.object({ id: z.number(), name: z.string() }).nullable(),
    pages: pageRow.nullable(),
  })
  .transform(({ link_type, anchor_id, pages, documents, row_kind, row_id, ...row }) => {
    const page = pages && pageItem(pages);
    const record = row_kind === null ? null : `${row_kind.replace('_', ' ')} ${row_id}`;
    const place = page?.url ?? row.url ?? documents?.name ?? record;
    const anchor = anchor_id ? `#${anchor_id.replace(/^#/, '')}` : '';
    return {
      ...row,
      linkType: link_type,
      anchorId: anchor_id,
      page,
      document: documents,
      /** The target, for people. Empty when it was deleted. */
      destination: place === null && link_type !== 'anchor' ? '' : `${place ?? ''}${anchor}`,
    };
  });
export type LinkItem = z.output<typeof link>;

const columns =
  `id, text, link_type, target, url, anchor_id, row_kind, row_id, documents(id, name), pages(${pageColumns})` as const;

const finder = makeFinder('link', link, (client, ids) => client.from('links').select(columns).in('id', ids));

/** Where links lead, each part of it on its own. */
export type Destination = {
  url?: string | undefined;
  anchorId?: string | undefined;
  pageId?: number | undefined;
};

export const links = {
  findOne: finder.findOne,
  /** Links by search, by ids, or by target. */
  find: (client: Client, asked: RecordQuery & Destination): Promise<Found<LinkItem>> =>
    asked.url === undefined && asked.anchorId === undefined && asked.pageId === undefined
      ? finder.find(client, asked)
      : findByDestination(client, asked),
};

function findByDestination(
  client: Client,
  { page, pageSize, search, ids, url, anchorId, pageId }: RecordQuery & Destination,
): Promise<Found<LinkItem>> {
  let query = client.from('links').select(columns, { count: 'exact' }).order('text').order('id');
  if (url !== undefined) query = query.filter('url', 'in', exactly(url));
  if (anchorId !== undefined) query = query.filter('anchor_id', 'in', exactly(...anchorSpellings(anchorId)));
  if (pageId !== undefined) query = query.eq('page_id', pageId);
  if (ids) query = query.in('id', ids);
  const words = search.trim().normalize('NFKC').toLowerCase();
  // `*` is the wildcard here, and cannot be escaped.
  if (words !== '') query = query.like('search_text', `%${words.replace(/[\\%_]/g, '\\$&').replaceAll('*', '_')}%`);
  return readPage('links', query.range((page - 1) * pageSize, page * pageSize - 1), link);
}

/** An anchor is stored with `#` or without. */
export function anchorSpellings(anchorId: string): string[] {
  const name = anchorId.replace(/^#/, '');
  return [name, `#${name}`];
}
