import type { ReactNode } from 'react';
import { pictureCrops } from '#ui/primitives/picture-crops.ts';
import { useFocusPoint } from './use-focus-point.ts';

/** A picture in every shape to which pages crop it, around its focal point. */
export function PictureCrops({ picture }: { picture: string }): ReactNode {
  const [left, top] = useFocusPoint().point;
  return (
    <ul className="adm-crops" aria-label="As pages crop it">
      {pictureCrops.map(({ ratio, name }) => (
        <li key={ratio}>
          <img
            src={picture}
            alt=""
            className="adm-crops__picture"
            style={{ aspectRatio: ratio, objectPosition: `${left}% ${top}%` }}
          />
          <span>{name}</span>
        </li>
      ))}
    </ul>
  );
}
