import { pictureSizes } from '#ui/primitives/picture-sizes.ts';
import type { ReactNode } from 'react';
import type { ViewContext } from '#view-model/view-props.ts';
import { DataSheet } from '#ui/primitives/DataSheet.tsx';
import { DocumentList } from '#ui/primitives/DocumentList.tsx';
import { Icon } from '#ui/primitives/icons.tsx';
import { Picture } from '#ui/primitives/Picture.tsx';
import { ProductCardView } from '#ui/primitives/ProductCardView.tsx';
import { ProductGallery } from '#ui/primitives/ProductGallery.tsx';
import { RichText } from '#ui/primitives/RichText.tsx';
import { StatusBadge } from '#ui/primitives/StatusBadge.tsx';
import { CompareTools } from '#ui/compare/CompareTools.tsx';
import { productDataId, buildProductData } from '#ui/compare/product-data.ts';
import { compareTexts } from '#ui/compare/CompareToggle.tsx';
import { pickTexts } from '#ui/i18n/island-texts.ts';
import { Island } from '#ui/islands/Island.tsx';
import { scriptJson } from '#ui/script-json.ts';
import { StockTable, describePieces } from '#ui/screens/inventory/StockTable.tsx';
import { preventTermBreaks } from '#ui/primitives/prevent-breaks.ts';
import type { PageProps } from '../reading/own-page.ts';
import type { ownPage } from './own-page.ts';
import '#ui/templates/template.css';

type ProductPageProps = PageProps<typeof ownPage>;

/** Figures above these lengths, in characters, are set smaller, so that a range has its line. */
const longFigure = 9;
const longestFigure = 13;
/** Words of up to this width are set as large as figures: IP67, I²C, DFN-6. */
const shortWord = 6;

/** Whether a value is words, which would be too wide as figures are set. A CJK character is as wide as two others. */
function isWords(value: string): boolean {
  const width = value.length + (value.match(/[\u2e80-\uffef]/g)?.length ?? 0);
  return width > shortWord && !/^[\d\s.,×…±−–/]+$/u.test(value);
}

/** The page of a product: description, key data, all data and related records. */
export function Page({ context, stock, comparePath, ...product }: ProductPageProps): ReactNode {
  const { t } = context;
  return (
    <article className="product">
      <ProductHead {...{ product, stock, comparePath, context }} />
      <KeyData properties={product.properties} context={context} />
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
      {stock === null ? null : (
        <section className="template-section" id="availability">
          <h2 className="template-section__title">{t('inventory.title')}</h2>
          <StockTable stock={stock} context={context} />
        </section>
      )}
      {product.documents.length === 0 ? null : (
        <section className="template-section" id="documents">
          <h2 className="template-section__title">{t('product.documents')}</h2>
          <DocumentList documents={product.documents} context={context} />
        </section>
      )}
      <Applications applications={product.applications} context={context} />
      <Related related={product.related} context={context} />
      <script
        type="application/json"
        id={productDataId}
        dangerouslySetInnerHTML={{ __html: scriptJson(buildProductData(product)) }}
      />
    </article>
  );
}

/** Leads to a part of the page below the fold. */
function WayDown({ to, words }: { to: string; words: string }): ReactNode {
  return (
    <a className="text-link" href={`#${to}`}>
      <span>{words}</span>
      <Icon name="arrow-down" />
    </a>
  );
}

type Product = Omit<ProductPageProps, 'stock' | 'comparePath' | 'context'>;
type HeadProps = Pick<ProductPageProps, 'stock' | 'comparePath' | 'context'> & { product: Product };

/** Pictures and description of the product. */
function ProductHead({ product, stock, comparePath, context }: HeadProps): ReactNode {
  const { t } = context;
  return (
    <header className="product__head">
      <ProductGallery id="picture" name={product.displayName} media={product.media} isFirst context={context} />
      <div className="product__intro">
        <p className="product__family">
          {product.series.href === null ? product.series.name : <a href={product.series.href}>{product.series.name}</a>}
          <span>{product.category}</span>
        </p>
        <h1 className="product__name">{product.displayName}</h1>
        <p className="product__tagline">{preventTermBreaks(product.tagline)}</p>
        <Facts {...{ product, stock, context }} />
        {comparePath === null || product.href === null ? null : (
          <Island
            name="CompareTools"
            component={CompareTools}
            id="compare-tools"
            props={{
              product: { slug: product.href.split('/').at(-1) ?? '', name: product.displayName },
              comparePath,
              words: pickTexts(t, compareTexts),
            }}
            slots={{}}
          />
        )}
        {product.features.length === 0 ? null : (
          <ul className="product__features" aria-label={t('product.features')}>
            {product.features.map((feature, index) => (
              <li key={index}>{feature}</li>
            ))}
          </ul>
        )}
        {product.properties.length + product.documents.length === 0 ? null : (
          <p className="product__ways">
            {product.properties.length === 0 ? null : (
              <WayDown to="specifications" words={t('product.specifications')} />
            )}
            {product.documents.length === 0 ? null : <WayDown to="documents" words={t('product.documents')} />}
          </p>
        )}
      </div>
    </header>
  );
}

function Facts({ product, stock, context }: Omit<HeadProps, 'comparePath'>): ReactNode {
  const { t } = context;
  return (
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
      {stock === null ? null : (
        <div>
          <dt>{t('support.inventory.title')}</dt>
          <dd>
            <a href="#availability">{describePieces(stock.total, context)}</a>
          </dd>
        </div>
      )}
    </dl>
  );
}

type PartProps<K extends keyof Product> = Pick<Product, K> & { context: ViewContext };

function KeyData({ properties, context: { t } }: PartProps<'properties'>): ReactNode {
  const primary = properties.filter(({ group }) => group === 'primary');
  if (primary.length === 0) return null;
  const longest = Math.max(...primary.map(({ value }) => (isWords(value) ? 0 : value.length)));
  const size =
    longest > longestFigure ? 'product__key-data--longest' : longest > longFigure ? 'product__key-data--long' : '';
  return (
    <section
      className={`product__key-data product__key-data--${primary.length} ${size} on-grey`}
      aria-label={t('product.keyData')}
    >
      <dl>
        {primary.map(({ title, value, unit }, index) => (
          <div key={index}>
            <dt>{title}</dt>
            <dd className={isWords(value) ? 'product__words' : undefined}>
              {value}
              {unit === '' ? null : <span>{`\u00a0${unit}`}</span>}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Applications({ applications, context: { t } }: PartProps<'applications'>): ReactNode {
  if (applications.length === 0) return null;
  const sizes = pictureSizes.applications[applications.length - 1] ?? pictureSizes.teasers;
  return (
    <section className="template-row on-grey">
      <h2 className="template-row__title">{t('product.applications')}</h2>
      <ul className={`product__applications product__applications--${applications.length}`}>
        {applications.map(({ title, summary, image }, index) => (
          <li key={index} className="product__application">
            {image ? <Picture image={image} sizes={sizes} /> : null}
            <h3>{title}</h3>
            <p>{summary}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Related({ related, context }: PartProps<'related'>): ReactNode {
  const { t } = context;
  if (related.length === 0) return null;
  const sizes = pictureSizes.related[related.length - 1] ?? pictureSizes.related[3];
  return (
    <section className="template-row">
      <h2 className="template-row__title">{t('product.related')}</h2>
      <ul className={`product__related product__related--${related.length}`}>
        {related.map((card) => (
          <li key={card.id}>
            <ProductCardView product={card} level={3} context={context} sizes={sizes} />
          </li>
        ))}
      </ul>
    </section>
  );
}
