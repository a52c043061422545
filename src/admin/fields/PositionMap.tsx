import { type KeyboardEvent, type MouseEvent, type ReactNode, useId, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { land } from '#ui/maps/land.ts';
import { unprojectPlace } from '#ui/maps/unproject-place.ts';
import { mapHeight, mapWidth, projectPlace } from '#ui/maps/world.ts';
import { findMiddle } from '#ui/maps/zoom.ts';

/** The paths of the two fields of a position. */
type Props = { latitude: string; longitude: string };

const zooms = [1, 2, 4, 8];
/** Degrees that an arrow key moves the mark by; with Shift it is a tenth. */
const step = 1;
const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [step, 0],
  ArrowDown: [-step, 0],
  ArrowLeft: [0, -step],
  ArrowRight: [0, step],
};

/** Where a position is on the map that visitors see: shown, and set by a click or by arrow keys. */
export default function PositionMap({ latitude, longitude }: Props): ReactNode {
  const { setValue } = useFormContext();
  const values: unknown[] = useWatch({ name: [latitude, longitude] });
  const [zoom, setZoom] = useState(1);
  const help = useId();
  const place = parsePosition(values);
  const mark = place && projectPlace(place);
  const middle = findMiddle(
    mark ?? { x: mapWidth / 2, y: mapHeight / 2 },
    { width: mapWidth, height: mapHeight },
    zoom,
  );
  const [width, height] = [mapWidth / zoom, mapHeight / zoom];
  const corner = { x: middle.x - width / 2, y: middle.y - height / 2 };

  const set = (next: { latitude: number; longitude: number }) => {
    const options = { shouldDirty: true, shouldTouch: true, shouldValidate: true };
    setValue(latitude, next.latitude, options);
    setValue(longitude, next.longitude, options);
  };
  const onClick = ({ currentTarget, clientX, clientY, detail }: MouseEvent) => {
    // A click by the keyboard is at no place.
    if (detail === 0) return;
    const box = currentTarget.getBoundingClientRect();
    const found = unprojectPlace({
      x: corner.x + ((clientX - box.left) / box.width) * width,
      y: corner.y + ((clientY - box.top) / box.height) * height,
    });
    if (found) set(found);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const [north, east] = arrows[event.key] ?? [];
    if (north === undefined || east === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const share = event.shiftKey ? 0.1 : 1;
    const from = place ?? { latitude: 0, longitude: 0 };
    set({
      latitude: round(Math.min(90, Math.max(-90, from.latitude + north * share))),
      longitude: round(((((from.longitude + east * share + 180) % 360) + 360) % 360) - 180),
    });
  };

  return (
    <div className="adm-position">
      <button
        type="button"
        className="adm-position__map"
        aria-label="Position on the map"
        aria-describedby={help}
        onClick={onClick}
        onKeyDown={onKeyDown}
      >
        <svg viewBox={`${corner.x} ${corner.y} ${width} ${height}`} aria-hidden="true">
          <path className="adm-position__land" d={land} />
          {mark ? (
            <g className="adm-position__mark">
              <path d={`M${mark.x} ${corner.y}v${height}M${corner.x} ${mark.y}h${width}`} />
              <circle cx={mark.x} cy={mark.y} r={7 / zoom} />
            </g>
          ) : null}
        </svg>
      </button>
      <div className="adm-position__foot">
        <p className="ed-table__quiet" id={help}>
          {place ? 'As visitors see it on the map.' : 'No position yet: it is in lists, and not on the map.'} A click
          sets it, arrow keys move it by a degree, with Shift by a tenth.
        </p>
        <div className="adm-position__zoom">
          <ZoomButton label="Zoom out" sign="−" to={zooms[zooms.indexOf(zoom) - 1]} onZoom={setZoom} />
          <ZoomButton label="Zoom in" sign="+" to={zooms[zooms.indexOf(zoom) + 1]} onZoom={setZoom} />
        </div>
      </div>
    </div>
  );
}

type ZoomProps = { label: string; sign: string; to: number | undefined; onZoom: (zoom: number) => void };

function ZoomButton({ label, sign, to, onZoom }: ZoomProps): ReactNode {
  return (
    <button
      type="button"
      className="ed-button ed-button--small"
      aria-label={label}
      aria-disabled={to === undefined ? true : undefined}
      onClick={() => {
        if (to !== undefined) onZoom(to);
      }}
    >
      {sign}
    </button>
  );
}

/** A position that is on the map: both numbers, within their bounds. */
function parsePosition([latitude, longitude]: readonly unknown[]): { latitude: number; longitude: number } | null {
  const isDegree = (value: unknown, most: number): value is number =>
    typeof value === 'number' && Math.abs(value) <= most;
  return isDegree(latitude, 90) && isDegree(longitude, 180) ? { latitude, longitude } : null;
}

/** As many decimals as the fields have. */
function round(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}
