import type { ReactNode } from 'react';
import type { ViewContext } from '#view-model/view-props.ts';
import { EventRows } from '../../primitives/EventRows.tsx';
import type { EventsContent } from '#view-model/screens/newsroom.ts';

/** Upcoming events, the next first, and past ones. */
export function EventsScreen({ upcoming, past, context }: EventsContent & { context: ViewContext }): ReactNode {
  const { t } = context;
  return (
    <div className="newsroom">
      <section className="newsroom__year" id="upcoming">
        <h2 className="newsroom__title">{t('events.upcoming')}</h2>
        {upcoming.length === 0 ? (
          <p className="newsroom__empty">{t('events.empty.upcoming')}</p>
        ) : (
          <EventRows events={upcoming} arePast={false} level={3} context={context} />
        )}
      </section>
      {past.length === 0 ? null : (
        <section className="newsroom__year" id="past">
          <h2 className="newsroom__title">{t('events.pastTitle')}</h2>
          <EventRows events={past} arePast level={3} context={context} />
        </section>
      )}
    </div>
  );
}
