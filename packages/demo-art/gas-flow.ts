// Family MX7: gas mass flow.

import { at, block, cut, cylinder, join, lathe, nut, ring, slab, turn } from './solid.ts';
import { type Part, part, place } from './parts.ts';
import { connector } from './board.ts';
import { sideways, both, roundConnector, screws, fitting, line } from './fittings.ts';
import {
  anthracite,
  black,
  brass,
  chrome,
  darkMetal,
  green,
  hole,
  orange,
  satin,
  slate,
  steel,
  white,
} from './materials.ts';

export const mx = {
  mx71: (): Part[] => {
    const cone = (): Part[] => [
      part(
        lathe(
          [
            [0.48, 0],
            [0.72, 0],
            [0.72, 0.12],
            [0.66, 0.16],
            [0.58, 1.15],
            [0.48, 1.15],
          ],
          0.02,
        ),
        white,
      ),
      part(cylinder(0.5, 0.7), hole),
    ];
    return [
      ...both(cone, 1.25, 0.78),
      part(
        join([slab(2.6, 1.55, 1.5, 0.3, 0.1), at(turn(cylinder(0.78, 2.7, 0.06), 'y', 90), -1.35, 0, 0.78)], 0.25),
        white,
      ),
      part(at(slab(2.0, 1.5, 0.55, 0.22, 0.08), 0, 0, 1.42), anthracite),
      line(0.7, -0.45, -0.55, 1.96),
      ...place(connector(6, black), [0.4, 0.35, 1.9], ['z', 180]),
    ];
  },
  mx72: (): Part[] => [
    ...both(fitting(0.5, steel), 1.6, 0.75),
    part(
      cut(
        slab(3.2, 1.5, 1.5, 0.08, 0.04),
        at(block(4, 0.06, 0.06), 0, -0.75, 0.35),
        at(block(4, 0.06, 0.06), 0, -0.75, 1.12),
      ),
      satin,
    ),
    part(at(slab(2.5, 1.42, 1.15, 0.12, 0.06), 0, 0, 1.5), anthracite),
    part(at(block(2.52, 1.44, 0.03, 0.01), 0, 0, 1.5), green),
    ...screws(2.1, 1.02, 2.63),
    line(0.6, -0.5, 0, 2.64),
    ...place(roundConnector(0.36), [0.55, 0, 2.6]),
  ],
  mx73: (): Part[] => {
    const tube = (): Part[] => [
      part(nut(1.15, 0.42), steel),
      part(at(nut(0.98, 0.5), 0, 0, 0.46), chrome),
      part(
        at(
          lathe([
            [0.26, 0],
            [0.34, 0],
            [0.34, 1.5],
            [0.26, 1.5],
          ]),
          0,
          0,
          0.9,
        ),
        chrome,
      ),
    ];
    return [
      ...both(tube, 1.35, 0.85),
      part(at(turn(cylinder(0.85, 2.7, 0.06), 'y', 90), -1.35, 0, 0.85), steel),
      part(at(cylinder(0.4, 1.9), 0, 0, 0.9), satin),
      part(at(cylinder(0.92, 0.95, 0.1), 0, 0, 1.95), darkMetal),
      part(at(ring(0.92, 0.035), 0, 0, 2.12), orange),
      part(at(cylinder(0.72, 0.05, 0.02), 0, 0, 2.88), satin),
      ...sideways(roundConnector(0.34), 1, 0.86, 2.45),
    ];
  },
  mx74: (): Part[] => [
    part(slab(3.5, 1.35, 0.32, 0.2, 0.04), satin),
    ...screws(3.0, 0.85, 0.32, 0.13),
    part(at(slab(2.5, 1.3, 1.3, 0.16, 0.07), 0, 0, 0.32), slate),
    part(at(slab(2.52, 1.32, 0.22, 0.17, 0.02), 0, 0, 1.1), green),
    ...place(connector(8, white), [0, -0.32, 1.6]),
    ...place([part(ring(0.3, 0.07), orange), part(cylinder(0.3, 0.02), hole)], [2.9, 0.9, 0.07]),
    ...place([part(ring(0.3, 0.07), orange)], [2.55, 1.7, 0.07]),
  ],
  sensor: (): Part[] => [
    ...both(fitting(0.3, brass), 0.75, 0.5),
    part(slab(1.5, 1.0, 0.95, 0.08, 0.04), satin),
    part(at(slab(1.3, 0.92, 0.5, 0.1, 0.05), 0, 0, 0.95), anthracite),
    line(0.4, 0, 0, 1.45),
  ],
};
