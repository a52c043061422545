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
  FULL_WIDTH_SLIDER: () => import('./full-width-slider/View.tsx'),
  IMAGE_GROUP: () => import('./image-group/View.tsx'),
  MANUAL_TABS: () => import('./manual-tabs/View.tsx'),
  MEDIA_TEASER: () => import('./media-teaser/View.tsx'),
  PARTNERS: () => import('./partners/View.tsx'),
  TAB: () => import('./tab/View.tsx'),
  VIDEO_GROUP: () => import('./video-group/View.tsx'),
};
