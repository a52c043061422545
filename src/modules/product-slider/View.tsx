import type { ReactElement, ReactNode } from 'react';
import { Island } from '#ui/islands/Island.tsx';
import { ModuleSection, innerLevel } from '#ui/primitives/ModuleSection.tsx';
import { ProductCardView } from '#ui/primitives/ProductCardView.tsx';
import { CardRow } from '#ui/sliders/CardRow.tsx';
import { carouselWords, slotsOf } from '#ui/sliders/carousel-props.ts';
import type { ViewProps } from '../contract.ts';
import { itemsOf } from '../lists.ts';
import type { ProductCard } from '../resolved.ts';
import type { productSlider } from './schema.ts';
import './product-slider.css';

type ProductSliderProps = ViewProps<typeof productSlider>;

/** As many as stand side by side on a wide screen: up to here a grid shows them all, without any script. */
const perView = 4;

export function View({ id, data, lists, context }: ProductSliderProps): ReactNode {
  const products = data.source === 'manual' ? data.products : itemsOf('products', lists['products']);
  const level = innerLevel(data.heading);
  const cardOf = (product: ProductCard): ReactElement => (
    <ProductCardView product={product} level={level} context={context} />
  );
  const variant = `card ${context.locale} ${level}`;
  return (
    <ModuleSection id={id} type="PRODUCT_SLIDER" data={data} className="product-slider" context={context}>
      {products.length === 0 ? <p className="product-slider__empty">{context.t('products.empty')}</p> : null}
      {products.length > perView ? (
        <Island
          name="CardRow"
          component={CardRow}
          id={`module-${id}-island`}
          props={{
            id: `module-${id}-products`,
            count: products.length,
            words: carouselWords(data.heading.title || context.t('slider.products'), context.t),
          }}
          slots={slotsOf(products.map((product) => ({ element: cardOf(product), once: { record: product, variant } })))}
        />
      ) : products.length > 0 ? (
        <ul className="product-slider__grid">
          {products.map((product) => (
            <li key={product.id}>{cardOf(product)}</li>
          ))}
        </ul>
      ) : null}
    </ModuleSection>
  );
}
