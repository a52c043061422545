import type { CatalogContent } from './catalog.ts';
import type { CompareContent } from './compare.ts';
import type { DownloadsContent } from './downloads.ts';
import type { FaqContent } from './faq.ts';
import type { InventoryContent } from './inventory.ts';
import type { NewsroomContent } from './newsroom.ts';
import type { SearchContent, SmartSearchContent } from './search.ts';
import type { SellersContent } from './sellers.ts';
import type { SupportContent } from './support.ts';

/** The content of a route's page below its header. */
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

export type { CatalogEntry, CatalogPart, CatalogTerms } from './catalog-entries.ts';
export type { Stock } from './stock.ts';
