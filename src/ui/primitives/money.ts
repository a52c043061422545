import { type Locale, languageCodes } from '#domain/locales.ts';

const formatters = new Map<Locale, Intl.NumberFormat>();

/** An amount in US dollars with two decimals and the currency's code: 71.20 USD in German. */
export function formatUsd(amount: number, locale: Locale): string {
  let formatter = formatters.get(locale);
  if (!formatter) {
    formatter = new Intl.NumberFormat(languageCodes[locale], {
      style: 'currency',
      currency: 'USD',
      currencyDisplay: 'code',
      minimumFractionDigits: 2,
      maximumFractionDigits: 2,
    });
    formatters.set(locale, formatter);
  }
  return formatter.format(amount);
}
