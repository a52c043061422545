import type { ReactNode } from 'react';
import type { ViewContext } from '#view-model/view-props.ts';
import { productStatuses } from '#domain/vocabulary.ts';
import { pickTexts } from '#ui/i18n/island-texts.ts';
import { Island } from '../../islands/Island.tsx';
import { catalogIndexId } from '#view-model/screens/catalog.ts';
import { CompareTable } from './CompareTable.tsx';
import type { CompareContent } from '#view-model/screens/compare.ts';

/** The comparison is made in the browser, of the products that it remembers or that the address names. */
export function CompareScreen({
  productPath,
  catalogPath,
  context,
}: CompareContent & { context: ViewContext }): ReactNode {
  const { t, locale } = context;
  const words = pickTexts(t, [
    ...['title', 'empty', 'choose', 'loading', 'missing', 'unavailable', 'differences', 'print', 'remove'].map(
      (word) => `compare.${word}`,
    ),
    ...productStatuses.map((status) => `product.status.${status}`),
    'product.statusLabel',
    'product.orderCode',
    'product.category',
    'product.parameter',
    'productTable.none',
    'table.scroll',
    'copy.copied',
    'compare.copy',
  ]);
  return (
    <section className="compare" aria-label={t('compare.title')}>
      <Island
        name="CompareTable"
        component={CompareTable}
        id="compare-table"
        props={{ productPath, catalogPath, locale, words }}
        slots={{}}
      />
      <noscript>
        <div className="compare__empty">
          <p>{t('compare.withoutScript')}</p>
          {catalogPath === null ? null : (
            <a className="button button--primary" href={`${catalogPath}#${catalogIndexId}`}>
              {t('catalog.index')}
            </a>
          )}
        </div>
      </noscript>
    </section>
  );
}
