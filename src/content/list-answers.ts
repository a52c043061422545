import { z } from 'zod';
import { idOf } from '#kinds/reading/row-id.ts';
import { articleRow } from '#kinds/article/shapes.ts';
import { catalogProductRow, catalogTermsRow } from '#kinds/product/catalog-shapes.ts';
import { categoryRow } from '#kinds/category/shapes.ts';
import { eventRow } from '#kinds/event/shapes.ts';
import { faqRow } from '#kinds/faq/shapes.ts';
import { documentRow } from '#kinds/document/shapes.ts';
import { inventoryRow } from '#kinds/inventory-item/shapes.ts';
import { sellerRow } from '#kinds/channel-partner/shapes.ts';
import { publicationRow } from '#kinds/investor-publication/shapes.ts';
import { quoteRow } from '#kinds/stock-quote/shapes.ts';
import { jobRow } from '#kinds/job/shapes.ts';
import { sectionPageRow } from '#kinds/page/shapes.ts';
import { postRow } from '#kinds/post/shapes.ts';
import { productRow, productTableRow, productValuesRow } from '#kinds/product/shapes.ts';
import { seriesTeaserRow } from '#kinds/series/shapes.ts';
import { employeeStoryRow } from '#kinds/employee-story/shapes.ts';
import { webinarRow } from '#kinds/webinar/shapes.ts';

/** What the database answers to each list: rows, with the moment from which the answer is another one. */
export const listAnswers = {
  articles: z.object({ items: z.array(articleRow), next_change_at: z.string().nullable() }),
  products: z.object({ items: z.array(productRow), next_change_at: z.string().nullable() }),
  pages: z.object({ items: z.array(sectionPageRow), next_change_at: z.null() }),
  events: z.object({ items: z.array(eventRow), next_change_at: z.string().nullable() }),
  posts: z.object({ items: z.array(postRow), next_change_at: z.string().nullable() }),
  webinars: z.object({ items: z.array(webinarRow), next_change_at: z.string().nullable() }),
  jobs: z.object({ items: z.array(jobRow), next_change_at: z.string().nullable() }),
  stories: z.object({ items: z.array(employeeStoryRow), next_change_at: z.string().nullable() }),
  product_rows: z.object({
    items: z.array(productTableRow),
    category_id: z.number().nullable(),
    next_change_at: z.string().nullable(),
  }),
  documents: z.object({
    items: z.array(documentRow),
    product_ids: z.array(z.number()),
    next_change_at: z.string().nullable(),
  }),
  categories: z.object({ items: z.array(categoryRow) }),
  quotes: z.object({ items: z.array(quoteRow) }),
  publications: z.object({ items: z.array(publicationRow), next_change_at: z.string().nullable() }),
  faqs: z.object({ items: z.array(faqRow) }),
  product_values: z.object({ items: z.array(productValuesRow) }),
  catalog: z.object({
    total: z.number(),
    items: z.array(catalogProductRow),
    index: z.array(z.object({ id: idOf('product'), slug: z.string(), name: z.string(), category_id: z.number() })),
    parts: z.array(z.number()),
    ...catalogTermsRow,
    next_change_at: z.string().nullable(),
  }),
  inventory: z.object({ items: z.array(inventoryRow), next_change_at: z.string().nullable() }),
  sellers: z.object({ items: z.array(sellerRow) }),
  downloads: z.object({
    items: z.array(z.object({ document: documentRow, products: z.array(productRow) })),
    next_change_at: z.string().nullable(),
  }),
  series: z.object({ items: z.array(seriesTeaserRow), next_change_at: z.string().nullable() }),
};
/** The lists that the database answers; a product in full is a record. */
export type ListName = keyof typeof listAnswers;
export type ListRows = { [L in ListName]: z.infer<(typeof listAnswers)[L]> };
