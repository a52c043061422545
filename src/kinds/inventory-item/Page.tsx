import type { ReactNode } from 'react';
import { LinkButton } from '#ui/primitives/Links.tsx';
import { Picture } from '#ui/primitives/Picture.tsx';
import { StatusBadge } from '#ui/primitives/StatusBadge.tsx';
import { StockTable, describePieces } from '#ui/screens/inventory/StockTable.tsx';
import type { PageProps } from '../reading/own-page.ts';
import type { ownPage } from './own-page.ts';
import '#ui/templates/template.css';

/** The stock of a product: who has how many pieces, and the way to the product. */
export function Page({ context, ...stock }: PageProps<typeof ownPage>): ReactNode {
  const { t } = context;
  const { product, orderCode, total } = stock;
  return (
    <article className="product">
      <header className="product__head">
        {product.image ? (
          <Picture
            image={product.image}
            sizes="(min-width: 1920px) 748px, (min-width: 1400px) 624px, (min-width: 960px) 48vw, 92vw"
            eager
          />
        ) : null}
        <div className="product__intro">
          <p className="product__family">
            <span>{product.category}</span>
          </p>
          <h1 className="product__name">{t('inventory.of', { name: product.displayName })}</h1>
          <p className="product__tagline">{product.tagline}</p>
          <dl className="product__facts">
            <div>
              <dt>{t('inventory.quantity')}</dt>
              <dd>{describePieces(total, context)}</dd>
            </div>
            <div>
              <dt>{t('product.orderCode')}</dt>
              <dd className="product__code">{orderCode}</dd>
            </div>
            <div>
              <dt>{t('product.statusLabel')}</dt>
              <dd>
                <StatusBadge status={product.status} t={t} />
              </dd>
            </div>
          </dl>
          {product.href === null ? null : (
            <p className="product__way">
              <LinkButton
                variant="secondary"
                link={{ kind: 'internal', target: '_self', href: product.href, text: t('productDetails.more') }}
                context={context}
              />
            </p>
          )}
        </div>
      </header>
      <section className="template-section">
        <h2 className="template-section__title">{t('inventory.title')}</h2>
        <StockTable stock={stock} context={context} />
      </section>
    </article>
  );
}
