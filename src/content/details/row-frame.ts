import type { Locale } from '#domain/locales.ts';
import type { RouteKey } from '#domain/routes.ts';
import { type PagedKind, pagedPath } from '#kinds/places.ts';
import { wordsOf } from '#kinds/registry.ts';
import type { Frame } from '#view-model/frame.ts';
import type { ReadContext } from '#kinds/reading/context.ts';
import { makeFrame, routeNamed } from '../frame.ts';
import type { Reading } from '../reading.ts';
import { isVisible } from '#kinds/reading/placement.ts';
import type { PlacedRow } from '#kinds/reading/placed-row.ts';
import type { RecordRow } from '#kinds/shapes.ts';

/** Whether a record has a page of its own for this site and locale at this moment. */
export function isHere(row: PlacedRow, context: ReadContext): boolean {
  return row.sites.includes(context.site) && row.locales.includes(context.locale) && isVisible(row, context);
}

/** The frame of a record's own page, which is below the page of `listRoute`. */
export function makeRowFrame(
  kind: PagedKind,
  listRoute: RouteKey,
  row: PlacedRow & { id: number },
  { globals, context }: Reading,
  page: {
    title: string;
    description: string;
    ogType: Frame['head']['openGraph']['type'];
    image: RecordRow<'image'> | null;
    jsonLd: Frame['head']['jsonLd'];
  },
): Frame {
  const paths: Partial<Record<Locale, string>> = {};
  for (const locale of context.locales) {
    const path = row.locales.includes(locale) ? pagedPath(kind, context.site, locale, row) : null;
    if (path) paths[locale] = path;
  }
  const list = routeNamed(listRoute, globals, context);
  const home = routeNamed('home', globals, context);
  const record = kind === 'inventory' ? 'product' : kind;
  const frame = makeFrame(
    globals,
    {
      title: page.title,
      description: page.description,
      noindex: false,
      ogType: page.ogType,
      ogImage: page.image,
      paths,
      breadcrumbs: [...(home ? [home] : []), ...(list ? [list] : []), { title: page.title, href: null }],
      jsonLd: page.jsonLd,
    },
    context,
  );
  return { ...frame, record: { kind: record, name: wordsOf(record).one, id: row.id } };
}
