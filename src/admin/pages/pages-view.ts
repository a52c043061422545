import { type SiteId, siteIds } from '#domain/sites.ts';

/** What the list of pages shows: in the address, so that going back from a page, or a colleague's link, leads to the same. */
export type PagesView = { site: SiteId; search: string; isTrash: boolean };

/** Reads a view from the query of an address; what it does not know is as usual. `here` is the site whose pages are listed usually. */
export function readPagesView(query: string, here: SiteId): PagesView {
  const parameters = new URLSearchParams(query);
  return {
    site: siteIds.find((site) => site === parameters.get('site')) ?? here,
    search: parameters.get('search') ?? '',
    isTrash: parameters.get('show') === 'trash',
  };
}

/**
 * The query of a view, with the question mark; empty for the usual view.
 *
 * @example writePagesView({ site: 'automotive', search: '', isTrash: false }, 'main'); // '?site=automotive'
 */
export function writePagesView({ site, search, isTrash }: PagesView, here: SiteId): string {
  const parameters = new URLSearchParams();
  if (site !== here) parameters.set('site', site);
  if (isTrash) parameters.set('show', 'trash');
  if (search !== '') parameters.set('search', search);
  const query = parameters.toString();
  return query === '' ? '' : `?${query}`;
}
