import type { ReactNode } from 'react';
import type { ViewContext } from '#view-model/view-props.ts';
import type { ProductCard } from '#view-model/resolved.ts';
import { HeadingAt, type Level } from './ModuleSection.tsx';
import { Picture } from './Picture.tsx';
import { pictureSizes } from './picture-sizes.ts';
import { StatusBadge } from './StatusBadge.tsx';
import { preventTermBreaks } from './prevent-breaks.ts';
import './product-card.css';

type ProductCardProps = {
  product: ProductCard;
  level: Level;
  context: ViewContext;
  /** How wide its picture is shown, where that is not as in rows of four. */
  sizes?: string;
};

/** A product in a list. Without a page in this locale it is shown, but leads nowhere. */
export function ProductCardView({ product, level, context, sizes = pictureSizes.cards }: ProductCardProps): ReactNode {
  return (
    <article className="product-card">
      <div className="product-card__picture">
        {product.image ? <Picture image={product.image} sizes={sizes} /> : null}
        {product.status === 'active' ? null : <StatusBadge status={product.status} t={context.t} />}
      </div>
      <p className="product-card__category">{product.category}</p>
      <HeadingAt level={level} className="product-card__name" text={product.displayName}>
        {(words) => (product.href === null ? words : <a href={product.href}>{words}</a>)}
      </HeadingAt>
      <p className="product-card__tagline">{preventTermBreaks(product.tagline)}</p>
    </article>
  );
}
