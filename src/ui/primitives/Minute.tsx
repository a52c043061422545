import type { ReactNode } from 'react';
import { type Locale, companyTimeZone } from '#domain/locales.ts';
import { formatMinute } from './periods.ts';

/** A time to the minute in the company's time zone, with the zone's name. */
export function Minute({ iso, locale }: { iso: string; locale: Locale }): ReactNode {
  return <time dateTime={iso}>{formatMinute(iso, companyTimeZone, locale)}</time>;
}
