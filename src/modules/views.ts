import type { ReactNode } from 'react';
import type { CatalogType } from './catalog.ts';
import type { ViewProps } from './contract.ts';

/** What a view is given where its type is known at run time only. */
export type AnyViewProps = Omit<ViewProps<never>, 'data'> & { data: unknown };
/** Compared as a method is, so that a view of one type's data stands for a view of data whose type is looked up with it. */
type AnyView = { render(props: AnyViewProps): ReactNode }['render'];

/** The view of each module type, loaded when it is asked for: the editor's preview renders modules in the browser. */
export const views: Record<CatalogType, () => Promise<{ View: AnyView }>> = {
  TEXT_BLOCK: () => import('./text-block/View.tsx'),
  HERO: () => import('./hero/View.tsx'),
  CARD_GROUP: () => import('./card-group/View.tsx'),
  SLIDER: () => import('./slider/View.tsx'),
  PRODUCT_SLIDER: () => import('./product-slider/View.tsx'),
  NEWS: () => import('./news/View.tsx'),
  KEY_FIGURES: () => import('./key-figures/View.tsx'),
  ACCORDION: () => import('./accordion/View.tsx'),
  PRODUCT_TABLE: () => import('./product-table/View.tsx'),
  PRODUCT_DETAILS: () => import('./product-details/View.tsx'),
  CORRESPONDING: () => import('./corresponding/View.tsx'),
  DOCUMENT_CATEGORIES: () => import('./document-categories/View.tsx'),
  SOFTWARE_DOWNLOADS: () => import('./software-downloads/View.tsx'),
  EVALUATION_CATEGORIES: () => import('./evaluation-categories/View.tsx'),
  EQS_STOCK_CHART: () => import('./eqs-stock-chart/View.tsx'),
  EQS_INVESTORS: () => import('./eqs-investors/View.tsx'),
  CUSTOM_FORMS: () => import('./custom-forms/View.tsx'),
};
