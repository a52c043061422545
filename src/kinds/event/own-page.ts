import type { EventDetail } from '#view-model/details.ts';
import type { EventTeaser } from '#view-model/resolved.ts';
import { absoluteUrl } from '../image/resolve.ts';
import { calendarPath, rowPath, rowPlace } from '../places.ts';
import { type OwnPageReading, backHref, defineOwnPage } from '../reading/own-page.ts';
import { isHere } from '../reading/placement.ts';
import { resolveEventDetail } from './resolve.ts';

/** The page of an event, with the next others of its list. */
export const ownPage = defineOwnPage<'event', EventDetail>({
  shapes: ['event_detail'],
  read: async (id, reading) => {
    const { context, record, list, frame } = reading;
    context.trace.tag(`event:${id}`);
    const row = await record('event_detail', id);
    const event = row && isHere(row, context) ? resolveEventDetail(row, context) : null;
    const path = row && rowPath('event', context.site, context.locale, row);
    if (!row || !event || !path) return null;
    const { list: above } = rowPlace('event', row.news_category);
    const upcoming = await list({ list: 'events', category: row.news_category, when: 'upcoming', limit: 4 });
    context.trace.changesAt(event.endsAt, context.at);
    const pageFrame = frame(above, row, {
      title: event.title,
      description: event.summary,
      ogType: 'article',
      image: row.image,
      jsonLd: [eventJsonLd(event, `${context.origins[context.site]}${path}`, reading)],
    });
    return {
      kind: 'event',
      frame: pageFrame,
      shown: {
        ...event,
        isPast: Date.parse(event.endsAt) <= Date.parse(context.at),
        calendarHref: calendarPath(path),
        backHref: backHref(context, above),
        others: upcoming.filter((other) => other.id !== id).slice(0, 3),
      },
    };
  },
});

/** An event as search engines read it. */
function eventJsonLd(
  event: EventTeaser,
  url: string,
  { context, organization }: Pick<OwnPageReading, 'context' | 'organization'>,
): Record<string, unknown> {
  const origin = context.origins[context.site];
  return {
    '@context': 'https://schema.org',
    '@type': 'Event',
    name: event.title,
    description: event.summary,
    startDate: event.startsAt,
    endDate: event.endsAt,
    eventStatus: 'https://schema.org/EventScheduled',
    eventAttendanceMode: `https://schema.org/${event.isOnline ? 'Online' : 'Offline'}EventAttendanceMode`,
    location: event.isOnline
      ? { '@type': 'VirtualLocation', url: event.website ?? url }
      : {
          '@type': 'Place',
          name: event.venue || event.city,
          address: {
            '@type': 'PostalAddress',
            addressLocality: event.city,
            ...(event.country === null ? {} : { addressCountry: event.country }),
          },
        },
    organizer: organization(),
    url,
    ...(event.image ? { image: absoluteUrl(event.image.url, origin) } : {}),
  };
}
