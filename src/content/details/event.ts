import { type Result, ok } from '#domain/result.ts';
import { calendarPath, rowPath, rowPlace } from '#kinds/places.ts';
import { itemsOf } from '#view-model/list-results.ts';
import type { EventTeaser } from '#view-model/resolved.ts';
import type { PageContent } from '../page-content.ts';
import { readList } from '../read-list.ts';
import { type Reading, homePath, missing, organizationData } from '../reading.ts';
import { resolveEventDetail } from '#kinds/event/resolve.ts';
import { isHere, makeRowFrame } from './row-frame.ts';
import { absoluteUrl } from '#kinds/image/resolve.ts';

/** The page of an event, with the next others of its list. */
export async function readEvent(id: number, reading: Reading): Promise<Result<PageContent>> {
  const { source, context } = reading;
  context.trace.tag(`event:${id}`);
  const row = await source.record('event_detail', id);
  const event = row && isHere(row, context) ? resolveEventDetail(row, context) : null;
  const path = row && rowPath('event', context.site, context.locale, row);
  if (!row || !event || !path) return missing(`event ${id}`);
  const { list } = rowPlace('event', row.news_category);
  const next = { list: 'events', category: row.news_category, when: 'upcoming', limit: 4 } as const;
  const upcoming = itemsOf('events', await readList(next, reading));
  context.trace.changesAt(event.endsAt, context.at);
  const frame = makeRowFrame('event', list, row, reading, {
    title: event.title,
    description: event.summary,
    ogType: 'article',
    image: row.image,
    jsonLd: [eventJsonLd(event, `${context.origins[context.site]}${path}`, reading)],
  });
  return ok({
    kind: 'event',
    frame,
    event: {
      ...event,
      isPast: Date.parse(event.endsAt) <= Date.parse(context.at),
      calendarHref: calendarPath(path),
      backHref: context.routePath(list) ?? homePath(context.locale),
      others: upcoming.filter((other) => other.id !== id).slice(0, 3),
    },
  });
}

/** An event as search engines read it. */
function eventJsonLd(event: EventTeaser, url: string, reading: Reading): Record<string, unknown> {
  const origin = reading.context.origins[reading.context.site];
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
    organizer: organizationData(reading),
    url,
    ...(event.image ? { image: absoluteUrl(event.image.url, origin) } : {}),
  };
}
