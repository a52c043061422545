/** A number as data sheets write it in a language: no grouping below 10,000, at most four decimals. */
export function formatNumber(value: number, language: string): string {
  return new Intl.NumberFormat(language, { maximumFractionDigits: 4, useGrouping: value >= 10_000 }).format(value);
}
