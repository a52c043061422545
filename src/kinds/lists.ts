import type { ListQuery } from '#schema/lists.ts';
import type { Lists } from './reading/list.ts';
// <kinds> `npm run docs` writes these lines.
import { lists as document } from './document/lists.ts';
import { lists as webinar } from './webinar/lists.ts';
import { lists as category } from './category/lists.ts';
import { lists as series } from './series/lists.ts';
import { lists as product } from './product/lists.ts';
import { lists as faq } from './faq/lists.ts';
import { lists as article } from './article/lists.ts';
import { lists as event } from './event/lists.ts';
import { lists as post } from './post/lists.ts';
import { lists as employeeStory } from './employee-story/lists.ts';
import { lists as job } from './job/lists.ts';
import { lists as page } from './page/lists.ts';
import { lists as stockQuote } from './stock-quote/lists.ts';
import { lists as investorPublication } from './investor-publication/lists.ts';
// </kinds>

/** How each list that pages show is read. */
export const lists: Lists<ListQuery['list']> = {
  // <kinds> `npm run docs` writes these lines.
  ...document,
  ...webinar,
  ...category,
  ...series,
  ...product,
  ...faq,
  ...article,
  ...event,
  ...post,
  ...employeeStory,
  ...job,
  ...page,
  ...stockQuote,
  ...investorPublication,
  // </kinds>
};
