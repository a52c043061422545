import type { ReactNode } from 'react';
import { EventRows } from '#ui/primitives/EventRows.tsx';
import { ModuleSection, innerLevel } from '#ui/primitives/ModuleSection.tsx';
import type { ViewProps } from '#view-model/view-props.ts';
import { getListItems } from '#view-model/list-results.ts';
import type { events } from './schema.ts';

export function View({ id, data, lists, context }: ViewProps<typeof events>): ReactNode {
  const items = getListItems('events', lists['events']);
  return (
    <ModuleSection id={id} type="EVENTS" data={data} className="events" context={context}>
      <EventRows events={items} arePast={data.when === 'past'} level={innerLevel(data.heading)} context={context} />
    </ModuleSection>
  );
}
