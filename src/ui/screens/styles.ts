import faq from './faq/faq.css?url';
import newsroom from './newsroom/newsroom.css?url';
import search from './search/search.css?url';
import type { ScreenContent } from './screen-content.ts';

/** The style sheet of each screen. Views do not import theirs: every page of every site would carry it. */
export const screenStyles: Record<ScreenContent['screen'], string> = {
  faq,
  articles: newsroom,
  posts: newsroom,
  announcements: newsroom,
  events: newsroom,
  stories: newsroom,
  jobs: newsroom,
  search,
  'smart-search': search,
};
