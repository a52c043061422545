import type { ReactNode } from 'react';
import { type Locale, companyTimeZone } from '#domain/locales.ts';
import { formatMinute } from './periods.ts';

/** A moment to the minute where the company is, with the zone that it is told in. */
export function Minute({ iso, locale }: { iso: string; locale: Locale }): ReactNode {
  return <time dateTime={iso}>{formatMinute(iso, companyTimeZone, locale)}</time>;
}
