import type { z } from 'zod';
import type { RowsQuery } from '#schema/lists.ts';
// <kinds> `npm run docs` writes these lines.
import { answers as document } from './document/shapes.ts';
import { answers as webinar } from './webinar/shapes.ts';
import { answers as category } from './category/shapes.ts';
import { answers as series } from './series/shapes.ts';
import { answers as catalog } from './product/catalog-shapes.ts';
import { answers as product } from './product/shapes.ts';
import { answers as channelPartner } from './channel-partner/shapes.ts';
import { answers as inventoryItem } from './inventory-item/shapes.ts';
import { answers as faq } from './faq/shapes.ts';
import { answers as article } from './article/shapes.ts';
import { answers as event } from './event/shapes.ts';
import { answers as post } from './post/shapes.ts';
import { answers as employeeStory } from './employee-story/shapes.ts';
import { answers as job } from './job/shapes.ts';
import { answers as page } from './page/shapes.ts';
import { answers as stockQuote } from './stock-quote/shapes.ts';
import { answers as investorPublication } from './investor-publication/shapes.ts';
// </kinds>

/** What the database answers to each list. */
export const listAnswers = {
  // <kinds> `npm run docs` writes these lines.
  ...document,
  ...webinar,
  ...category,
  ...series,
  ...catalog,
  ...product,
  ...channelPartner,
  ...inventoryItem,
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
} satisfies { readonly [L in RowsQuery['list']]: z.ZodType };
export type ListRows = { [L in RowsQuery['list']]: z.output<(typeof listAnswers)[L]> };
