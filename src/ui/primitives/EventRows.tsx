import type { ReactNode } from 'react';
import type { ViewContext } from '#view-model/view-props.ts';
import type { EventTeaser } from '#view-model/resolved.ts';
import { DatedRows } from './DatedRows.tsx';
import { eventPlace } from './event-place.ts';
import { TextLink } from './Links.tsx';
import type { Level } from './ModuleSection.tsx';
import { formatPeriod } from './periods.ts';

type EventRowsProps = { events: readonly EventTeaser[]; arePast: boolean; level: Level; context: ViewContext };

export function EventRows({ events, arePast, level, context }: EventRowsProps): ReactNode {
  const rows = events.map((event) => ({
    id: event.id,
    when: (
      <time dateTime={event.startsAt}>
        {formatPeriod(event.startsAt, event.endsAt, event.timeZone, context.locale)}
      </time>
    ),
    title: event.title,
    text: event.summary,
    way: event.link ? (
      <TextLink link={event.link} text={context.t(arePast ? 'events.report' : 'events.details')} context={context} />
    ) : null,
    where: eventPlace(event, context),
  }));
  return <DatedRows rows={rows} level={level} />;
}
