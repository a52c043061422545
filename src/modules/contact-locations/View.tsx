import type { ReactNode } from 'react';
import { HeadingAt, ModuleSection, innerLevel } from '#ui/primitives/ModuleSection.tsx';
import { PlaceContact } from '#ui/primitives/PlaceContact.tsx';
import type { ViewProps } from '#view-model/view-props.ts';
import type { contactLocations } from './schema.ts';
import './contact-locations.css';

/** Places with their address, as rows of a table that needs no lines between its columns. */
export function View({ id, data, context }: ViewProps<typeof contactLocations>): ReactNode {
  const level = innerLevel(data.heading);
  return (
    <ModuleSection id={id} type="CONTACT_LOCATIONS" data={data} className="contact-locations" context={context}>
      <ul className="contact-locations__list">
        {data.locations.map(({ location }, index) => (
          <li key={index} className="contact-locations__row">
            <div>
              <HeadingAt level={level} className="contact-locations__name" text={location.name} />
              {location.title === '' ? null : <p className="contact-locations__text">{location.title}</p>}
            </div>
            <PlaceContact place={location} context={context} />
          </li>
        ))}
      </ul>
    </ModuleSection>
  );
}
