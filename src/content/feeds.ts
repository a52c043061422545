import { languageOf } from '#domain/locales.ts';
import type { RouteKey } from '#domain/routes.ts';
import { canonicalPath } from '#domain/routes.ts';
import { withLocale } from '#domain/sites.ts';
import type { ListQuery } from '#schema/lists.ts';
import { itemsOf } from '#view-model/list-results.ts';
import { readList } from './read-list.ts';
import { type Reading, homePath } from './reading.ts';
import { localText } from '#kinds/reading/local-text.ts';

/** The newest entries of a list in one locale; URLs are absolute. */
export type Feed = {
  title: string;
  description: string;
  language: string;
  homeUrl: string;
  url: string;
  items: readonly { title: string; url: string; description: string; publishedAt: string }[];
};

type FeedQuery = Extract<ListQuery, { list: 'articles' | 'posts' }>;
/** How many entries a feed holds. */
const limit = 30;
const newsroom: FeedQuery = { list: 'articles', category: 'newsroom', type: null, limit };

/** The lists that have a feed, by the route of their page. The database's view `private.routes` names the same. */
const feeds: Partial<Record<RouteKey, FeedQuery>> = {
  'newsroom.blog': { list: 'posts', tag: null, author: null, limit },
  'company.press': newsroom,
  'company.ad-hoc': { ...newsroom, type: 'ad_hoc' },
  'career.news': { ...newsroom, category: 'career' },
};

/** Where the feed of a list page is, if its list has one. */
export function listFeedPath(route: RouteKey | null, pagePath: string | undefined): string | null {
  return route !== null && pagePath !== undefined && feeds[route] ? `${pagePath}/rss.xml` : null;
}

/** The site's feed in this locale: the newest articles of its newsroom. */
export function readSiteFeed(reading: Reading): Promise<Feed> {
  const { context, globals } = reading;
  return readFeed(newsroom, reading, {
    title: localText(globals.localized, context.locale, 'title') ?? context.site,
    home: homePath(context.locale),
    path: withLocale(context.locale, '/rss.xml'),
  });
}

/** The feed of the list page whose feed is at a path; null when there is none. */
export async function readListFeed(path: string, reading: Reading): Promise<Feed | null> {
  const { context, globals } = reading;
  context.trace.tag(`globals:${context.site}`);
  for (const [route, query] of Object.entries(feeds)) {
    const address = globals.routes[route]?.[context.locale];
    const home = address && canonicalPath(withLocale(context.locale, address.path));
    if (query && home && `${home}/rss.xml` === path) {
      context.trace.tag(`named:${context.site}/${route}`);
      return readFeed(query, reading, { title: address.title, home, path });
    }
  }
  return null;
}

async function readFeed(
  query: FeedQuery,
  reading: Reading,
  { title, home, path }: { title: string; home: string; path: string },
): Promise<Feed> {
  const { context, globals } = reading;
  const { site, locale } = context;
  context.trace.tag(`site:${site}`);
  const answer = await readList(query, reading);
  const items = [...itemsOf('articles', answer), ...itemsOf('posts', answer)];
  const origin = context.origins[site];
  return {
    title,
    description: localText(globals.localized, locale, 'description') ?? '',
    language: languageOf[locale],
    homeUrl: `${origin}${home}`,
    url: `${origin}${path}`,
    items: items.map((item) => ({
      title: item.title,
      url: `${origin}${item.href}`,
      description: item.lead,
      publishedAt: item.publishedAt,
    })),
  };
}
