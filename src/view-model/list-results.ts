import type {
  ArticleTeaser,
  Category,
  Document,
  EmployeeStory,
  EventTeaser,
  Faq,
  Job,
  PageTab,
  PostTeaser,
  ProductCard,
  ProductDetail,
  ProductRow,
  Publication,
  Quote,
  SeriesTeaser,
  Webinar,
} from './resolved.ts';

/** What each list answers with. */
export type ListItems = {
  articles: ArticleTeaser;
  products: ProductCard;
  pages: PageTab;
  events: EventTeaser;
  posts: PostTeaser;
  webinars: Webinar;
  jobs: Job;
  stories: EmployeeStory;
  product_rows: ProductRow;
  product_detail: ProductDetail;
  documents: Document;
  categories: Category;
  quotes: Quote;
  publications: Publication;
  faqs: Faq;
  series: SeriesTeaser;
};
export type ListResult<L extends keyof ListItems = keyof ListItems> = {
  [N in L]: { list: N; items: ListItems[N][] };
}[L];

/** The items of a list answer, or none when the view asked under a name that the module did not declare. */
export function getListItems<L extends keyof ListItems>(list: L, result: ListResult | undefined): ListItems[L][] {
  // TypeScript does not follow a generic name into the answer that has it.
  return result?.list === list ? (result.items as ListItems[L][]) : [];
}
