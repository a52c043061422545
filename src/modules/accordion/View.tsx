import type { ReactNode } from 'react';
import { Icon } from '#ui/primitives/icons.tsx';
import { HeadingAt, type Level, ModuleSection, innerLevel } from '#ui/primitives/ModuleSection.tsx';
import { RichText } from '#ui/primitives/RichText.tsx';
import type { ViewProps } from '#view-model/view-props.ts';
import type { accordion } from './schema.ts';
import '#ui/primitives/nested.css';
import '#ui/primitives/side-heading.css';
import './accordion.css';

const below: Record<Level, Level> = { 2: 3, 3: 4, 4: 5, 5: 6, 6: 6 };

/** Entries that open and close without any script. Child modules are below the text of their entry. */
export function View({ id, data, slots, context }: ViewProps<typeof accordion>): ReactNode {
  const level = innerLevel(data.heading);
  return (
    <ModuleSection id={id} type="ACCORDION" data={data} className="accordion side-heading" context={context}>
      <div className="accordion__items">
        {data.items.map((item) => {
          const inner = slots[item.id] ?? '';
          return (
            <details key={item.id} id={`module-${id}-${item.id}`} className="accordion__item">
              <summary className="accordion__summary">
                <HeadingAt level={level} className="accordion__title" text={item.title} />
                <Icon name="plus" />
              </summary>
              <RichText className="accordion__body" document={item.body} level={below[level]} t={context.t} />
              {inner === '' ? null : (
                <div className="accordion__slot nested" dangerouslySetInnerHTML={{ __html: inner }} />
              )}
            </details>
          );
        })}
      </div>
    </ModuleSection>
  );
}
