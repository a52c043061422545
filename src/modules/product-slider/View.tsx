import type { ReactElement, ReactNode } from 'react';
import { ModuleSection, innerLevel } from '#ui/primitives/ModuleSection.tsx';
import { ProductCardView } from '#ui/primitives/ProductCardView.tsx';
import { CardRow, type CardRowProps } from '#ui/sliders/CardRow.tsx';
import { carouselWords, slotsOf } from '#ui/sliders/carousel-props.ts';
import type { ViewProps } from '../contract.ts';
import { itemsOf } from '../lists.ts';
import type { ProductCard } from '../resolved.ts';
import type { productSlider } from './schema.ts';
import './product-slider.css';

type ProductSliderProps = ViewProps<typeof productSlider>;

/** As many as stand side by side on a wide screen: up to here a grid shows them all, without any script. */
const perView = 4;

export function productsOf({ data, lists }: ProductSliderProps): ProductCard[] {
  return data.source === 'manual' ? data.products : itemsOf('products', lists['products']);
}

export function isCarousel(props: ProductSliderProps): boolean {
  return productsOf(props).length > perView;
}

/** The carousel is rendered here, unless the page puts its island in that place. */
export function View({ island, ...props }: ProductSliderProps & { island?: ReactNode }): ReactNode {
  const { id, data, context } = props;
  const cards = cardsOf(props);
  return (
    <ModuleSection id={id} type="PRODUCT_SLIDER" data={data} className="product-slider" context={context}>
      {cards.length === 0 ? (
        <p className="product-slider__empty">{context.t('products.empty')}</p>
      ) : isCarousel(props) ? (
        (island ?? <CardRow {...cardRowProps(props)} {...slotsOf(cards)} />)
      ) : (
        <ul className="product-slider__grid">
          {cards.map((card) => (
            <li key={card.key}>{card}</li>
          ))}
        </ul>
      )}
    </ModuleSection>
  );
}

export function cardRowProps(props: ProductSliderProps): CardRowProps {
  const { t } = props.context;
  return {
    id: `module-${props.id}-products`,
    count: productsOf(props).length,
    words: carouselWords(props.data.heading.title || t('slider.products'), t),
  };
}

export function cardsOf(props: ProductSliderProps): ReactElement[] {
  return productsOf(props).map((product) => cardOf(product, props));
}

export function cardOf(product: ProductCard, { data, context }: ProductSliderProps): ReactElement {
  return <ProductCardView key={product.id} product={product} level={innerLevel(data.heading)} context={context} />;
}
