import { rowPath } from '#kinds/places.ts';
import type { Reading } from '../reading.ts';
import { resolveEventDetail } from '#kinds/event/resolve.ts';
import { isHere } from './row-frame.ts';

/** An event as a calendar takes it in; the URL is absolute. */
export type CalendarEvent = {
  id: number;
  title: string;
  summary: string;
  place: string;
  url: string;
  /** ISO times. */
  startsAt: string;
  endsAt: string;
  updatedAt: string;
};

export async function readCalendar(id: number, { source, context }: Reading): Promise<CalendarEvent | null> {
  context.trace.tag(`event:${id}`);
  const row = await source.record('event_detail', id);
  const event = row && isHere(row, context) ? resolveEventDetail(row, context) : null;
  const path = row && rowPath('event', context.site, context.locale, row);
  if (!row || !event || !path) return null;
  return {
    id,
    title: event.title,
    summary: event.summary,
    place: [event.venue, event.city].filter((part) => part !== '').join(', '),
    url: `${context.origins[context.site]}${path}`,
    startsAt: event.startsAt,
    endsAt: event.endsAt,
    updatedAt: row.updated_at,
  };
}
