import { keysOf } from '#domain/objects.ts';
import { accordion } from './accordion/schema.ts';
import { cardGroup } from './card-group/schema.ts';
import type { ModuleDefinition } from '#schema/contract.ts';
import { hero } from './hero/schema.ts';
import { keyFigures } from './key-figures/schema.ts';
import { news } from './news/schema.ts';
import { productSlider } from './product-slider/schema.ts';
import { slider } from './slider/schema.ts';
import { textBlock } from './text-block/schema.ts';
import { applicationHeader } from './application-header/schema.ts';
import { secondaryHeader } from './secondary-header/schema.ts';
import { textHeader } from './text-header/schema.ts';
import { linkHero } from './link-hero/schema.ts';
import { interrupter } from './interrupter/schema.ts';
import { quote } from './quote/schema.ts';
import { cta } from './cta/schema.ts';
import { ctaBlock } from './cta-block/schema.ts';
import { benefits } from './benefits/schema.ts';
import { linkList } from './link-list/schema.ts';
import { highlights } from './highlights/schema.ts';
import { conversionDriven } from './conversion-driven/schema.ts';
import { wayToStart } from './way-to-start/schema.ts';
import { fullWidthSlider } from './full-width-slider/schema.ts';
import { imageGroup } from './image-group/schema.ts';
import { manualTabs } from './manual-tabs/schema.ts';
import { mediaTeaser } from './media-teaser/schema.ts';
import { partners } from './partners/schema.ts';
import { tab } from './tab/schema.ts';
import { videoGroup } from './video-group/schema.ts';
import { cv } from './cv/schema.ts';
import { events } from './events/schema.ts';
import { webinars } from './webinars/schema.ts';
import { jobOpenings } from './job-openings/schema.ts';
import { latestEmployeeStories } from './latest-employee-stories/schema.ts';
import { employeeStories } from './employee-stories/schema.ts';
import { contactLocations } from './contact-locations/schema.ts';
import { companyLocation } from './company-location/schema.ts';
import { officeMap } from './office-map/schema.ts';
import { productTable } from './product-table/schema.ts';
import { productDetails } from './product-details/schema.ts';
import { corresponding } from './corresponding/schema.ts';
import { documentCategories } from './document-categories/schema.ts';
import { softwareDownloads } from './software-downloads/schema.ts';
import { evaluationCategories } from './evaluation-categories/schema.ts';
import { eqsStockChart } from './eqs-stock-chart/schema.ts';
import { eqsInvestors } from './eqs-investors/schema.ts';
import { customForms } from './custom-forms/schema.ts';
import type { ModuleType } from '#schema/types.ts';

/** Every module type that can be placed on a page: its schema, by type. A new type adds one line here, one in `mounts.ts` and one in `views.ts`; its form is generated. */
export const catalog = {
  TEXT_BLOCK: textBlock,
  HERO: hero,
  CARD_GROUP: cardGroup,
  SLIDER: slider,
  PRODUCT_SLIDER: productSlider,
  NEWS: news,
  KEY_FIGURES: keyFigures,
  ACCORDION: accordion,
  APPLICATION_HEADER: applicationHeader,
  SECONDARY_HEADER: secondaryHeader,
  TEXT_HEADER: textHeader,
  LINK_HERO: linkHero,
  INTERRUPTER: interrupter,
  QUOTE: quote,
  CTA: cta,
  CTA_BLOCK: ctaBlock,
  BENEFITS: benefits,
  LINK_LIST: linkList,
  HIGHLIGHTS: highlights,
  CONVERSION_DRIVEN: conversionDriven,
  WAY_TO_START: wayToStart,
  FULL_WIDTH_SLIDER: fullWidthSlider,
  IMAGE_GROUP: imageGroup,
  MANUAL_TABS: manualTabs,
  MEDIA_TEASER: mediaTeaser,
  PARTNERS: partners,
  TAB: tab,
  VIDEO_GROUP: videoGroup,
  CV: cv,
  EVENTS: events,
  WEBINARS: webinars,
  JOB_OPENINGS: jobOpenings,
  LATEST_EMPLOYEE_STORIES: latestEmployeeStories,
  EMPLOYEE_STORIES: employeeStories,
  CONTACT_LOCATIONS: contactLocations,
  COMPANY_LOCATION: companyLocation,
  OFFICE_MAP: officeMap,
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
export const catalogTypes = keysOf(catalog);

export function isCatalogType(value: string): value is CatalogType {
  return Object.hasOwn(catalog, value);
}

export function definitionOf(type: CatalogType): ModuleDefinition {
  return catalog[type];
}
