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
import { View as Cv } from './cv/View.tsx';
import { View as Events } from './events/View.tsx';
import { View as Webinars } from './webinars/View.tsx';
import { View as JobOpenings } from './job-openings/View.tsx';
import { View as LatestEmployeeStories } from './latest-employee-stories/View.tsx';
import { View as EmployeeStories } from './employee-stories/View.tsx';
import { View as ContactLocations } from './contact-locations/View.tsx';
import { View as CompanyLocation } from './company-location/View.tsx';
import { View as OfficeMap } from './office-map/View.tsx';

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
  CV: Cv,
  EVENTS: Events,
  WEBINARS: Webinars,
  JOB_OPENINGS: JobOpenings,
  LATEST_EMPLOYEE_STORIES: LatestEmployeeStories,
  EMPLOYEE_STORIES: EmployeeStories,
  CONTACT_LOCATIONS: ContactLocations,
  COMPANY_LOCATION: CompanyLocation,
  OFFICE_MAP: OfficeMap,
};
