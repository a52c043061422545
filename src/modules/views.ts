import type { ReactNode } from 'react';
import type { CatalogType } from './catalog.ts';
import type { ViewProps } from '#view-model/view-props.ts';

/** The properties of a view whose type is known at run time only. */
export type AnyViewProps = Omit<ViewProps<never>, 'data'> & { data: unknown };
/** Compared as a method is, so that a view of one type can be assigned where the type is looked up at run time. */
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
  APPLICATION_HEADER: () => import('./application-header/View.tsx'),
  SECONDARY_HEADER: () => import('./secondary-header/View.tsx'),
  TEXT_HEADER: () => import('./text-header/View.tsx'),
  LINK_HERO: () => import('./link-hero/View.tsx'),
  INTERRUPTER: () => import('./interrupter/View.tsx'),
  QUOTE: () => import('./quote/View.tsx'),
  CTA: () => import('./cta/View.tsx'),
  CTA_BLOCK: () => import('./cta-block/View.tsx'),
  BENEFITS: () => import('./benefits/View.tsx'),
  LINK_LIST: () => import('./link-list/View.tsx'),
  HIGHLIGHTS: () => import('./highlights/View.tsx'),
  CONVERSION_DRIVEN: () => import('./conversion-driven/View.tsx'),
  WAY_TO_START: () => import('./way-to-start/View.tsx'),
  FULL_WIDTH_SLIDER: () => import('./full-width-slider/View.tsx'),
  IMAGE_GROUP: () => import('./image-group/View.tsx'),
  MANUAL_TABS: () => import('./manual-tabs/View.tsx'),
  MEDIA_TEASER: () => import('./media-teaser/View.tsx'),
  PARTNERS: () => import('./partners/View.tsx'),
  TAB: () => import('./tab/View.tsx'),
  VIDEO_GROUP: () => import('./video-group/View.tsx'),
  CV: () => import('./cv/View.tsx'),
  EVENTS: () => import('./events/View.tsx'),
  WEBINARS: () => import('./webinars/View.tsx'),
  JOB_OPENINGS: () => import('./job-openings/View.tsx'),
  LATEST_EMPLOYEE_STORIES: () => import('./latest-employee-stories/View.tsx'),
  EMPLOYEE_STORIES: () => import('./employee-stories/View.tsx'),
  CONTACT_LOCATIONS: () => import('./contact-locations/View.tsx'),
  COMPANY_LOCATION: () => import('./company-location/View.tsx'),
  OFFICE_MAP: () => import('./office-map/View.tsx'),
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
