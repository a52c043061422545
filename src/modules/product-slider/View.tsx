import type { ReactElement, ReactNode } from 'react';
import { ModuleSection, innerLevel } from '#ui/primitives/ModuleSection.tsx';
import { pictureSizes } from '#ui/primitives/picture-sizes.ts';
import { ProductCardView } from '#ui/primitives/ProductCardView.tsx';
import { CardSlider } from '#ui/sliders/CardSlider.tsx';
import type { ViewProps } from '#view-model/view-props.ts';
import { getListItems } from '#view-model/list-results.ts';
import type { ProductCard } from '#view-model/resolved.ts';
import type { productSlider } from './schema.ts';

type ProductSliderProps = ViewProps<typeof productSlider>;

export function View({ id, data, lists, context }: ProductSliderProps): ReactNode {
  const products = data.source === 'manual' ? data.products : getListItems('products', lists['products']);
  const level = innerLevel(data.heading);
  const isRowOfFour = products.length === 4;
  const sizes = isRowOfFour ? pictureSizes.fourCards : pictureSizes.cards;
  const drawCard = (product: ProductCard): ReactElement => (
    <ProductCardView product={product} level={level} context={context} sizes={sizes} />
  );
  const variant = `card ${context.locale} ${level} ${isRowOfFour ? 'of four' : ''}`;
  return (
    <ModuleSection id={id} type="PRODUCT_SLIDER" data={data} className="product-slider" context={context}>
      <CardSlider
        id={`module-${id}`}
        view="products"
        label={data.heading.title || context.t('slider.products')}
        cards={products.map((product) => ({ element: drawCard(product), once: { record: product, variant } }))}
        t={context.t}
      />
    </ModuleSection>
  );
}
