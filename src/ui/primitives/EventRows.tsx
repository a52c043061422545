import type { ReactNode } from 'react';
import type { ViewContext } from '#modules/contract.ts';
import type { EventTeaser } from '#modules/resolved.ts';
import { eventPlace } from './event-place.ts';
import { TextLink } from './Links.tsx';
import { HeadingAt, type Level } from './ModuleSection.tsx';
import { formatPeriod } from './periods.ts';
import './event-rows.css';

type EventRowsProps = { events: readonly EventTeaser[]; arePast: boolean; level: Level; context: ViewContext };

/** Events as rows: when, what, where. */
export function EventRows({ events, arePast, level, context }: EventRowsProps): ReactNode {
  return (
    <ul className="events__list">
      {events.map((event) => (
        <Row
          key={event.id}
          event={event}
          level={level}
          way={context.t(arePast ? 'events.report' : 'events.details')}
          context={context}
        />
      ))}
    </ul>
  );
}

type RowProps = { event: EventTeaser; level: Level; way: string; context: ViewContext };

function Row({ event, level, way, context }: RowProps): ReactNode {
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
        {event.link ? <TextLink link={event.link} text={way} context={context} /> : null}
      </div>
      {place === '' ? null : <p className="events__where">{place}</p>}
    </li>
  );
}
