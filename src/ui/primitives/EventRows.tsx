import type { ReactNode } from 'react';
import type { ViewContext } from '#modules/contract.ts';
import type { EventTeaser } from '#modules/resolved.ts';
import { eventPlace } from './event-place.ts';
import { TextLink } from './Links.tsx';
import { HeadingAt, type Level } from './ModuleSection.tsx';
import { formatPeriod } from './periods.ts';
import './event-rows.css';

type EventRowsProps = { events: readonly EventTeaser[]; level: Level; context: ViewContext };

/** Events as rows: when, what, where. */
export function EventRows({ events, level, context }: EventRowsProps): ReactNode {
  return (
    <ul className="events__list">
      {events.map((event) => (
        <Row key={event.id} event={event} level={level} context={context} />
      ))}
    </ul>
  );
}

function Row({ event, level, context }: { event: EventTeaser; level: Level; context: ViewContext }): ReactNode {
  const place = eventPlace(event, context);
  return (
    <li className="events__row">
      <time className="events__when" dateTime={event.startsAt}>
        {formatPeriod(event.startsAt, event.endsAt, event.timeZone, context.locale)}
      </time>
      <div className="events__what">
        <HeadingAt level={level} className="events__title">
          {event.title}
        </HeadingAt>
        {event.summary === '' ? null : <p>{event.summary}</p>}
        {event.link ? <TextLink link={event.link} text={context.t('events.details')} context={context} /> : null}
      </div>
      {place === '' ? null : <p className="events__where">{place}</p>}
    </li>
  );
}
