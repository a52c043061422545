import type { ReactNode } from 'react';
import { languageCodes } from '#domain/locales.ts';
import { leadingGaps } from '#domain/values/measured-values.ts';
import { Island } from '#ui/islands/Island.tsx';
import { ModuleSection } from '#ui/primitives/ModuleSection.tsx';
import { Unit } from '#ui/primitives/Unit.tsx';
import { NoValue } from '#ui/primitives/NoValue.tsx';
import { PropertyValue } from '#ui/primitives/PropertyValue.tsx';
import { StatusBadge } from '#ui/primitives/StatusBadge.tsx';
import { SortableTable } from '#ui/tables/SortableTable.tsx';
import type { ViewContext, ViewProps } from '#view-model/view-props.ts';
import { getListItems } from '#view-model/list-results.ts';
import type { ProductRow } from '#view-model/resolved.ts';
import type { productTable } from './schema.ts';
import './product-table.css';

/** The products in the order of the catalog. In the browser a click on a column's name sorts by it. */
export function View({ id, data, lists, context }: ViewProps<typeof productTable>): ReactNode {
  const products = getListItems('product_rows', lists['products']);
  const { t } = context;
  const name = data.heading.title || t('productTable.caption');
  return (
    <ModuleSection id={id} type="PRODUCT_TABLE" data={data} className="product-table" context={context}>
      <Island
        name="SortableTable"
        component={SortableTable}
        id={`module-${id}-island`}
        props={{ label: t('table.scroll'), hint: t('productTable.sort') }}
        slots={{ table: { element: <Table name={name} products={products} context={context} /> } }}
      />
    </ModuleSection>
  );
}

type TableProps = { name: string; products: readonly ProductRow[]; context: ViewContext };

function Table({ name, products, context: { t, locale } }: TableProps): ReactNode {
  const columns = products[0]?.properties ?? [];
  const gaps = columns.map((_, column) =>
    leadingGaps(
      products.map(({ properties }) => properties[column]?.value ?? ''),
      languageCodes[locale],
    ),
  );
  return (
    <table className="product-table__table">
      <caption className="visually-hidden">{name}</caption>
      <thead>
        <tr>
          <th scope="col">
            <span data-sort="text">{t('productTable.product')}</span>
          </th>
          {columns.map(({ id, title, unit }) => (
            <th key={id} scope="col" className="product-table__value">
              <span data-sort={products.some((row) => numberIn(row, id) !== null) ? 'number' : 'text'}>
                {title}
                <Unit unit={unit} />
              </span>
            </th>
          ))}
          <th scope="col">{t('product.statusLabel')}</th>
        </tr>
      </thead>
      <tbody>
        {products.map((product, row) => (
          <tr key={product.id}>
            <th scope="row">
              {product.href === null ? product.displayName : <a href={product.href}>{product.displayName}</a>}
            </th>
            {product.properties.map(({ id, value, number }, column) => (
              <td
                key={id}
                className="product-table__value"
                data-value={number ?? undefined}
                data-gap={gaps[column]?.[row] || undefined}
              >
                {value === '' ? <NoValue words={t('productTable.none')} /> : <PropertyValue value={value} />}
              </td>
            ))}
            <td>
              <StatusBadge status={product.status} t={t} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function numberIn(product: ProductRow, property: number): number | null {
  return product.properties.find(({ id }) => id === property)?.number ?? null;
}
