import { foldText } from '#domain/fold-text.ts';
import { type PickedItem, picked } from '#kinds/picked.ts';
import { type Client, exactly } from '../client.ts';
import { type Found, type RecordQuery, finderOf, readPage } from './finder-of.ts';

/** Where links lead, each part of it on its own. */
export type Destination = {
  url?: string | undefined;
  anchorId?: string | undefined;
  pageId?: number | undefined;
};

const finder = finderOf('link');

export const links = {
  findOne: finder.findOne,
  /** Links by search, by ids, or by target. */
  find: (client: Client, asked: RecordQuery & Destination): Promise<Found<PickedItem<'link'>>> =>
    asked.url === undefined && asked.anchorId === undefined && asked.pageId === undefined
      ? finder.find(client, asked)
      : findByDestination(client, asked),
};

function findByDestination(
  client: Client,
  { page, pageSize, search, ids, url, anchorId, pageId }: RecordQuery & Destination,
): Promise<Found<PickedItem<'link'>>> {
  let query = client.from('links').select(picked.link.columns, { count: 'exact' }).order('text').order('id');
  if (url !== undefined) query = query.filter('url', 'in', exactly(url));
  if (anchorId !== undefined) query = query.filter('anchor_id', 'in', exactly(...anchorSpellings(anchorId)));
  if (pageId !== undefined) query = query.eq('page_id', pageId);
  if (ids) query = query.in('id', ids);
  const words = foldText(search.trim());
  // `*` is the wildcard here, and cannot be escaped.
  if (words !== '') query = query.like('search_text', `%${words.replace(/[\\%_]/g, '\\$&').replaceAll('*', '_')}%`);
  return readPage('links', query.range((page - 1) * pageSize, page * pageSize - 1), picked.link.row);
}

/** An anchor is stored with `#` or without. */
export function anchorSpellings(anchorId: string): string[] {
  const name = anchorId.replace(/^#/, '');
  return [name, `#${name}`];
}
