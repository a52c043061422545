import type { ReactNode } from 'react';
import { getDateLanguage } from '#domain/locales.ts';
import type { ViewContext } from '#view-model/view-props.ts';
import type { Quote } from '#view-model/resolved.ts';
import { formatDay } from '../primitives/dates.tsx';
import { formatUsd } from '../primitives/money.ts';
import { type Period, groupByPeriod } from './quotes.ts';
import './closing-prices.css';

type ClosingPricesProps = { symbol: string; quotes: readonly Quote[]; context: ViewContext };

/** The data of a chart as a table, for readers who cannot see it or want the figures. */
export function ClosingPrices({ symbol, quotes, context: { t, locale } }: ClosingPricesProps): ReactNode {
  const months = new Intl.DateTimeFormat(getDateLanguage(locale), { month: 'long', year: 'numeric', timeZone: 'UTC' });
  const namePeriod = ({ key, isMonth }: Period) =>
    isMonth ? months.format(new Date(`${key}-01`)) : formatDay(key, locale);
  return (
    <details className="closing-prices">
      <summary>{t('stock.table')}</summary>
      <div className="closing-prices__figures">
        <table>
          <caption className="visually-hidden">
            {symbol}: {t('stock.table')}
          </caption>
          <thead>
            <tr>
              <th scope="col">{t('stock.period')}</th>
              <th scope="col">{t('stock.low')}</th>
              <th scope="col">{t('stock.high')}</th>
              <th scope="col">{t('stock.closing')}</th>
            </tr>
          </thead>
          <tbody>
            {groupByPeriod(quotes).map((period) => (
              <tr key={period.key}>
                <th scope="row">{namePeriod(period)}</th>
                <td>{formatUsd(period.low, locale)}</td>
                <td>{formatUsd(period.high, locale)}</td>
                <td>{formatUsd(period.close, locale)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
