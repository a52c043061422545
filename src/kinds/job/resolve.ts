import type { Job } from '#view-model/resolved.ts';
import { oncePerRow } from '../reading/once-per-row.ts';
import { isVisible } from '../reading/placement.ts';
import type { JobRow } from './shapes.ts';
import { localText } from '../reading/local-text.ts';

export const resolveJob = oncePerRow((row: JobRow, context): Job | null => {
  context.trace.tag(`job/card:${row.id}`);
  if (!row.sites.includes(context.site) || !isVisible(row, context)) return null;
  return {
    id: row.id,
    title: localText(row.localized, context.locale, 'title') ?? '',
    shortDescription: localText(row.localized, context.locale, 'short_description') ?? '',
    place: row.city,
    city: localText(row.localized, context.locale, 'city') ?? row.city,
    country: row.country,
    field: row.field,
    pensumMin: row.pensum_min,
    pensumMax: row.pensum_max,
    isRemote: row.is_remote,
    positions: localText(row.localized, context.locale, 'positions') ?? [],
    directLink: row.direct_link,
    publishedAt: row.publish_from,
    closesAt: row.publish_until,
  };
});
