import type { ViewContext } from '#view-model/view-props.ts';
import type { EventTeaser } from '#view-model/resolved.ts';
import { countryName } from '#domain/countries.ts';
import { placeName } from './place-name.ts';

/** Where an event takes place, from the building to the country. */
export function eventPlace({ isOnline, venue, city, country }: EventTeaser, { t, locale }: ViewContext): string {
  if (isOnline) return t('events.online');
  return placeName([venue, city, country === null ? '' : countryName(country, locale)], locale);
}
