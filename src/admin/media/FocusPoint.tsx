import type { PointerEvent, ReactNode } from 'react';
import { type FocusPoint as Point, toFocusPercent } from '#domain/media/focus-point.ts';
import { useFocusPoint } from './use-focus-point.ts';

/** A picture with its focal point, which is set on it, or by the keys of two sliders. Saved with the form. */
export function FocusPoint({ picture }: { picture: string }): ReactNode {
  const { point, isChosen, set } = useFocusPoint();
  const [left, top] = point;
  return (
    <div className="adm-focus" role="group" aria-labelledby="focal-point">
      <Place {...{ picture, left, top, isChosen }} onPlace={set} />
      <h2 className="ed-builder__heading" id="focal-point">
        Focal point
      </h2>
      <p className="ed-table__quiet">
        {isChosen
          ? 'It stays in view wherever a page crops the picture.'
          : 'Press what matters in the picture. Until then pages show the middle, and of portraits the head.'}
      </p>
      <Slider name="From the left" value={left} onValue={(value) => set([value, top])} />
      <Slider name="From the top" value={top} onValue={(value) => set([left, value])} />
      {isChosen ? (
        <button type="button" className="ed-button ed-button--small" onClick={() => set(null)}>
          Take it out
        </button>
      ) : null}
    </div>
  );
}

type PlaceProps = {
  picture: string;
  left: number;
  top: number;
  isChosen: boolean;
  onPlace: (point: Point) => void;
};

/** The whole picture with its mark; the sliders below say the same to the keyboard and to those who do not see it. */
function Place({ picture, left, top, isChosen, onPlace }: PlaceProps): ReactNode {
  const place = ({ currentTarget, clientX, clientY }: PointerEvent) => {
    const { left: x, top: y, width, height } = currentTarget.getBoundingClientRect();
    onPlace([toFocusPercent(((clientX - x) / width) * 100), toFocusPercent(((clientY - y) / height) * 100)]);
  };
  return (
    <div
      className="adm-focus__place"
      onPointerDown={(event) => {
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        place(event);
      }}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) place(event);
      }}
    >
      <img src={picture} alt="" draggable={false} />
      <span
        className={isChosen ? 'adm-focus__mark adm-focus__mark--chosen' : 'adm-focus__mark'}
        style={{ left: `${left}%`, top: `${top}%` }}
      />
    </div>
  );
}

function Slider({
  name,
  value,
  onValue,
}: {
  name: string;
  value: number;
  onValue: (value: number) => void;
}): ReactNode {
  return (
    <label className="adm-focus__slider">
      <span>{name}</span>
      <input
        type="range"
        min={0}
        max={100}
        value={value}
        aria-valuetext={`${value} %`}
        onChange={({ target }) => onValue(Number(target.value))}
      />
      <output>{value} %</output>
    </label>
  );
}
