import { formatNumber } from '#domain/numbers.ts';
import type { CatalogValue } from './entries.ts';

/** A value as the language writes it. */
export function formatValue(value: CatalogValue, language: string): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return formatNumber(value, language);
  return `${formatNumber(value[0], language)} … ${formatNumber(value[1], language)}`;
}
