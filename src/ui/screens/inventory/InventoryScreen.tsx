import type { ReactNode } from 'react';
import type { ViewContext } from '#view-model/view-props.ts';
import { choicesByName } from '../../lists/choices.ts';
import { NarrowList } from '../../lists/NarrowList.tsx';
import { StockTable, describePieces } from './StockTable.tsx';
import type { Stock } from '#view-model/screens/stock.ts';
import type { InventoryContent } from '#view-model/screens/inventory.ts';

/** The stock of all products, product by product. */
export function InventoryScreen({ stocks, context }: InventoryContent & { context: ViewContext }): ReactNode {
  const { t } = context;
  if (stocks.length === 0) return <p className="inventory inventory__empty">{t('inventory.empty')}</p>;
  const partners = new Map(
    stocks.flatMap(({ offers }) => offers.map(({ partner }) => [String(partner.id), partner.name])),
  );
  return (
    <section className="inventory" aria-label={t('inventory.title')}>
      <NarrowList
        id="inventory"
        filters={[
          { name: 'q', as: 'search', label: t('inventory.search'), all: '', options: [] },
          {
            name: 'partner',
            as: 'select',
            label: t('inventory.partner'),
            all: t('inventory.allPartners'),
            options: choicesByName(partners, context.locale),
          },
        ]}
        total={stocks.length}
        shown={t('inventory.shown', { shown: '%s', total: stocks.length })}
        none={t('products.empty')}
        t={t}
        list={<Stocks stocks={stocks} context={context} />}
      />
    </section>
  );
}

function Stocks({ stocks, context }: { stocks: readonly Stock[]; context: ViewContext }): ReactNode {
  return (
    <ul className="inventory__products">
      {stocks.map((stock) => (
        <li
          key={stock.product.id}
          className="inventory__product"
          data-item=""
          data-partner={stock.offers.map(({ partner }) => partner.id).join(' ')}
        >
          <div className="inventory__head">
            <h2 className="inventory__name">
              {stock.href === null ? stock.product.displayName : <a href={stock.href}>{stock.product.displayName}</a>}
            </h2>
            <p className="inventory__code">{stock.orderCode}</p>
            <p className="inventory__total">{describePieces(stock.total, context)}</p>
          </div>
          <StockTable stock={stock} context={context} />
        </li>
      ))}
    </ul>
  );
}
