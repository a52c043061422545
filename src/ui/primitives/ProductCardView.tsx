import type { ReactNode } from 'react';
import type { ViewContext } from '#view-model/view-props.ts';
import type { ProductCard } from '#view-model/resolved.ts';
import { HeadingAt, type Level } from './ModuleSection.tsx';
import { Picture } from './Picture.tsx';
import { StatusBadge } from './StatusBadge.tsx';
import { preventTermBreaks } from './prevent-breaks.ts';
import './product-card.css';

type ProductCardProps = { product: ProductCard; level: Level; context: ViewContext };

/** A product in a list. Without a page in this locale it is shown, but leads nowhere. */
export function ProductCardView({ product, level, context }: ProductCardProps): ReactNode {
  return (
    <article className="product-card">
      <div className="product-card__picture">
        {product.image ? (
          <Picture image={product.image} sizes="(min-width: 1920px) 354px, (min-width: 1200px) 296px, (min-width: 576px) 45vw, 86vw" />
        ) : null}
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
