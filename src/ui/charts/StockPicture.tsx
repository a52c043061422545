import type { ReactNode } from 'react';
import { type Locale, getDateLanguage } from '#domain/locales.ts';
import type { Quote } from '#view-model/resolved.ts';
import { formatDay } from '../primitives/dates.tsx';
import { linePoints } from './quotes.ts';

const box = { width: 1000, height: 300 };

/**
 * The prices as they can be drawn without a script: the line, and the ends of both axes. The table has the text
 * alternative.
 */
export function StockPicture({ quotes, locale }: { quotes: readonly Quote[]; locale: Locale }): ReactNode {
  const points = linePoints(quotes, box);
  const closes = quotes.map(({ close }) => close);
  // As the axis of the chart that takes this place says it, which leaves the currency to the figures above.
  const price = new Intl.NumberFormat(getDateLanguage(locale), { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  return (
    <div className="stock-picture" aria-hidden="true">
      <svg viewBox={`0 0 ${box.width} ${box.height}`} preserveAspectRatio="none">
        <polygon className="stock-picture__area" points={`0,${box.height} ${points} ${box.width},${box.height}`} />
        <polyline className="stock-picture__line" points={points} vectorEffect="non-scaling-stroke" />
      </svg>
      <span className="stock-picture__high">{price.format(Math.max(...closes))}</span>
      <span className="stock-picture__low">{price.format(Math.min(...closes))}</span>
      <span className="stock-picture__first">{formatDay(quotes[0]?.day ?? '', locale)}</span>
      <span className="stock-picture__last">{formatDay(quotes.at(-1)?.day ?? '', locale)}</span>
    </div>
  );
}
