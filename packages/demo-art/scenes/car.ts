import { anthracite, glass, rubber, satin } from '../materials.ts';
import { lamp } from '../model.ts';
import { at, block, cut, cylinder, extrude, slab, turn } from '../solid.ts';
import { hex } from '../colour.ts';
import { type Material, type Part, part } from '../parts.ts';

/** A car as a block model, nose towards -x; glass so that one looks inside. */
export function car(body: Material, glazed: Material = { ...glass, opacity: 0.12, colour: hex('#d5e6e0') }): Part[] {
  const hull = extrude(
    [
      [-3.2, 0.5],
      [-3.34, 0.72],
      [-3.26, 0.92],
      [-3.0, 1.06],
      [-2.4, 1.18],
      [-1.7, 1.27],
      [-1, 1.32],
      [2.0, 1.36],
      [2.9, 1.32],
      [3.2, 1.18],
      [3.28, 0.9],
      [3.2, 0.55],
      [2.9, 0.42],
      [-2.9, 0.42],
    ],
    2.3,
    0.16,
  );
  const cabin = extrude(
    [
      [-1.75, 1.36],
      [-1.1, 1.78],
      [-0.5, 2.06],
      [0, 2.19],
      [0.6, 2.24],
      [1.2, 2.18],
      [1.8, 2.0],
      [2.4, 1.72],
      [2.9, 1.38],
    ],
    1.8,
    0.14,
  );
  const wells = [-2.05, 2.0].map((x) => at(turn(cylinder(0.66, 4), 'x', 90), x, 2, 0.5));
  const stand = (s: ReturnType<typeof extrude>, width: number): ReturnType<typeof extrude> =>
    at(turn(s, 'x', 90), 0, width / 2, 0);
  const wheel = (x: number, y: number): Part[] => [
    part(at(turn(cylinder(0.55, 0.42, 0.1), 'x', 90), x, y + 0.21, 0.55), rubber),
    part(at(turn(cylinder(0.36, 0.46, 0.03), 'x', 90), x, y + 0.23, 0.55), satin),
    part(at(turn(cylinder(0.1, 0.5, 0.03), 'x', 90), x, y + 0.25, 0.55), anthracite),
  ];
  return [
    part(cut(stand(hull, 2.3), ...wells, at(slab(3.2, 1.8, 2, 0.3), 0.6, 0, 0.75)), body),
    part(stand(cabin, 1.9), glazed),
    ...[-2.05, 2.0].flatMap((x) => [-0.98, 0.98].flatMap((y) => wheel(x, y))),
    part(at(block(0.12, 0.6, 0.1, 0.04), -3.38, -0.7, 0.86), lamp('#eafff8', 1)),
    part(at(block(0.12, 0.6, 0.1, 0.04), -3.38, 0.7, 0.86), lamp('#eafff8', 1)),
    part(at(block(0.1, 1.9, 0.07, 0.02), 3.42, 0, 1.02), lamp('#e2590b', 0.9)),
  ];
}
