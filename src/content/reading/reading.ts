import type { Result } from '#domain/result.ts';
import { getSite } from '#domain/sites.ts';
import type { ReadContext } from '#kinds/reading/context.ts';
import type { GlobalsRow } from '#kinds/site/shapes.ts';
import { localText } from '#kinds/reading/local-text.ts';
import type { Source } from '#content/source/source.ts';

/** The context of reading a page, a record's page or a screen: the source of the rows, the audience and the time. */
export type Reading = {
  source: Source;
  context: ReadContext;
  globals: GlobalsRow;
  /** The position of the page; null for other outputs. */
  here: PagePosition | null;
};

/** The position of a page, on which lists of its section depend, and its short title. */
export type PagePosition = { id: number; above: number | null; title: string };

/** The site's name in structured data. */
function organizationName(globals: GlobalsRow): string {
  return globals.localized.en?.title ?? '';
}

/** What the site says of itself, where a page or a feed says nothing. */
export function siteDescription(globals: GlobalsRow, { site, locale, trace }: ReadContext): string {
  trace.tag(`site/description:${site}`);
  return localText(globals.localized, locale, 'description') ?? '';
}

/** Who publishes, employs and invites, in structured data: with the address and the logo that search engines ask for. */
export function organizationData({ globals, context }: Pick<Reading, 'globals' | 'context'>) {
  const url = context.origins[context.site];
  return {
    '@type': 'Organization',
    name: organizationName(globals),
    url,
    logo: { '@type': 'ImageObject', url: `${url}${getSite(context.site).icon}` },
  };
}

export function missing(what: string): Result<never> {
  return { ok: false, failure: { code: 'not-found', message: `There is no ${what} here` } };
}
