import { ownValue } from '#domain/objects.ts';
import { z } from 'zod';
import { type Client, expectData } from '#content/client.ts';
import { readNames } from '#content/records/record-uses.ts';
import { type KindName, capital, isKindName, wordsOf } from '#kinds/registry.ts';
import { askedTag } from '#publish/asked-tag.ts';

/** The names of tags that are not kinds. */
const others: Readonly<Record<string, { one: string; many: string }>> = {
  inventory: { one: 'stock', many: 'stocks' },
  product_document: { one: 'document of a product', many: 'documents of products' },
};

function wordsFor(tag: string): { one: string; many: string } {
  if (isKindName(tag)) return wordsOf(tag);
  const one = tag.replace('_', ' ');
  return ownValue(others, tag) ?? { one, many: `${one}s` };
}

const lookupLimit = 60;

/** The records that tags name. Pages are read by themselves. */
function namedIn(tags: readonly string[]): { kind: KindName; id: string }[] {
  return tags.slice(0, lookupLimit).flatMap((tag) => {
    const [first = '', id = ''] = tag.split(':');
    const kind = first === 'inventory' ? 'product' : first;
    return isKindName(kind) && kind !== 'page' && /^\d+$/.test(id) ? [{ kind, id }] : [];
  });
}

/**
 * The reasons of a receipt as texts. A tag names a dependency that changed: `product:88`, `address:page:12`,
 * `list:article`, `clock`; the database leaves out of which shape (`private.reason_of`).
 */
export async function makeReasons(
  client: Client,
  pageId: number,
  tags: readonly string[],
): Promise<(tag: string) => string> {
  const nameOf = await namesOf(client, tags);
  return (tag) => inWords(tag, pageId, nameOf);
}

/** The name of a record; undefined for one without, or one that is gone. */
export type NameOf = (kind: string, id: string) => string | undefined;

/** The names of the records that tags name. */
export async function namesOf(client: Client, tags: Iterable<string>): Promise<NameOf> {
  const wanted = [...new Set(tags)];
  const [records, pages] = await Promise.all([readNames(client, namedIn(wanted)), readPages(client, wanted)]);
  return (kind, id) => (kind === 'page' ? pages.get(Number(id)) : records.get(`${kind}:${id}`));
}

/** What is written with the names of records in it: writing it once tells which they are. */
export async function withNames<T>(client: Client, write: (nameOf: NameOf) => T): Promise<T> {
  const wanted = new Set<string>();
  write((kind, id) => {
    wanted.add(`${kind}:${id}`);
    return undefined;
  });
  return write(await namesOf(client, wanted));
}

function inWords(tag: string, pageId: number, nameOf: NameOf): string {
  if (tag === 'clock') return 'Its time has come';
  if (tag === askedTag) return 'It was asked for once more';
  const [first = '', second = '', third = ''] = tag.split(':');
  if (first === 'page')
    return Number(second) === pageId ? 'This page is published' : `${subject('page', second, nameOf)} is published`;
  if (first === 'address') {
    const page = Number(third) === pageId ? 'this page' : subject(second, third, nameOf, 'the ');
    return `Leads to ${page}, whose address, name or place in the site changes`;
  }
  if (first === 'below') return 'Lists the pages of its section, which change';
  if (first === 'sitemap') {
    if (second === '') return 'Lists the sitemaps of the site';
    const isOwn = second === 'page' && Number(third) === Math.floor(pageId / 500);
    return isOwn ? 'Lists this page for search engines' : `Lists ${wordsFor(second).many} for search engines`;
  }
  if (first === 'list') return `Shows a list of ${wordsFor(second).many}, which changes`;
  if (first === 'inventory' && second !== '')
    return `Shows the stock of ${subject('product', second, nameOf, 'the ')}, which changes`;
  if (first === 'globals') return 'Shows the menus of the site, which change';
  if (first === 'site') return 'Shows the settings of the site, which change';
  if (first === 'redirects') return 'Leads old addresses to new ones';
  if (first === 'reconciled') return 'Was not as it should have been, and is mended';
  if (first === 'build') return 'Was changed while the site was built';
  return second === ''
    ? 'Shows content that changes'
    : `Shows ${subject(first, second, nameOf, 'the ')}, which changes`;
}

function subject(kind: string, id: string, nameOf: NameOf, article = ''): string {
  const name = nameOf(kind, id);
  const { one } = wordsFor(kind);
  const words = article === '' ? capital(one) : `${article}${one}`;
  // Without a name: an id would tell nobody anything.
  return name ? `${words} “${name}”` : article === '' ? `Another ${one}` : `another ${one}`;
}

async function readPages(client: Client, tags: readonly string[]): Promise<Map<number, string>> {
  const ids = tags.slice(0, lookupLimit).flatMap((tag) => {
    const id = /^(?:address:|below:)?page:(\d+)$/.exec(tag)?.[1];
    return id ? [Number(id)] : [];
  });
  if (ids.length === 0) return new Map();
  const rows = await expectData(
    'page_locales',
    client.from('page_locales').select('page_id, title').eq('locale', 'en').in('page_id', ids),
    z.array(z.object({ page_id: z.number(), title: z.string() })),
  );
  return new Map(rows.map(({ page_id, title }) => [page_id, title]));
}
