import type { Location } from '#view-model/resolved.ts';
import { addressIn } from '#domain/countries.ts';
import { resolveImage } from '../image/resolve.ts';
import { oncePerRow } from '../reading/once-per-row.ts';
import type { LocationRow } from './shapes.ts';
import { localText } from '../reading/local-text.ts';

export const resolveLocation = oncePerRow((row: LocationRow, context): Location => {
  context.trace.tag(`location/card:${row.id}`);
  return {
    id: row.id,
    name: localText(row.localized, context.locale, 'name') ?? row.name,
    nameVerbose: row.name_verbose,
    addressLines: addressIn(context.locale, {
      lines: row.address_lines,
      countries: row.country === null ? [] : [row.country],
    }),
    title: localText(row.localized, context.locale, 'title') ?? '',
    note: localText(row.localized, context.locale, 'note') ?? '',
    image: resolveImage(row.image, context),
    position: findPosition(row),
    phone: row.phone,
    email: row.email,
  };
});

/** Where something is on the map, if that is known. */
export function findPosition({
  latitude,
  longitude,
}: Pick<LocationRow, 'latitude' | 'longitude'>): Location['position'] {
  return latitude === null || longitude === null ? null : { latitude, longitude };
}
