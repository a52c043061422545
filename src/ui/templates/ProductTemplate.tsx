import type { ReactNode } from 'react';
import type { ViewContext } from '#modules/contract.ts';
import type { ProductDetail } from '../frame.ts';
import { DocumentList } from '../primitives/DocumentList.tsx';
import { Picture } from '../primitives/Picture.tsx';
import { ProductCardView } from '../primitives/ProductCardView.tsx';
import { RichText } from '../primitives/RichText.tsx';
import { StatusBadge } from '../primitives/StatusBadge.tsx';
import './template.css';
import './product-template.css';

type ProductTemplateProps = ProductDetail & { context: ViewContext };

/** A product as its data sheet shows it: what it is, its key data, all data, and what belongs to it. */
export function ProductTemplate({ context, ...product }: ProductTemplateProps): ReactNode {
  const { t } = context;
  const primary = product.properties.filter(({ group }) => group === 'primary');
  return (
    <article className="product">
      <header className="product__head">
        <Gallery name={product.displayName} images={product.images} t={t} />
        <div className="product__intro">
          <p className="product__family">
            {product.series.href === null ? (
              product.series.name
            ) : (
              <a href={product.series.href}>{product.series.name}</a>
            )}
            <span>{product.category}</span>
          </p>
          <h1 className="product__name">{product.displayName}</h1>
          <p className="product__tagline">{product.tagline}</p>
          <dl className="product__facts">
            <div>
              <dt>{t('product.orderCode')}</dt>
              <dd className="product__code">{product.orderCode}</dd>
            </div>
            <div>
              <dt>{t('product.statusLabel')}</dt>
              <dd>
                <StatusBadge status={product.status} t={t} />
              </dd>
            </div>
          </dl>
          {product.features.length === 0 ? null : (
            <ul className="product__features" aria-label={t('product.features')}>
              {product.features.map((feature, index) => (
                <li key={index}>{feature}</li>
              ))}
            </ul>
          )}
        </div>
      </header>
      {primary.length === 0 ? null : (
        <section
          className={`product__key-data product__key-data--${primary.length} on-grey`}
          aria-label={t('product.keyData')}
        >
          <dl>
            {primary.map(({ title, value, unit }, index) => (
              <div key={index}>
                <dt>{title}</dt>
                <dd>
                  {setValue(value)}
                  {unit === '' ? null : <span> {unit}</span>}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      )}
      {product.description.content.length === 0 ? null : (
        <section className="template-section">
          <h2 className="template-section__title">{t('product.description')}</h2>
          <RichText className="template-section__body" document={product.description} level={3} t={t} />
        </section>
      )}
      {product.properties.length === 0 ? null : (
        <section className="template-section" id="specifications">
          <h2 className="template-section__title">{t('product.specifications')}</h2>
          <DataSheet properties={product.properties} name={product.displayName} t={t} />
        </section>
      )}
      {product.documents.length === 0 ? null : (
        <section className="template-section" id="documents">
          <h2 className="template-section__title">{t('product.documents')}</h2>
          <DocumentList documents={product.documents} context={context} />
        </section>
      )}
      {product.applications.length === 0 ? null : (
        <section className="template-row on-grey">
          <h2 className="template-row__title">{t('product.applications')}</h2>
          <ul className={`product__applications product__applications--${product.applications.length}`}>
            {product.applications.map(({ title, summary, image }, index) => (
              <li key={index} className="product__application">
                {image ? (
                  <Picture image={image} sizes="(min-width: 1400px) 405px, (min-width: 768px) 46vw, 92vw" />
                ) : null}
                <h3>{title}</h3>
                <p>{summary}</p>
              </li>
            ))}
          </ul>
        </section>
      )}
      {product.related.length === 0 ? null : (
        <section className="template-row">
          <h2 className="template-row__title">{t('product.related')}</h2>
          <ul className={`product__related product__related--${product.related.length}`}>
            {product.related.map((card) => (
              <li key={card.id}>
                <ProductCardView product={card} level={3} context={context} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </article>
  );
}

/**
 * A value as a typesetter sets it: the sign of mathematics before numbers below zero, since a hyphen is too short and too
 * low beside figures, and ranges and dimensions that stay on one line.
 */
function setValue(value: string): string {
  return value.replace(/(^|\s)-(?=\d)/g, '$1−').replace(/ ([×…]) /g, '\u00a0$1\u00a0');
}

type GalleryProps = { name: string; images: ProductDetail['images']; t: ViewContext['t'] };

/** Pictures side by side in a strip that snaps; the small ones under it are links to the large ones. No script. */
function Gallery({ name, images, t }: GalleryProps): ReactNode {
  if (images.length === 0) return null;
  return (
    <div className="product-gallery" role="group" aria-label={t('product.gallery', { name })}>
      <ul className="product-gallery__strip" tabIndex={images.length > 1 ? 0 : undefined}>
        {images.map((image, index) => (
          <li key={image.id} id={`picture-${index + 1}`}>
            <Picture
              image={image}
              sizes="(min-width: 1400px) 624px, (min-width: 960px) 48vw, 92vw"
              eager={index === 0}
            />
          </li>
        ))}
      </ul>
      {images.length === 1 ? null : (
        <ol className="product-gallery__thumbs">
          {images.map((image, index) => (
            <li key={image.id}>
              <a href={`#picture-${index + 1}`} aria-label={t('product.picture', { number: index + 1 })}>
                <Picture image={{ ...image, alt: '' }} sizes="96px" />
              </a>
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}

type DataSheetProps = { properties: ProductDetail['properties']; name: string; t: ViewContext['t'] };

function DataSheet({ properties, name, t }: DataSheetProps): ReactNode {
  const groups = (['primary', 'secondary'] as const)
    .map((group) => ({ group, rows: properties.filter((property) => property.group === group) }))
    .filter(({ rows }) => rows.length > 0);
  return (
    <table className="data-sheet">
      <caption className="visually-hidden">
        {t('product.specifications')}: {name}
      </caption>
      <thead>
        <tr>
          <th scope="col">{t('product.parameter')}</th>
          <th scope="col">{t('product.value')}</th>
          <th scope="col">{t('product.unit')}</th>
        </tr>
      </thead>
      {groups.map(({ group, rows }) => (
        <tbody key={group}>
          <tr>
            <th className="data-sheet__group" colSpan={3} scope="rowgroup">
              {t(`product.${group}`)}
            </th>
          </tr>
          {rows.map(({ title, value, unit }, index) => (
            <tr key={index}>
              <th scope="row">{title}</th>
              <td className="data-sheet__value">{setValue(value)}</td>
              <td>{unit}</td>
            </tr>
          ))}
        </tbody>
      ))}
    </table>
  );
}
