import { pictureSizes } from '#ui/primitives/picture-sizes.ts';
import type { ReactNode } from 'react';
import { DataSheet } from '#ui/primitives/DataSheet.tsx';
import { DocumentList } from '#ui/primitives/DocumentList.tsx';
import { TextLink } from '#ui/primitives/Links.tsx';
import { HeadingAt, type Level, ModuleSection, innerLevel } from '#ui/primitives/ModuleSection.tsx';
import { ProductCardView } from '#ui/primitives/ProductCardView.tsx';
import { ProductGallery } from '#ui/primitives/ProductGallery.tsx';
import { StatusBadge } from '#ui/primitives/StatusBadge.tsx';
import { TitledPart } from '#ui/primitives/TitledPart.tsx';
import type { ViewContext, ViewProps } from '#view-model/view-props.ts';
import { getListItems } from '#view-model/list-results.ts';
import type { ProductDetail } from '#view-model/resolved.ts';
import type { productDetails } from './schema.ts';
import { preventTermBreaks } from '#ui/primitives/prevent-breaks.ts';
import '#ui/primitives/columns.css';
import './product-details.css';

/** A product with as much of its data sheet as the editor has chosen. */
export function View({ id, data, lists, context }: ViewProps<typeof productDetails>): ReactNode {
  const [product] = getListItems('product_detail', lists['details']);
  const { t } = context;
  const level = innerLevel(data.heading);
  const further = data.videos.map(({ url }) => ({ kind: 'video', url, image: null }) as const);
  const below: Level = level === 2 ? 3 : 4;
  return (
    <ModuleSection id={id} type="PRODUCT_DETAILS" data={data} className="product-details" context={context}>
      {product ? (
        <>
          <div className="product-details__head">
            {data.showMedia ? (
              <ProductGallery
                id={`module-${id}-picture`}
                name={product.displayName}
                media={[...product.media, ...further]}
                context={context}
              />
            ) : null}
            <Intro product={product} level={level} context={context} />
          </div>
          {data.showProperties && product.properties.length > 0 ? (
            <TitledPart title={t('product.specifications')} level={below}>
              <DataSheet properties={product.properties} name={product.displayName} t={t} />
            </TitledPart>
          ) : null}
          {data.showDocuments && product.documents.length > 0 ? (
            <TitledPart title={t('product.documents')} level={below}>
              <DocumentList documents={product.documents} context={context} />
            </TitledPart>
          ) : null}
          {data.showRelated && product.related.length > 0 ? (
            <TitledPart title={t('product.related')} level={below}>
              <ul className="columns columns--fit product-details__related">
                {product.related.map((card) => (
                  <li key={card.id}>
                    <ProductCardView
                      product={card}
                      level={below === 3 ? 4 : 5}
                      context={context}
                      sizes={pictureSizes.within}
                    />
                  </li>
                ))}
              </ul>
            </TitledPart>
          ) : null}
        </>
      ) : null}
    </ModuleSection>
  );
}

type PartProps = { product: ProductDetail; context: ViewContext };

function Intro({ product, level, context }: PartProps & { level: Level }): ReactNode {
  const { t } = context;
  return (
    <div className="product-details__intro">
      <p className="product-details__family">
        {product.series.href === null ? (
          <span>{product.series.name}</span>
        ) : (
          <a href={product.series.href}>{product.series.name}</a>
        )}
        <span>{product.category}</span>
      </p>
      <HeadingAt level={level} className="product-details__name" text={product.displayName} />
      <p className="product-details__tagline">{preventTermBreaks(product.tagline)}</p>
      <div className="product-details__data">
        <dl className="product-details__facts">
          <div>
            <dt>{t('product.orderCode')}</dt>
            <dd>{product.orderCode}</dd>
          </div>
          <div>
            <dt>{t('product.statusLabel')}</dt>
            <dd>
              <StatusBadge status={product.status} t={t} />
            </dd>
          </div>
        </dl>
        {product.href === null ? null : (
          <TextLink
            link={{ kind: 'internal', target: '_self', href: product.href, text: t('productDetails.more') }}
            context={context}
          />
        )}
      </div>
    </div>
  );
}
