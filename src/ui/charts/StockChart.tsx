import { type ReactNode, useEffect, useRef } from 'react';
import './stock-chart.css';

type StockChartProps = {
  /** Days as `2026-11-20` and their closing prices, with spaces between: lists of properties would weigh twice as much. */
  days: string;
  closes: string;
  language: string;
  label: string;
};

/** The picture from the server, until the interactive chart replaces it in the same box. */
export function StockChart({
  days,
  closes,
  language,
  label,
  picture,
}: StockChartProps & Record<'picture', ReactNode>): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let remove: (() => void) | null = null;
    let isGone = false;
    void import('./draw-quotes.ts').then(({ drawQuotes }) => {
      if (isGone || !box.current) return;
      remove = drawQuotes(box.current, {
        days: days.split(' '),
        closes: closes.split(' ').map(Number),
        language,
      });
    });
    return () => {
      isGone = true;
      remove?.();
    };
  }, [days, closes, language]);
  return (
    <div className="stock-chart" role="img" aria-label={label}>
      {picture}
      <div ref={box} className="stock-chart__canvas" />
    </div>
  );
}
