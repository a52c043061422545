import type { ReactNode } from 'react';
import { TextLink } from '#ui/primitives/Links.tsx';
import { HeadingAt, type Level, ModuleSection, innerLevel } from '#ui/primitives/ModuleSection.tsx';
import { countryName, formatPeriod } from '#ui/primitives/periods.ts';
import type { ViewContext, ViewProps } from '../contract.ts';
import { itemsOf } from '../lists.ts';
import type { EventTeaser } from '../resolved.ts';
import type { events } from './schema.ts';
import './events.css';

/** Events as rows: when, what, where. */
export function View({ id, data, lists, context }: ViewProps<typeof events>): ReactNode {
  const items = itemsOf('events', lists['events']);
  const level = innerLevel(data.heading);
  return (
    <ModuleSection id={id} type="EVENTS" data={data} className="events" context={context}>
      {items.length === 0 ? (
        <p className="events__empty">{context.t(`events.empty.${data.when}`)}</p>
      ) : (
        <ul className="events__list">
          {items.map((event) => (
            <Row key={event.id} event={event} level={level} context={context} />
          ))}
        </ul>
      )}
    </ModuleSection>
  );
}

function placeOf({ isOnline, venue, city, country }: EventTeaser, { t, locale }: ViewContext): string {
  if (isOnline) return t('events.online');
  return [venue, city, country === null ? '' : countryName(country, locale)].filter((part) => part !== '').join(', ');
}

function Row({ event, level, context }: { event: EventTeaser; level: Level; context: ViewContext }): ReactNode {
  const place = placeOf(event, context);
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
