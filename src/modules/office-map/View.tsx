import type { ReactNode } from 'react';
import { Island, type Slot } from '#ui/islands/Island.tsx';
import { PlaceMap, type PlaceMapProps } from '#ui/maps/PlaceMap.tsx';
import { land as outline } from '#ui/maps/land.ts';
import { mapHeight, mapWidth, projectPlace } from '#ui/maps/world.ts';
import { HeadingAt, type Level, ModuleSection, innerLevel } from '#ui/primitives/ModuleSection.tsx';
import { PlaceContact } from '#ui/primitives/PlaceContact.tsx';
import type { ViewContext, ViewProps } from '#view-model/view-props.ts';
import type { Location } from '#view-model/resolved.ts';
import type { officeMap } from './schema.ts';
import './office-map.css';

/** The world, drawn on the server, with a list of the same places next to it. The browser gets marks, not geography. */
export function View({ id, data, context }: ViewProps<typeof officeMap>): ReactNode {
  const level = innerLevel(data.heading);
  const { locations } = data;
  const props: Omit<PlaceMapProps, 'land' | `place${number}`> = {
    id: `module-${id}`,
    width: mapWidth,
    height: mapHeight,
    places: locations.map(({ name, position }) => ({ name, at: position ? projectPlace(position) : null })),
    words: {
      map: data.heading.title || context.t('places.map'),
      zoomIn: context.t('places.zoomIn'),
      zoomOut: context.t('places.zoomOut'),
    },
  };
  const land = (
    <svg className="office-map__land" viewBox={`0 0 ${mapWidth} ${mapHeight}`} aria-hidden="true">
      <path d={outline} />
    </svg>
  );
  const entries: Record<`place${number}`, Slot> = Object.fromEntries(
    locations.map((location, index) => [
      `place${index}`,
      { element: <Place location={location} level={level} context={context} /> },
    ]),
  );
  const slots: Record<'land' | `place${number}`, Slot> = { ...entries, land: { element: land } };
  return (
    <ModuleSection id={id} type="OFFICE_MAP" data={data} className="office-map" context={context}>
      <Island name="PlaceMap" component={PlaceMap} id={`module-${id}-island`} props={props} slots={slots} />
    </ModuleSection>
  );
}

function Place({ location, level, context }: { location: Location; level: Level; context: ViewContext }): ReactNode {
  return (
    <>
      <HeadingAt level={level} className="office-map__name" text={location.name} />
      {location.title === '' ? null : <p className="office-map__text">{location.title}</p>}
      <PlaceContact place={location} context={context} />
    </>
  );
}
