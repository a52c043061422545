import { rowPath } from '../places.ts';
import type { OwnPageReading } from '../reading/own-page.ts';
import { isHere } from '../reading/placement.ts';
import { resolveEventDetail } from './resolve.ts';

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

export async function readCalendar(
  id: number,
  { context, record }: Pick<OwnPageReading, 'context' | 'record'>,
): Promise<CalendarEvent | null> {
  context.trace.tag(`event:${id}`);
  const row = await record('event_detail', id);
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
