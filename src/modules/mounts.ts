import type { ComponentType } from 'react';
import type { CatalogType, catalog } from './catalog.ts';
import type { ViewProps } from '#view-model/view-props.ts';
import { View as Accordion } from './accordion/View.tsx';
import { View as CardGroup } from './card-group/View.tsx';
import { View as Hero } from './hero/View.tsx';
import { View as KeyFigures } from './key-figures/View.tsx';
import { View as News } from './news/View.tsx';
import { View as ProductSlider } from './product-slider/View.tsx';
import { View as Slider } from './slider/View.tsx';
import { View as TextBlock } from './text-block/View.tsx';
import { View as ApplicationHeader } from './application-header/View.tsx';
import { View as SecondaryHeader } from './secondary-header/View.tsx';
import { View as TextHeader } from './text-header/View.tsx';
import { View as LinkHero } from './link-hero/View.tsx';
import { View as Interrupter } from './interrupter/View.tsx';
import { View as Quote } from './quote/View.tsx';
import { View as Cta } from './cta/View.tsx';
import { View as CtaBlock } from './cta-block/View.tsx';
import { View as Benefits } from './benefits/View.tsx';
import { View as LinkList } from './link-list/View.tsx';
import { View as Highlights } from './highlights/View.tsx';
import { View as ConversionDriven } from './conversion-driven/View.tsx';
import { View as WayToStart } from './way-to-start/View.tsx';
import { View as FullWidthSlider } from './full-width-slider/View.tsx';
import { View as ImageGroup } from './image-group/View.tsx';
import { View as ManualTabs } from './manual-tabs/View.tsx';
import { View as MediaTeaser } from './media-teaser/View.tsx';
import { View as Partners } from './partners/View.tsx';
import { View as Tab } from './tab/View.tsx';
import { View as VideoGroup } from './video-group/View.tsx';
import { View as Cv } from './cv/View.tsx';
import { View as Events } from './events/View.tsx';
import { View as Webinars } from './webinars/View.tsx';
import { View as JobOpenings } from './job-openings/View.tsx';
import { View as LatestEmployeeStories } from './latest-employee-stories/View.tsx';
import { View as EmployeeStories } from './employee-stories/View.tsx';
import { View as ContactLocations } from './contact-locations/View.tsx';
import { View as CompanyLocation } from './company-location/View.tsx';
import { View as OfficeMap } from './office-map/View.tsx';
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
  APPLICATION_HEADER: ApplicationHeader,
  SECONDARY_HEADER: SecondaryHeader,
  TEXT_HEADER: TextHeader,
  LINK_HERO: LinkHero,
  INTERRUPTER: Interrupter,
  QUOTE: Quote,
  CTA: Cta,
  CTA_BLOCK: CtaBlock,
  BENEFITS: Benefits,
  LINK_LIST: LinkList,
  HIGHLIGHTS: Highlights,
  CONVERSION_DRIVEN: ConversionDriven,
  WAY_TO_START: WayToStart,
  FULL_WIDTH_SLIDER: FullWidthSlider,
  IMAGE_GROUP: ImageGroup,
  MANUAL_TABS: ManualTabs,
  MEDIA_TEASER: MediaTeaser,
  PARTNERS: Partners,
  TAB: Tab,
  VIDEO_GROUP: VideoGroup,
  CV: Cv,
  EVENTS: Events,
  WEBINARS: Webinars,
  JOB_OPENINGS: JobOpenings,
  LATEST_EMPLOYEE_STORIES: LatestEmployeeStories,
  EMPLOYEE_STORIES: EmployeeStories,
  CONTACT_LOCATIONS: ContactLocations,
  COMPANY_LOCATION: CompanyLocation,
  OFFICE_MAP: OfficeMap,
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
