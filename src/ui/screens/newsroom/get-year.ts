import { companyTimeZone } from '#domain/locales.ts';

const years = new Intl.DateTimeFormat('en', { year: 'numeric', timeZone: companyTimeZone });

/** The year of an ISO time where the company is. */
export function getYear(iso: string): string {
  return years.format(new Date(iso));
}
