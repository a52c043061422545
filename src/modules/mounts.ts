import type { AstroComponentFactory } from 'astro/runtime/server/index.js';
import type { CatalogType } from './catalog.ts';
import Accordion from './accordion/Module.astro';
import CardGroup from './card-group/Module.astro';
import Hero from './hero/Module.astro';
import KeyFigures from './key-figures/Module.astro';
import News from './news/Module.astro';
import ProductSlider from './product-slider/Module.astro';
import Slider from './slider/Module.astro';
import TextBlock from './text-block/Module.astro';

/** How each module type gets into a page. */
export const mounts: Record<CatalogType, AstroComponentFactory> = {
  TEXT_BLOCK: TextBlock,
  HERO: Hero,
  CARD_GROUP: CardGroup,
  SLIDER: Slider,
  PRODUCT_SLIDER: ProductSlider,
  NEWS: News,
  KEY_FIGURES: KeyFigures,
  ACCORDION: Accordion,
};
