import { accordion } from './accordion/schema.ts';
import { cardGroup } from './card-group/schema.ts';
import type { ModuleDefinition } from './contract.ts';
import { hero } from './hero/schema.ts';
import { keyFigures } from './key-figures/schema.ts';
import { news } from './news/schema.ts';
import { productSlider } from './product-slider/schema.ts';
import { slider } from './slider/schema.ts';
import { textBlock } from './text-block/schema.ts';
import { cv } from './cv/schema.ts';
import { events } from './events/schema.ts';
import { webinars } from './webinars/schema.ts';
import { jobOpenings } from './job-openings/schema.ts';
import { latestEmployeeStories } from './latest-employee-stories/schema.ts';
import { employeeStories } from './employee-stories/schema.ts';
import { contactLocations } from './contact-locations/schema.ts';
import { companyLocation } from './company-location/schema.ts';
import { officeMap } from './office-map/schema.ts';
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
  CV: cv,
  EVENTS: events,
  WEBINARS: webinars,
  JOB_OPENINGS: jobOpenings,
  LATEST_EMPLOYEE_STORIES: latestEmployeeStories,
  EMPLOYEE_STORIES: employeeStories,
  CONTACT_LOCATIONS: contactLocations,
  COMPANY_LOCATION: companyLocation,
  OFFICE_MAP: officeMap,
} satisfies { [T in ModuleType]?: ModuleDefinition<T> };

export type CatalogType = keyof typeof catalog;
export const catalogTypes = Object.keys(catalog) as CatalogType[];

export function isCatalogType(value: string): value is CatalogType {
  return Object.hasOwn(catalog, value);
}

export function definitionOf(type: CatalogType): ModuleDefinition {
  return catalog[type];
}
