import { accordion } from './accordion/schema.ts';
import { cardGroup } from './card-group/schema.ts';
import type { ModuleDefinition } from './contract.ts';
import { hero } from './hero/schema.ts';
import { keyFigures } from './key-figures/schema.ts';
import { news } from './news/schema.ts';
import { productSlider } from './product-slider/schema.ts';
import { slider } from './slider/schema.ts';
import { textBlock } from './text-block/schema.ts';
import { productTable } from './product-table/schema.ts';
import { productDetails } from './product-details/schema.ts';
import { corresponding } from './corresponding/schema.ts';
import { documentCategories } from './document-categories/schema.ts';
import { softwareDownloads } from './software-downloads/schema.ts';
import { evaluationCategories } from './evaluation-categories/schema.ts';
import { eqsStockChart } from './eqs-stock-chart/schema.ts';
import { eqsInvestors } from './eqs-investors/schema.ts';
import { customForms } from './custom-forms/schema.ts';
import type { ModuleType } from './types.ts';

/** Every module type that can be placed on a page: its schema, by type. A new type adds one line here, one in `mounts.ts` and one in `views.ts`; its form is generated. */
/** Every module type that can be placed on a page: its schema, by type. A new type adds one line here and one in `mounts.ts`. */
export const catalog = {
  TEXT_BLOCK: textBlock,
  HERO: hero,
  CARD_GROUP: cardGroup,
  SLIDER: slider,
  PRODUCT_SLIDER: productSlider,
  NEWS: news,
  KEY_FIGURES: keyFigures,
  ACCORDION: accordion,
  PRODUCT_TABLE: productTable,
  PRODUCT_DETAILS: productDetails,
  CORRESPONDING: corresponding,
  DOCUMENT_CATEGORIES: documentCategories,
  SOFTWARE_DOWNLOADS: softwareDownloads,
  EVALUATION_CATEGORIES: evaluationCategories,
  EQS_STOCK_CHART: eqsStockChart,
  EQS_INVESTORS: eqsInvestors,
  CUSTOM_FORMS: customForms,
} satisfies { [T in ModuleType]?: ModuleDefinition<T> };

export type CatalogType = keyof typeof catalog;
export const catalogTypes = Object.keys(catalog) as CatalogType[];

export function isCatalogType(value: string): value is CatalogType {
  return Object.hasOwn(catalog, value);
}

export function definitionOf(type: CatalogType): ModuleDefinition {
  return catalog[type];
}
