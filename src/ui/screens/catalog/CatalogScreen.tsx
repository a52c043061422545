import { pictureSizes } from '#ui/primitives/picture-sizes.ts';
import type { ReactNode } from 'react';
import { encodeSegment } from '#domain/addresses/routes.ts';
import type { ViewContext } from '#view-model/view-props.ts';
import type { Series } from '#view-model/resolved.ts';
import { compareTexts } from '../../compare/CompareToggle.tsx';
import { pickTexts } from '#ui/i18n/island-texts.ts';
import { Island } from '../../islands/Island.tsx';
import { Picture } from '../../primitives/Picture.tsx';
import { preventTermBreaks } from '../../primitives/prevent-breaks.ts';
import { StatusBadge } from '../../primitives/StatusBadge.tsx';
import { CatalogBrowser, type CatalogBrowserProps, catalogTexts } from './CatalogBrowser.tsx';
import { type CatalogContent, catalogIndexId } from '#view-model/screens/catalog.ts';

/** The catalog: its products with filters, an index of all of them that needs no script, and its series. */
export function CatalogScreen({ context, ...content }: CatalogContent & { context: ViewContext }): ReactNode {
  const { t, locale } = context;
  const { total, first, index, parts, terms, series, productPath, comparePath } = content;
  if (total === 0) return <p className="catalog__empty">{t('products.empty')}</p>;
  const props: CatalogBrowserProps = {
    total,
    first,
    parts,
    terms,
    productPath,
    comparePath,
    locale,
    words: pickTexts(t, [...catalogTexts, ...compareTexts]),
  };
  return (
    <>
      <section className="catalog" aria-label={t('catalog.products')}>
        <Island name="CatalogBrowser" component={CatalogBrowser} id="catalog-browser" props={props} slots={{}} />
      </section>
      {index.length === 0 ? null : (
        <section id={catalogIndexId} className="catalog-index on-grey">
          <h2 className="catalog-index__title">{t('catalog.index')}</h2>
          <div className="catalog-index__groups">
            {index.map(({ slug, title, products }) => (
              <section key={slug} id={`category-${slug}`} className="catalog-index__group">
                <h3>{title}</h3>
                <ul>
                  {products.map((product) => (
                    <li key={product.slug}>
                      <a href={`${productPath}/${encodeSegment(product.slug) ?? ''}`}>{product.name}</a>
                    </li>
                  ))}
                </ul>
              </section>
            ))}
          </div>
        </section>
      )}
      {series.length === 0 ? null : (
        <section className="catalog-series">
          <h2 className="catalog-index__title">{t('catalog.seriesTitle')}</h2>
          <ul className="catalog-series__cards">
            {series.map((one) => (
              <li key={one.id}>
                <SeriesCard series={one} context={context} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

/** A series leads to the search for its name, or to its products on sites without a search. */
function SeriesCard({ series, context }: { series: Series; context: ViewContext }): ReactNode {
  return (
    <article className="series-card">
      {series.image ? <Picture image={series.image} sizes={pictureSizes.series} /> : null}
      <h3 className="series-card__name">
        {series.href === null ? series.displayName : <a href={series.href}>{series.displayName}</a>}
      </h3>
      <p className="series-card__summary">{preventTermBreaks(series.summary)}</p>
      {series.status === 'active' ? null : <StatusBadge status={series.status} t={context.t} />}
    </article>
  );
}
