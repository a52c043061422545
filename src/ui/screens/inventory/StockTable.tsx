import type { ReactNode } from 'react';
import { languageCodes } from '#domain/locales.ts';
import { formatMeasured } from '#domain/values/measured-values.ts';
import type { ViewContext } from '#view-model/view-props.ts';
import { Day } from '../../primitives/dates.tsx';
import { Icon } from '../../primitives/icons.tsx';
import type { Stock } from '#view-model/screens/stock.ts';

/** A number of pieces, written as in data sheets. */
function formatPieces(quantity: number, { locale }: ViewContext): string {
  return formatMeasured(quantity, languageCodes[locale]);
}

/** How many pieces there are, with the word for them. */
export function describePieces(quantity: number, context: ViewContext): string {
  const message = quantity === 1 ? 'inventory.piecesOne' : 'inventory.pieces';
  return context.t(message, { number: formatPieces(quantity, context) });
}

/** Who has how many pieces, and since when that is known. */
export function StockTable({ stock, context }: { stock: Stock; context: ViewContext }): ReactNode {
  const { t, locale } = context;
  return (
    <table className="stock-table">
      <caption className="visually-hidden">{t('inventory.caption', { name: stock.product.displayName })}</caption>
      <thead>
        <tr>
          <th scope="col">{t('inventory.partner')}</th>
          <th scope="col" className="stock-table__number">
            {t('inventory.quantity')}
          </th>
          <th scope="col">{t('inventory.asOf')}</th>
          <th scope="col">
            <span className="visually-hidden">{t('inventory.order')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {stock.offers.map(({ id, partner, quantity, asOf, url }) => (
          <tr key={id}>
            <th scope="row" translate="no">
              {partner.name}
            </th>
            <td className="stock-table__number">
              {quantity === 0 ? t('inventory.none') : formatPieces(quantity, context)}
            </td>
            <td>
              <Day iso={asOf} locale={locale} />
            </td>
            <td className="stock-table__order">
              {url === null ? null : (
                <a href={url} target="_blank" rel="noopener">
                  {t('inventory.order')}
                  <span className="visually-hidden">
                    : {partner.name} ({t('link.newTab')})
                  </span>
                  <Icon name="external" />
                </a>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
