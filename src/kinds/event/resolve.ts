import { emptyRichText } from '#schema/rich-text.ts';
import type { EventTeaser, Link } from '#view-model/resolved.ts';
import type { EventDetail } from '#view-model/details.ts';
import type { ReadContext } from '../reading/context.ts';
import { resolveImage } from '../image/resolve.ts';
import { oncePerRow } from '../reading/once-per-row.ts';
import { isVisible, rowHref } from '../reading/placement.ts';
import type { EventDetailRow, EventRow } from './shapes.ts';
import { localText } from '../reading/local-text.ts';

function resolveLink(row: EventRow, context: ReadContext): Link | null {
  const href = rowHref('event', row, context);
  if (href !== null) return { kind: 'internal', href, target: '_self', text: '' };
  return row.url === null ? null : { kind: 'external', href: row.url, target: '_blank', text: '' };
}

export const resolveEvent = oncePerRow((row: EventRow, context): EventTeaser | null => {
  context.trace.tag(`event/card:${row.id}`);
  if (!row.sites.includes(context.site) || !isVisible(row, context)) return null;
  const text = (field: 'title' | 'summary' | 'venue' | 'city') => localText(row.texts, context.locale, field) ?? '';
  return {
    id: row.id,
    link: resolveLink(row, context),
    title: text('title'),
    summary: text('summary'),
    venue: text('venue'),
    city: text('city'),
    country: row.country,
    isOnline: row.is_online,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    website: row.url,
    timeZone: row.time_zone,
    image: resolveImage(row.image, context),
  };
});

/** The content of an event's own page, without its frame; null while the event is not shown here. */
export function resolveEventDetail(
  row: EventDetailRow,
  context: ReadContext,
): Omit<EventDetail, 'backHref' | 'calendarHref' | 'others' | 'isPast'> | null {
  const teaser = resolveEvent(row, context);
  return teaser && { ...teaser, body: localText(row.localized, context.locale, 'body') ?? emptyRichText };
}
