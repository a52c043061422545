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
import { View as FullWidthSlider } from './full-width-slider/View.tsx';
import { View as ImageGroup } from './image-group/View.tsx';
import { View as ManualTabs } from './manual-tabs/View.tsx';
import { View as MediaTeaser } from './media-teaser/View.tsx';
import { View as Partners } from './partners/View.tsx';
import { View as Tab } from './tab/View.tsx';
import { View as VideoGroup } from './video-group/View.tsx';

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
  FULL_WIDTH_SLIDER: FullWidthSlider,
  IMAGE_GROUP: ImageGroup,
  MANUAL_TABS: ManualTabs,
  MEDIA_TEASER: MediaTeaser,
  PARTNERS: Partners,
  TAB: Tab,
  VIDEO_GROUP: VideoGroup,
};
