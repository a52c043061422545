import type { ComponentType } from 'react';
import type { CatalogType, catalog } from './catalog.ts';
import type { ViewProps } from './contract.ts';
import { View as Accordion } from './accordion/View.tsx';
import { View as CardGroup } from './card-group/View.tsx';
import { View as Hero } from './hero/View.tsx';
import { View as KeyFigures } from './key-figures/View.tsx';
import { View as News } from './news/View.tsx';
import { View as ProductSlider } from './product-slider/View.tsx';
import { View as Slider } from './slider/View.tsx';
import { View as TextBlock } from './text-block/View.tsx';
import { View as ProductTable } from './product-table/View.tsx';
import { View as ProductDetails } from './product-details/View.tsx';
import { View as Corresponding } from './corresponding/View.tsx';
import { View as DocumentCategories } from './document-categories/View.tsx';
import { View as SoftwareDownloads } from './software-downloads/View.tsx';
import { View as EvaluationCategories } from './evaluation-categories/View.tsx';
import { View as EqsStockChart } from './eqs-stock-chart/View.tsx';
import { View as EqsInvestors } from './eqs-investors/View.tsx';
import { View as CustomForms } from './custom-forms/View.tsx';

/** How each module type looks in a page. */
export const mounts: { [T in CatalogType]: ComponentType<ViewProps<(typeof catalog)[T]>> } = {
  TEXT_BLOCK: TextBlock,
  HERO: Hero,
  CARD_GROUP: CardGroup,
  SLIDER: Slider,
  PRODUCT_SLIDER: ProductSlider,
  NEWS: News,
  KEY_FIGURES: KeyFigures,
  ACCORDION: Accordion,
  PRODUCT_TABLE: ProductTable,
  PRODUCT_DETAILS: ProductDetails,
  CORRESPONDING: Corresponding,
  DOCUMENT_CATEGORIES: DocumentCategories,
  SOFTWARE_DOWNLOADS: SoftwareDownloads,
  EVALUATION_CATEGORIES: EvaluationCategories,
  EQS_STOCK_CHART: EqsStockChart,
  EQS_INVESTORS: EqsInvestors,
  CUSTOM_FORMS: CustomForms,
};
