import type { RouteKey } from '#domain/addresses/routes.ts';
import { withLocale } from '#domain/sites.ts';
import type { ListQuery } from '#schema/lists.ts';
import type { Frame } from '#view-model/frame.ts';
import type { ListItems } from '#view-model/list-results.ts';
import type { ViewContext } from '#view-model/view-props.ts';
import type { PagedKind } from '../places.ts';
import type { RecordRow, ShapeName } from '../shapes.ts';
import type { ReadContext } from './context.ts';
import type { PlacedRow } from './placed-row.ts';

/** What a record's own page says of itself in its head. */
type OwnPageHead = {
  title: string;
  description: string;
  ogType: Frame['head']['openGraph']['type'];
  image: RecordRow<'image'> | null;
  jsonLd: Frame['head']['jsonLd'];
};

/** How the page of a record reads: rows, the lists beside the record, and the site around it. */
export type OwnPageReading = {
  context: ReadContext;
  record: <K extends ShapeName>(shape: K, id: number) => Promise<RecordRow<K> | null>;
  list: <Q extends ListQuery>(query: Q) => Promise<ListItems[Q['list']][]>;
  /** The frame of the record's page, which is below the page of a route. */
  frame: (route: RouteKey, row: PlacedRow & { id: number }, head: OwnPageHead) => Frame;
  /** The name of the page that answers a route; null where the site has none. */
  nameOf: (route: RouteKey) => string | null;
  /** The site's owner in structured data. */
  organization: () => Record<string, unknown>;
};

/** How the page of each record of a kind is read. `S` is what its `Page.tsx` shows. */
export type OwnPage<K extends PagedKind, S extends object> = {
  /** The shapes of the record that the page shows, read at once. */
  shapes: readonly ShapeName[];
  /** The content of a record's page; null where it has none for this site, locale and moment. */
  read: (id: number, reading: OwnPageReading) => Promise<{ kind: K; frame: Frame; shown: S } | null>;
};

/** What the page of a record shows, by how it is read. */
export type ShownBy<P extends { read: OwnPage<PagedKind, object>['read'] }> = NonNullable<
  Awaited<ReturnType<P['read']>>
>['shown'];

/** What a kind's `Page.tsx` gets. */
export type PageProps<P extends { read: OwnPage<PagedKind, object>['read'] }> = ShownBy<P> & { context: ViewContext };

export function defineOwnPage<K extends PagedKind, S extends object>(page: OwnPage<K, S>): OwnPage<K, S> {
  return page;
}

/** Where a record's page leads back to: the page of its list, or that of the site. */
export function backHref({ routePath, locale }: ReadContext, list: RouteKey): string {
  return routePath(list) ?? withLocale(locale, '/');
}
