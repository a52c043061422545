import type { ReactNode } from 'react';
import { languageCodes } from '#domain/locales.ts';
import { formatMeasured, leadingGaps } from '#domain/values/measured-values.ts';
import { CompareToggle } from '../../compare/CompareToggle.tsx';
import { Unit } from '../../primitives/Unit.tsx';
import { NoValue } from '../../primitives/NoValue.tsx';
import '../../primitives/property-value.css';
import { StatusBadge } from '../../primitives/StatusBadge.tsx';
import { type CatalogListProps, productHref } from './CatalogGrid.tsx';
import type { CatalogEntry, CatalogProperty } from '#view-model/screens/catalog-entries.ts';
import { type CatalogQuery, buildCatalogHref } from './query.ts';

type CatalogTableProps = CatalogListProps & {
  /** The primary properties of the chosen category; none without a category. */
  columns: readonly CatalogProperty[];
  query: CatalogQuery;
};

/** Products as lines. The names of columns are links that sort by them. */
export function CatalogTable(props: CatalogTableProps): ReactNode {
  const { entries, columns, query, terms, productPath, canCompare, context } = props;
  const { t, locale } = context;
  const language = languageCodes[locale];
  const written = (entry: CatalogEntry, id: number): string => {
    const value = entry.values[id];
    return value === undefined ? '' : formatMeasured(value, language);
  };
  const gaps = new Map(
    columns.map(({ id }) => [
      id,
      leadingGaps(
        entries.map((entry) => written(entry, id)),
        language,
      ),
    ]),
  );
  return (
    <div className="catalog__table-box" role="group" tabIndex={0} aria-label={t('table.scroll')}>
      <table className="catalog__table">
        <caption className="visually-hidden">{t('catalog.products')}</caption>
        <thead>
          <tr>
            <SortedColumn by="name" query={query}>
              {t('productTable.product')}
            </SortedColumn>
            {columns.length === 0 ? <th scope="col">{t('catalog.category')}</th> : null}
            {columns.map(({ id, key, title, unit }) => (
              <SortedColumn key={id} by={`p.${key}`} query={query}>
                {title}
                <Unit unit={unit} />
              </SortedColumn>
            ))}
            <th scope="col">{t('product.orderCode')}</th>
            <th scope="col">{t('product.statusLabel')}</th>
            {canCompare ? (
              <th scope="col">
                <span className="visually-hidden">{t('catalog.compareColumn')}</span>
              </th>
            ) : null}
          </tr>
        </thead>
        <tbody>
          {entries.map((entry, row) => (
            <tr key={entry.id}>
              <th scope="row">
                <a href={productHref(productPath, entry)}>{entry.name}</a>
              </th>
              {columns.length === 0 ? (
                <td>{terms.categories.find(({ id }) => id === entry.category)?.title ?? ''}</td>
              ) : null}
              {columns.map(({ id }) => {
                const value = written(entry, id);
                return (
                  <td key={id} className="catalog__value" data-gap={gaps.get(id)?.[row] || undefined}>
                    {value === '' ? <NoValue words={t('productTable.none')} /> : value}
                  </td>
                );
              })}
              <td className="catalog__code">{entry.code}</td>
              <td>
                <StatusBadge status={entry.status} t={t} />
              </td>
              {canCompare ? (
                <td>
                  <CompareToggle product={{ slug: entry.slug, name: entry.name }} t={t} />
                </td>
              ) : null}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function SortedColumn({ by, query, children }: { by: string; query: CatalogQuery; children: ReactNode }): ReactNode {
  const order = query.sort === by ? 'ascending' : query.sort === `-${by}` ? 'descending' : undefined;
  return (
    <th scope="col" aria-sort={order}>
      <a className="catalog__sort" href={buildCatalogHref(query, { sort: order === 'ascending' ? `-${by}` : by })}>
        {children}
      </a>
    </th>
  );
}
