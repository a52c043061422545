import { pictureSizes } from '#ui/primitives/picture-sizes.ts';
import type { ReactNode } from 'react';
import { LinkButton } from '#ui/primitives/Links.tsx';
import { HeadingAt, type Level, ModuleSection, innerLevel } from '#ui/primitives/ModuleSection.tsx';
import { Picture } from '#ui/primitives/Picture.tsx';
import { ProductCardView } from '#ui/primitives/ProductCardView.tsx';
import { StatusBadge } from '#ui/primitives/StatusBadge.tsx';
import type { ViewProps } from '#view-model/view-props.ts';
import type { ProductCard } from '#view-model/resolved.ts';
import type { corresponding } from './schema.ts';
import './corresponding.css';

type CorrespondingProps = ViewProps<typeof corresponding>;

/** One product, large; or those that belong to the page's subject, side by side. */
export function View(props: CorrespondingProps): ReactNode {
  const { id, data, context } = props;
  const level = innerLevel(data.heading);
  const [first, ...others] = data.products;
  return (
    <ModuleSection id={id} type="CORRESPONDING" data={data} className="corresponding" context={context}>
      {first && others.length === 0 ? (
        <Featured product={first} level={level} {...props} />
      ) : (
        <ul className={`corresponding__list corresponding__list--${data.products.length}`}>
          {data.products.map((product) => (
            <li key={product.id}>
              <ProductCardView product={product} level={level} context={context} />
            </li>
          ))}
        </ul>
      )}
    </ModuleSection>
  );
}

function Featured({
  product,
  level,
  data,
  context,
}: CorrespondingProps & { product: ProductCard; level: Level }): ReactNode {
  const { t } = context;
  return (
    <div className="corresponding__featured">
      {product.image ? (
        <Picture className="corresponding__picture" image={product.image} sizes={pictureSizes.sevenColumns} />
      ) : null}
      <div className="corresponding__text">
        <p className="corresponding__category">
          <span>{product.series}</span>
          <span>{product.category}</span>
        </p>
        <HeadingAt level={level} className="corresponding__name" text={product.displayName} />
        {product.status === 'active' ? null : <StatusBadge status={product.status} t={t} />}
        <p className="corresponding__body">{data.body === '' ? product.tagline : data.body}</p>
        {product.href === null ? null : (
          <LinkButton
            variant="primary"
            link={{ kind: 'internal', target: '_self', href: product.href, text: t('corresponding.more') }}
            text={data.linkTitle}
            context={context}
          />
        )}
      </div>
    </div>
  );
}
