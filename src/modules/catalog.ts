import { accordion } from './accordion/schema.ts';
import { cardGroup } from './card-group/schema.ts';
import type { ModuleDefinition } from './contract.ts';
import { hero } from './hero/schema.ts';
import { keyFigures } from './key-figures/schema.ts';
import { news } from './news/schema.ts';
import { productSlider } from './product-slider/schema.ts';
import { slider } from './slider/schema.ts';
import { textBlock } from './text-block/schema.ts';
import { fullWidthSlider } from './full-width-slider/schema.ts';
import { imageGroup } from './image-group/schema.ts';
import { manualTabs } from './manual-tabs/schema.ts';
import { mediaTeaser } from './media-teaser/schema.ts';
import { partners } from './partners/schema.ts';
import { tab } from './tab/schema.ts';
import { videoGroup } from './video-group/schema.ts';
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
  FULL_WIDTH_SLIDER: fullWidthSlider,
  IMAGE_GROUP: imageGroup,
  MANUAL_TABS: manualTabs,
  MEDIA_TEASER: mediaTeaser,
  PARTNERS: partners,
  TAB: tab,
  VIDEO_GROUP: videoGroup,
} satisfies { [T in ModuleType]?: ModuleDefinition<T> };

export type CatalogType = keyof typeof catalog;
export const catalogTypes = Object.keys(catalog) as CatalogType[];

export function isCatalogType(value: string): value is CatalogType {
  return Object.hasOwn(catalog, value);
}

export function definitionOf(type: CatalogType): ModuleDefinition {
  return catalog[type];
}
