import type { CatalogContent } from './catalog/content.ts';
import type { CompareContent } from './compare/content.ts';
import type { DownloadsContent } from './downloads/content.ts';
import type { FaqContent } from './faq/content.ts';
import type { InventoryContent } from './inventory/content.ts';
import type { NewsroomContent } from './newsroom/content.ts';
import type { SearchContent, SmartSearchContent } from './search/content.ts';
import type { SellersContent } from './sellers/content.ts';
import type { SupportContent } from './support/content.ts';

/** What the page of a route shows below its header. */
export type ScreenContent =
  | CatalogContent
  | CompareContent
  | DownloadsContent
  | FaqContent
  | InventoryContent
  | NewsroomContent
  | SearchContent
  | SellersContent
  | SmartSearchContent
  | SupportContent;

export type { CatalogEntry, CatalogPart, CatalogTerms } from './catalog/entries.ts';
export type { Stock } from './inventory/stock.ts';
