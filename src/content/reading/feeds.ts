import { languageCodes } from '#domain/locales.ts';
import type { RouteKey } from '#domain/addresses/routes.ts';
import { withLocale } from '#domain/sites.ts';
import type { ListQuery } from '#schema/lists.ts';
import { getListItems } from '#view-model/list-results.ts';
import { pagePaths } from './frame.ts';
import { readList } from './read-list.ts';
import { type Reading, siteDescription } from './reading.ts';
import { localText } from '#kinds/reading/local-text.ts';
import type { PageRow } from '#kinds/page/shapes.ts';
import type { KindName } from '#kinds/registry.ts';

/** The newest entries of a list in one locale; URLs are absolute. */
export type Feed = {
  title: string;
  description: string;
  language: string;
  homeUrl: string;
  url: string;
  items: readonly FeedItem[];
};

type FeedItem = {
  /** Stays as it is when the entry is renamed or moved: by it readers know what they have seen. */
  id: string;
  title: string;
  url: string;
  description: string;
  publishedAt: string;
};

type FeedQuery = Extract<ListQuery, { list: 'articles' | 'posts' }>;
/** Of which kind the entries of a list are. */
const kindOfList = { articles: 'article', posts: 'post' } as const satisfies Record<FeedQuery['list'], KindName>;
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
    home: withLocale(context.locale, '/'),
    path: withLocale(context.locale, '/rss.xml'),
  });
}

/** The feed of a list page in this locale; null when its list has none. */
export async function readListFeed(page: PageRow, reading: Reading): Promise<Feed | null> {
  const home = pagePaths(page)[reading.context.locale];
  const path = listFeedPath(page.route, home);
  const query = page.route && feeds[page.route];
  return query && home && path ? readFeed(query, reading, { title: page.title, home, path }) : null;
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
  const origin = context.origins[site];
  const listEntries = (list: FeedQuery['list']): FeedItem[] =>
    getListItems(list, answer).map((item) => ({
      id: `${site}/${kindOfList[list]}/${item.id}/${languageCodes[locale]}`,
      title: item.title,
      url: `${origin}${item.href}`,
      description: item.lead,
      publishedAt: item.publishedAt,
    }));
  return {
    title,
    description: siteDescription(globals, context),
    language: languageCodes[locale],
    homeUrl: `${origin}${home}`,
    url: `${origin}${path}`,
    items: [...listEntries('articles'), ...listEntries('posts')],
  };
}
