import type { ReactNode } from 'react';
import { getDateLanguage, languageCodes } from '#domain/locales.ts';
import { ClosingPrices } from '#ui/charts/ClosingPrices.tsx';
import { StockChart } from '#ui/charts/StockChart.tsx';
import { StockPicture } from '#ui/charts/StockPicture.tsx';
import { getQuoteRange } from '#ui/charts/quotes.ts';
import { Island } from '#ui/islands/Island.tsx';
import { formatDay } from '#ui/primitives/dates.tsx';
import { ModuleSection } from '#ui/primitives/ModuleSection.tsx';
import { formatUsd } from '#ui/primitives/money.ts';
import type { ViewContext, ViewProps } from '#view-model/view-props.ts';
import { getListItems } from '#view-model/list-results.ts';
import type { Quote } from '#view-model/resolved.ts';
import type { eqsStockChart } from './schema.ts';
import './eqs-stock-chart.css';

/** A share's last price, its course as a chart, and the same as a table. The picture is there before any script. */
export function View({ id, data, lists, context }: ViewProps<typeof eqsStockChart>): ReactNode {
  const quotes = getListItems('quotes', lists['quotes']);
  const { t, locale } = context;
  const first = quotes[0];
  const last = quotes.at(-1);
  return (
    <ModuleSection id={id} type="EQS_STOCK_CHART" data={data} className="eqs-stock-chart" context={context}>
      {first && last ? (
        <>
          <Figures symbol={data.symbol} quotes={quotes} last={last} context={context} />
          <Island
            name="StockChart"
            component={StockChart}
            id={`module-${id}-island`}
            props={{
              days: quotes.map(({ day }) => day).join(' '),
              closes: quotes.map(({ close }) => close).join(' '),
              language: getDateLanguage(locale),
              label: t('stock.chart', {
                symbol: data.symbol,
                from: formatDay(first.day, locale),
                until: formatDay(last.day, locale),
              }),
            }}
            slots={{ picture: { element: <StockPicture quotes={quotes} locale={locale} /> } }}
          />
          <ClosingPrices symbol={data.symbol} quotes={quotes} context={context} />
        </>
      ) : null}
    </ModuleSection>
  );
}

type FiguresProps = { symbol: string; quotes: readonly Quote[]; last: Quote; context: ViewContext };

function Figures({ symbol, quotes, last, context: { t, locale } }: FiguresProps): ReactNode {
  const before = quotes.at(-2);
  const range = getQuoteRange(quotes);
  return (
    <dl className="eqs-stock-chart__figures">
      <div className="eqs-stock-chart__price">
        <dt>
          {symbol} · {t('stock.close', { day: formatDay(last.day, locale) })}
        </dt>
        <dd>{formatUsd(last.close, locale)}</dd>
      </div>
      {before ? (
        <div>
          <dt>{t('stock.change')}</dt>
          <dd>{formatChange(last.close / before.close - 1, languageCodes[locale])}</dd>
        </div>
      ) : null}
      <div>
        <dt>{t('stock.high')}</dt>
        <dd>{formatUsd(range.high, locale)}</dd>
      </div>
      <div>
        <dt>{t('stock.low')}</dt>
        <dd>{formatUsd(range.low, locale)}</dd>
      </div>
    </dl>
  );
}

/** `+1.2%`, with the typographic minus for negative numbers. */
function formatChange(ratio: number, language: string): string {
  return new Intl.NumberFormat(language, {
    style: 'percent',
    signDisplay: 'exceptZero',
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  })
    .format(ratio)
    .replace('-', '−');
}
