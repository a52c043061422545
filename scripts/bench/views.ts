import { type ComponentType, createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { PageContent } from '#content/reading/page-content.ts';
import type { RegisteredType } from '#modules/definitions.ts';
import type { ModuleDefinition } from '#schema/contract.ts';
import type { ViewContext, ViewProps } from '#view-model/view-props.ts';
import { View as Accordion } from '#modules/accordion/View.tsx';
import { View as CardGroup } from '#modules/card-group/View.tsx';
import { View as Hero } from '#modules/hero/View.tsx';
import { View as KeyFigures } from '#modules/key-figures/View.tsx';
import { View as News } from '#modules/news/View.tsx';
import { View as ProductSlider } from '#modules/product-slider/View.tsx';
import { View as Slider } from '#modules/slider/View.tsx';
import { View as TextBlock } from '#modules/text-block/View.tsx';
import { translateFor } from '#ui/i18n/translate.ts';

// The data of a module satisfies its own view's properties; that is lost in a map of all of them.
const views: Partial<Record<RegisteredType, unknown>> = {
  ACCORDION: Accordion,
  CARD_GROUP: CardGroup,
  HERO: Hero,
  KEY_FIGURES: KeyFigures,
  NEWS: News,
  PRODUCT_SLIDER: ProductSlider,
  SLIDER: Slider,
  TEXT_BLOCK: TextBlock,
};

/**
 * The floor of rendering: the views of a page's modules through React's `renderToStaticMarkup`, and nothing else.
 * @public Called from the bundle that `floors.ts` makes of this file.
 */
export function renderViews(content: PageContent): number {
  if (content.kind !== 'page') return 0;
  const { site, locale } = content.frame;
  const context: ViewContext = { site, locale, t: translateFor(locale) };
  let length = 0;
  for (const module of content.modules) {
    if ('problems' in module) continue;
    const { id, type, data, lists } = module;
    // The reader has resolved the data by the schema of the type that the view is made for.
    const view = views[type] as ComponentType<ViewProps<ModuleDefinition>> | undefined;
    if (view) length += renderToStaticMarkup(createElement(view, { id, data, lists, slots: {}, context })).length;
  }
  return length;
}
