import { type CSSProperties, type ReactNode, useState } from 'react';
import { Icon } from '../primitives/icons.tsx';
import { crowdedPlace, findMiddle } from './zoom.ts';
import '../primitives/columns.css';
import './place-map.css';

export type PlaceMapProps = {
  id: string;
  width: number;
  height: number;
  /** In the order of the list; without a position for one that is not on the map. */
  places: readonly { name: string; at: { x: number; y: number } | null }[];
  words: { map: string; zoomIn: string; zoomOut: string };
  land: ReactNode;
} & { [slot: `place${number}`]: ReactNode };

const largest = 4;

/**
 * A map with a mark for each place of the list below it. Marks are links to the entries; with a script the map also
 * zooms to the chosen place and highlights its entry.
 */
export function PlaceMap({ id, width, height, places, words, land, ...slots }: PlaceMapProps): ReactNode {
  const [chosen, setChosen] = useState<number | null>(null);
  const [zoom, setZoom] = useState(1);
  const size = { width, height };
  const shown = places.flatMap(({ at }) => at ?? []);
  const about = (chosen === null ? null : places[chosen]?.at) ?? crowdedPlace(shown, size, largest);
  const middle = findMiddle(about, size, zoom);

  const choose = (index: number): void => {
    setChosen(index);
    setZoom((current) => Math.max(current, 2));
    // The map stays in sight; only an entry out of sight moves the page, and no further than it has to.
    document.getElementById(`${id}-place-${index}`)?.scrollIntoView({ block: 'nearest' });
  };
  const world: CSSProperties & { '--zoom'?: number } = {
    '--zoom': zoom,
    transform: `scale(${zoom}) translate(${shift(middle.x, width)}%, ${shift(middle.y, height)}%)`,
  };

  return (
    <div className="place-map">
      <div className="place-map__stage">
        <div className="place-map__world" style={zoom === 1 ? undefined : world}>
          {land}
          <svg className="place-map__marks" viewBox={`0 0 ${width} ${height}`} role="group" aria-label={words.map}>
            {places.map((place, index) =>
              place.at ? (
                <a
                  key={index}
                  href={`#${id}-place-${index}`}
                  aria-label={place.name}
                  aria-current={index === chosen ? 'true' : undefined}
                  onClick={(event) => {
                    event.preventDefault();
                    choose(index);
                  }}
                  // The keyboard reaches marks that lie outside of a part of the map: it moves to them.
                  onFocus={(event) => {
                    if (zoom > 1 && event.currentTarget.matches(':focus-visible')) setChosen(index);
                  }}
                >
                  <circle className="place-map__reach" cx={place.at.x} cy={place.at.y} r={16 / zoom} />
                  <circle
                    className="place-map__mark"
                    cx={place.at.x}
                    cy={place.at.y}
                    r={(index === chosen ? 9 : 6) / zoom}
                  />
                </a>
              ) : null,
            )}
          </svg>
        </div>
      </div>
      <div className="place-map__zoom">
        <button type="button" aria-label={words.zoomIn} disabled={zoom >= largest} onClick={() => setZoom(zoom * 2)}>
          <Icon name="plus" />
        </button>
        <button type="button" aria-label={words.zoomOut} disabled={zoom <= 1} onClick={() => setZoom(zoom / 2)}>
          <span aria-hidden="true">−</span>
        </button>
      </div>
      <ol className="columns columns--fit place-map__list">
        {places.map((_, index) => (
          <li
            key={index}
            id={`${id}-place-${index}`}
            className={index === chosen ? 'place-map__place place-map__place--chosen' : 'place-map__place'}
          >
            {slots[`place${index}`]}
          </li>
        ))}
      </ol>
    </div>
  );
}

/** How far the map moves, in per cent of its size, so that a point comes to the middle. */
function shift(point: number, size: number): number {
  return (0.5 - point / size) * 100;
}
