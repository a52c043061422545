import { pictureSizes } from '#ui/primitives/picture-sizes.ts';
import type { ReactNode } from 'react';
import { parseVideo, videoAddress } from '#domain/videos.ts';
import { DataSheet } from '#ui/primitives/DataSheet.tsx';
import { DocumentList } from '#ui/primitives/DocumentList.tsx';
import { TextLink } from '#ui/primitives/Links.tsx';
import { HeadingAt, type Level, ModuleSection, innerLevel } from '#ui/primitives/ModuleSection.tsx';
import { Picture } from '#ui/primitives/Picture.tsx';
import { ProductCardView } from '#ui/primitives/ProductCardView.tsx';
import { ProductGallery } from '#ui/primitives/ProductGallery.tsx';
import { StatusBadge } from '#ui/primitives/StatusBadge.tsx';
import { TitledPart } from '#ui/primitives/TitledPart.tsx';
import type { ViewContext, ViewProps } from '#view-model/view-props.ts';
import { itemsOf } from '#view-model/list-results.ts';
import type { ProductDetail } from '#view-model/resolved.ts';
import type { productDetails } from './schema.ts';
import { preventTermBreaks } from '#ui/primitives/prevent-breaks.ts';
import '#ui/primitives/columns.css';
import './product-details.css';

/** A product with as much of its data sheet as the editor has chosen. */
export function View({ id, data, lists, context }: ViewProps<typeof productDetails>): ReactNode {
  const [product] = itemsOf('product_detail', lists['details']);
  const { t } = context;
  const level = innerLevel(data.heading);
  const below: Level = level === 2 ? 3 : 4;
  return (
    <ModuleSection id={id} type="PRODUCT_DETAILS" data={data} className="product-details" context={context}>
      {product ? (
        <>
          <div className="product-details__head">
            {data.showMedia && product.images.length > 0 ? (
              <ProductGallery id={`module-${id}-picture`} name={product.displayName} images={product.images} t={t} />
            ) : null}
            <Intro product={product} level={level} context={context} />
          </div>
          {data.showMedia && product.videos.length > 0 ? (
            <TitledPart title={t('productDetails.videos')} level={below}>
              <Videos product={product} context={context} />
            </TitledPart>
          ) : null}
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

/** Where the videos can be watched. Nothing is loaded from there. */
function Videos({ product, context }: PartProps): ReactNode {
  const videos = product.videos.flatMap(({ url, image }) => {
    const video = parseVideo(url);
    return video ? [{ href: videoAddress(video), image }] : [];
  });
  return (
    <ul className="product-details__videos">
      {videos.map(({ href, image }, index) => (
        <li key={href}>
          {image ? <Picture image={{ ...image, alt: '' }} sizes="(min-width: 768px) 280px, 92vw" /> : null}
          <TextLink
            link={{
              kind: 'external',
              target: '_blank',
              href,
              text: watchWords(product, index, videos.length, context),
            }}
            context={context}
          />
        </li>
      ))}
    </ul>
  );
}

/** The text of a video's link, unique on the page. */
function watchWords(product: ProductDetail, index: number, count: number, context: ViewContext): string {
  const words = context.t('productDetails.watch', { name: product.displayName });
  return count === 1 ? words : `${words} (${index + 1})`;
}
