import { extrude, turn } from '../../solid.ts';
import { type Part, part } from '../../parts.ts';

/** A boat's sail: a triangle that rises from one end of its foot to the top. */
export function sail(mast: number, end: number, top: number, material: Part['material']): Part {
  return part(
    turn(
      extrude(
        [
          [mast, 0.16],
          [end, 0.16],
          [mast, top],
        ],
        0.02,
      ),
      'x',
      90,
    ),
    material,
  );
}
