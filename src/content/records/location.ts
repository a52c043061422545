import type { Location } from '#modules/resolved.ts';
import { resolveImage } from './image.ts';
import { oncePerRow } from './once-per-row.ts';
import type { LocationRow } from './raw.ts';
import { localText } from './texts.ts';

export const resolveLocation = oncePerRow((row: LocationRow, context): Location => {
  context.trace.tag(`location:${row.id}`);
  const { latitude, longitude } = row;
  return {
    id: row.id,
    name: row.name,
    nameVerbose: row.name_verbose,
    addressLines: row.address_lines,
    title: localText(row.localized, context.locale, 'title') ?? '',
    note: localText(row.localized, context.locale, 'note') ?? '',
    image: resolveImage(row.image, context),
    position: latitude === null || longitude === null ? null : { latitude, longitude },
    phone: row.phone,
    email: row.email,
  };
});
