// Family AX6: sensors for vehicles.

import { at, block, cut, cylinder, extrude, join, lathe, ring, slab } from './solid.ts';
import { type Part, part, place } from './parts.ts';
import { sideways, screws } from './fittings.ts';
import { anthracite, black, brass, gold, green, membrane, orange, satin } from './materials.ts';

/** A sealed automotive connector socket, opening along x. */
function socket(poles: number): Part[] {
  const depth = poles * 0.26 + 0.3;
  return [
    part(cut(slab(0.85, depth, 1.0, 0.18, 0.05), at(slab(0.65, depth - 0.2, 1, 0.12), 0, 0, 0.2)), black),
    part(at(block(0.16, 0.36, 0.3, 0.03), -0.46, 0, 0.55), black),
    ...Array.from({ length: poles }, (_, i) =>
      part(at(block(0.06, 0.1, 0.75, 0.02), 0, (i - (poles - 1) / 2) * 0.26, 0.1), gold),
    ),
  ];
}

const bushing = (x: number, y: number, z: number): Part[] => [
  part(at(cut(cylinder(0.4, 0.34, 0.03), at(cylinder(0.24, 1), 0, 0, -0.3)), x, y, z), black),
  part(at(cut(cylinder(0.26, 0.4, 0.02), at(cylinder(0.18, 1), 0, 0, -0.3)), x, y, z - 0.02), brass),
];

const ribs = (count: number, width: number, depth: number, z: number): Part[] =>
  Array.from({ length: count }, (_, i) =>
    part(at(block(0.06, depth, 0.07, 0.02), (i - (count - 1) / 2) * (width / count), 0, z), black),
  );

export const ax = {
  ax61: (): Part[] => [
    part(
      extrude(
        [
          [-1.6, -0.9],
          [1.3, -0.9],
          [1.6, -0.5],
          [1.6, 0.5],
          [1.3, 0.9],
          [-1.6, 0.9],
        ],
        0.75,
        0.08,
      ),
      black,
    ),
    part(at(slab(2.1, 1.2, 0.16, 0.3, 0.05), -0.2, 0, 0.74), anthracite),
    part(at(cut(slab(1.2, 0.7, 0.08, 0.34, 0.02), at(slab(1.0, 0.5, 1, 0.24), 0, 0, -0.3)), -0.2, 0, 0.88), satin),
    part(at(slab(1.0, 0.5, 0.05, 0.24, 0.01), -0.2, 0, 0.87), membrane),
    ...sideways(socket(4), 1, 1.55, 0.45),
    ...[-1, 1].map((s) => part(at(block(0.5, 0.18, 0.5, 0.05), -0.8, s * 1.05, 0.1), black)),
  ],
  ax62: (): Part[] => [
    part(
      join(
        [
          slab(2.2, 1.7, 0.34, 0.3, 0.05),
          at(cylinder(0.42, 0.34, 0.03), -1.45, 0, 0),
          at(cylinder(0.42, 0.34, 0.03), 1.45, 0, 0),
        ],
        0.6,
      ),
      black,
    ),
    ...bushing(-1.6, 0, 0.02),
    ...bushing(1.6, 0, 0.02),
    part(at(slab(1.9, 1.5, 0.85, 0.25, 0.09), 0, 0, 0.3), black),
    ...place(ribs(6, 1.3, 1.2, 0), [0, 0, 1.13]),
    part(at(cylinder(0.78, 0.12, 0.03), 0, 0, 1.15), black),
    part(
      at(
        lathe(
          [
            [0, 0],
            [0.42, 0],
            [0.42, 0.2],
            [0.34, 0.24],
            [0.34, 1.0],
            [0.28, 1.12],
            [0, 1.12],
          ],
          0.02,
        ),
        0,
        0,
        1.2,
      ),
      anthracite,
    ),
    part(at(ring(0.42, 0.07), 0, 0, 1.42), orange),
    ...[0, 60, 120, 180, 240, 300].map((a) =>
      part(
        at(slab(0.1, 0.1, 0.5, 0.04), 0.33 * Math.cos((a * Math.PI) / 180), 0.33 * Math.sin((a * Math.PI) / 180), 1.65),
        membrane,
      ),
    ),
    ...place(socket(4), [0, -0.72, 0.72], ['y', 90], ['z', -90]),
  ],
  ax63: (): Part[] => [
    part(slab(3.4, 2.4, 1.05, 0.35, 0.1), black),
    part(
      at(
        cut(
          slab(3.0, 2.0, 0.16, 0.25, 0.05),
          ...Array.from({ length: 9 }, (_, i) => at(slab(0.1, 1.1, 1, 0.05), 0.5 + (i - 4) * 0.22, 0, -0.3)),
        ),
        0,
        0,
        1.0,
      ),
      anthracite,
    ),
    part(at(cylinder(0.5, 0.14, 0.04), -0.95, 0, 1.12), black),
    part(at(ring(0.5, 0.04), -0.95, 0, 1.24), green),
    ...[-1, 1].flatMap((s) => [
      part(at(slab(0.9, 0.9, 0.3, 0.4, 0.05), s * 1.95, s * 0.7, 0), black),
      ...bushing(s * 2.1, s * 0.7, 0.02),
    ]),
    ...sideways(socket(6), 1, 1.65, 0.55, -0.2),
  ],
  ax64: (): Part[] => [
    part(slab(2.4, 2.4, 0.3, 0.7, 0.05), satin),
    ...screws(1.75, 1.75, 0.3, 0.15),
    part(at(cylinder(1.0, 0.95, 0.09), 0, 0, 0.3), black),
    part(at(ring(1.0, 0.05), 0, 0, 0.42), orange),
    part(at(cut(cylinder(0.72, 0.16, 0.04), at(cylinder(0.52, 1), 0, 0, -0.3)), 0, 0, 1.22), satin),
    part(at(cylinder(0.53, 0.08, 0.01), 0, 0, 1.22), membrane),
    ...sideways(socket(4), 1, 0.85, 0.75),
  ],
  sensor: (): Part[] => [
    part(slab(1.7, 1.4, 0.6, 0.2, 0.07), black),
    part(at(cylinder(0.42, 0.5, 0.04), 0, 0, 0.58), anthracite),
    part(at(ring(0.42, 0.05), 0, 0, 0.68), orange),
    part(at(cylinder(0.3, 0.04, 0.01), 0, 0, 1.06), membrane),
    ...bushing(-1.0, -0.4, 0.02),
  ],
};
