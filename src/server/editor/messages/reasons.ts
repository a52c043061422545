import { ownValue } from '#domain/objects.ts';
import { z } from 'zod';
import { defaultLocale } from '#domain/locales.ts';
import { type Client, expectData } from '#content/clients/client.ts';
import { readNamesWithSites } from '#content/records/record-names.ts';
import { type KindName, capital, isKindName, isRowKind, getKindNames } from '#kinds/registry.ts';
import { localeSchema } from '#kinds/reading/localized-row.ts';
import { askedTag } from '#publish/draw/asked-tag.ts';

/** The names of tags that are not kinds. */
const others: Readonly<Record<string, { one: string; many: string }>> = {
  inventory: { one: 'stock', many: 'stocks' },
  product_document: { one: 'document of a product', many: 'documents of products' },
};

function wordsFor(tag: string): { one: string; many: string } {
  if (isKindName(tag)) return getKindNames(tag);
  const one = tag.replace('_', ' ');
  return ownValue(others, tag) ?? { one, many: `${one}s` };
}

/** As many names as a long receipt has. */
const lookupLimit = 500;

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
  happening: Happening = 'is published',
): Promise<(tag: string, isGone?: boolean) => string> {
  const nameOf = await readRecordNames(client, tags);
  return (tag, isGone = false) =>
    (isGone ? describeGone(tag, pageId, nameOf) : null) ?? describeTag(tag, pageId, nameOf, happening);
}

/** What happens to the pages that are the reason. */
export type Happening = 'is published' | 'goes back to what it was';

/** The name of a record; undefined for one without, or one that is gone. */
export type NameOf = (kind: string, id: string) => string | undefined;

/** The names of the records that tags name. */
export async function readRecordNames(client: Client, tags: Iterable<string>): Promise<NameOf> {
  const wanted = [...new Set(tags)];
  const [records, pages] = await Promise.all([readNamesWithSites(client, namedIn(wanted)), readPages(client, wanted)]);
  return (kind, id) => (kind === 'page' ? pages.get(Number(id)) : records.get(`${kind}:${id}`));
}

/** What is written with the names of records in it: writing it once tells which they are. */
export async function withNames<T>(client: Client, write: (nameOf: NameOf) => T): Promise<T> {
  const wanted = new Set<string>();
  write((kind, id) => {
    wanted.add(`${kind}:${id}`);
    return undefined;
  });
  return write(await readRecordNames(client, wanted));
}

/** Why a URL is removed, by the record that is named; null where none with a page is. A list of a subject goes with its last record. */
function describeGone(tag: string, pageId: number, nameOf: NameOf): string | null {
  const [kind = '', id = '', other] = tag.split(':');
  if (other !== undefined || !isKindName(kind)) return null;
  if (kind === 'page') {
    const name = Number(id) === pageId ? 'This page' : subject(kind, id, nameOf);
    return `${name} is taken off the site`;
  }
  return isRowKind(kind) ? `${subject(kind, id, nameOf)} is changed or taken off the site` : null;
}

function describeTag(tag: string, pageId: number, nameOf: NameOf, happening: Happening): string {
  if (tag === 'clock') return 'Its time has come';
  if (tag === askedTag) return 'It was asked for once more';
  const [first = '', second = '', third = ''] = tag.split(':');
  if (first === 'page')
    return `${Number(second) === pageId ? 'This page' : subject('page', second, nameOf)} ${happening}`;
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
    client.from('page_locales').select('page_id, locale, title').in('page_id', ids),
    z.array(pageTitle),
  );
  const titles = mapTitles(rows);
  const gone = ids.filter((id) => !titles.has(id));
  if (gone.length === 0) return titles;
  // A revision outlives its page.
  const revisions = await expectData(
    'page_revisions',
    client
      .from('page_revisions')
      .select('page_id, page_revision_locales(locale, title)')
      .in('page_id', gone)
      .order('id', { ascending: false })
      .limit(lookupLimit),
    z.array(z.object({ page_id: z.number(), page_revision_locales: z.array(pageTitle.omit({ page_id: true })) })),
  );
  const last = new Map(revisions.toReversed().map((revision) => [revision.page_id, revision]));
  const lost = mapTitles(
    [...last.values()].flatMap(({ page_id, page_revision_locales: texts }) =>
      texts.map((text) => ({ page_id, ...text })),
    ),
  );
  return new Map([...titles, ...lost]);
}

const pageTitle = z.object({ page_id: z.number(), locale: localeSchema, title: z.string() });

/** The English titles of pages, or else those that they have. */
function mapTitles(rows: readonly z.output<typeof pageTitle>[]): Map<number, string> {
  const inOrder = rows.toSorted((a, b) => Number(a.locale === defaultLocale) - Number(b.locale === defaultLocale));
  return new Map(inOrder.map(({ page_id, title }) => [page_id, title]));
}
