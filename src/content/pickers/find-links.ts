import { foldText } from '#domain/text/fold-text.ts';
import { type PickedItem, picked } from '#kinds/picked.ts';
import { type Client, exactly } from '#content/clients/client.ts';
import { readNames } from '../records/record-names.ts';
import { type Found, type RecordQuery, getFinder, readPage } from './get-finder.ts';

/** Where links lead, each part of it on its own. */
type Destination = {
  url?: string | undefined;
  anchorId?: string | undefined;
  pageId?: number | undefined;
};

const finder = getFinder('link');

export const links = {
  findOne: async (client: Client, id: number): Promise<PickedItem<'link'> | null> => {
    const found = await finder.findOne(client, id);
    return found && ((await withTitles(client, [found]))[0] ?? null);
  },
  /** Links by search, by ids, or by target. */
  find: async (client: Client, asked: RecordQuery & Destination): Promise<Found<PickedItem<'link'>>> => {
    const hasNoTarget = asked.url === undefined && asked.anchorId === undefined && asked.pageId === undefined;
    const found = await (hasNoTarget ? finder.find(client, asked) : findByDestination(client, asked));
    return { ...found, results: await withTitles(client, found.results) };
  },
};

/** Links to records with what people call these. One whose record is gone leads nowhere. */
async function withTitles(client: Client, found: readonly PickedItem<'link'>[]): Promise<PickedItem<'link'>[]> {
  const named = found.flatMap(({ record }) => (record ? [{ kind: record.kind, id: String(record.id) }] : []));
  const titles = await readNames(client, named);
  return found.map((link) => {
    const { record, anchorId } = link;
    const title = record && titles.get(`${record.kind}:${record.id}`);
    if (!title) return link;
    return { ...link, destination: anchorId === null ? title : `${title} #${anchorId.replace(/^#/, '')}` };
  });
}

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
