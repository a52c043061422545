// Family DX8: differential pressure.

import { at, block, cut, join, slab } from './solid.ts';
import { type Material, type Part, part, place } from './parts.ts';
import { connector } from './board.ts';
import { barb, both, screws } from './fittings.ts';
import { black, brass, green, grey, hole, orange, satin, slate, white } from './materials.ts';

const port =
  (radius: number, length: number, material: Material): (() => Part[]) =>
  () =>
    barb(radius, length, 3, material);

export const dx = {
  dx81: (): Part[] => [
    part(at(slab(2.6, 1.9, 0.9, 0.12, 0.06), 0, 0, 0.1), black),
    part(at(slab(1.0, 1.4, 0.12, 0.1, 0.04), -0.6, 0, 0.95), black),
    part(at(slab(1.0, 1.4, 0.12, 0.1, 0.04), 0.6, 0, 0.95), black),
    ...place(barb(0.26, 1.35, 3, black), [-0.6, 0, 1.0]),
    ...place(barb(0.26, 1.35, 3, black), [0.6, 0, 1.0]),
    ...[-1, 1].flatMap((s) =>
      [0, 1, 2, 3].map((i) =>
        part(
          at(
            join([block(0.2, 0.24, 0.1, 0.03), at(block(0.2, 0.08, 0.34, 0.03), 0, s * -0.1, 0)]),
            (i - 1.5) * 0.6,
            s * 1.03,
            0,
          ),
          satin,
        ),
      ),
    ),
  ],
  dx82: (): Part[] => [
    part(slab(3.0, 2.1, 0.75, 0.16, 0.07), white),
    part(at(slab(1.7, 1.2, 0.06, 0.1, 0.02), -0.3, 0.15, 0.73), grey),
    ...place(barb(0.23, 1.25, 3, white), [-0.65, -1.0, 0.38], ['x', 90]),
    ...place(barb(0.23, 1.25, 3, orange), [0.65, -1.0, 0.38], ['x', 90]),
    ...place(connector(4, black), [1.15, 0.55, 0.55], ['z', 90]),
  ],
  dx83: (): Part[] => [
    part(
      cut(
        slab(5.0, 1.5, 0.22, 0.6, 0.04),
        at(slab(0.5, 0.26, 1, 0.13), 2.1, 0, -0.3),
        at(slab(0.5, 0.26, 1, 0.13), -2.1, 0, -0.3),
      ),
      slate,
    ),
    part(at(slab(3.2, 1.9, 1.15, 0.2, 0.08), 0, 0, 0.1), slate),
    part(at(slab(3.22, 1.92, 0.05, 0.2, 0.01), 0, 0, 0.86), hole),
    part(at(slab(1.1, 0.5, 0.03, 0.08, 0.01), -0.7, -0.45, 1.245), green),
    ...place(barb(0.3, 1.5, 4, slate), [-0.75, 0.3, 1.2]),
    ...place(barb(0.3, 1.5, 4, slate), [0.75, 0.3, 1.2]),
    ...place(connector(5, white), [0.8, -0.62, 1.1]),
  ],
  dx84: (): Part[] => [
    part(slab(3.4, 1.7, 0.5, 0.14, 0.04), satin),
    ...screws(2.95, 1.25, 0.5, 0.12),
    part(at(slab(2.2, 1.6, 0.8, 0.12, 0.06), 0, 0, 0.5), white),
    part(at(slab(2.22, 1.62, 0.12, 0.12, 0.02), 0, 0, 0.72), green),
    ...both(port(0.24, 1.2, brass), 1.7, 0.28),
    ...place(connector(6, black), [0, -0.45, 1.2]),
  ],
  sensor: (): Part[] => [
    part(slab(1.6, 1.2, 0.55, 0.1, 0.05), black),
    ...place(barb(0.18, 0.95, 3, black), [-0.4, 0, 0.54]),
    ...place(barb(0.18, 0.95, 3, black), [0.4, 0, 0.54]),
  ],
};
