import type { Locale } from '#domain/locales.ts';
import { type Result, ok } from '#domain/result.ts';
import { type RecordContent, getOwnPage } from '#kinds/own-pages.ts';
import { type PagedKind, pagedPath } from '#kinds/places.ts';
import type { OwnPageReading } from '#kinds/reading/own-page.ts';
import { type KindName, getKindNames } from '#kinds/registry.ts';
import type { ListQuery } from '#schema/lists.ts';
import { getListItems } from '#view-model/list-results.ts';
import type { Frame } from '#view-model/frame.ts';
import { makeFrame, routeNamed } from './frame.ts';
import { readList } from './read-list.ts';
import { type Reading, missing, organizationData } from './reading.ts';

/** Reads the page of a record; `not-found` where it has none. */
export async function readOwnPage(kind: PagedKind, id: number, reading: Reading): Promise<Result<RecordContent>> {
  const content = await getOwnPage(kind).read(id, ownPageReading(kind, reading));
  return content ? ok(content) : missing(`${kind === 'inventory' ? 'stock of product' : getKindNames(kind).one} ${id}`);
}

function ownPageReading(kind: PagedKind, reading: Reading): OwnPageReading {
  const { source, context, globals } = reading;
  return {
    context,
    record: (shape, id) => source.record(shape, id),
    list: async <Q extends ListQuery>(query: Q) => getListItems<Q['list']>(query.list, await readList(query, reading)),
    frame: (...of) => rowFrame(kind, reading, ...of),
    nameOf: (route) => routeNamed(route, globals, context)?.title ?? null,
    organization: () => organizationData(reading),
  };
}

/** The frame of a record's own page, which is below the page of a route. */
function rowFrame(
  kind: PagedKind,
  { globals, context }: Reading,
  ...[route, row, head]: Parameters<OwnPageReading['frame']>
): Frame {
  const paths: Partial<Record<Locale, string>> = {};
  for (const locale of context.locales) {
    const path = row.locales.includes(locale) ? pagedPath(kind, context.site, locale, row) : null;
    if (path) paths[locale] = path;
  }
  const list = routeNamed(route, globals, context);
  const home = routeNamed('home', globals, context);
  // The page of a stock is one of its product.
  const record: KindName = kind === 'inventory' ? 'product' : kind;
  const { title, description, ogType, image, jsonLd } = head;
  const breadcrumbs = [...(home ? [home] : []), ...(list ? [list] : []), { title, href: null }];
  const page = { title, description, noindex: false, hidden: [], ogType, ogImage: image, paths, breadcrumbs, jsonLd };
  return { ...makeFrame(globals, page, context), record: { kind: record, name: getKindNames(record).one, id: row.id } };
}
