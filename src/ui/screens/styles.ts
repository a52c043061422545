import catalog from './catalog/catalog.css?url';
import compare from './compare/compare-screen.css?url';
import downloads from './downloads/downloads.css?url';
import faq from './faq/faq.css?url';
import inventory from './inventory/inventory.css?url';
import newsroom from './newsroom/newsroom.css?url';
import search from './search/search.css?url';
import type { ScreenContent } from '#view-model/screens/screen-content.ts';
import sellers from './sellers/sellers.css?url';
import support from './support/support.css?url';

/** The stylesheet of each screen. Views do not import theirs, since every page of every site would include it. */
export const screenStyles: Record<ScreenContent['screen'], string> = {
  catalog,
  compare,
  downloads,
  faq,
  inventory,
  sellers,
  support,
  articles: newsroom,
  posts: newsroom,
  announcements: newsroom,
  events: newsroom,
  stories: newsroom,
  jobs: newsroom,
  search,
  'smart-search': search,
};
