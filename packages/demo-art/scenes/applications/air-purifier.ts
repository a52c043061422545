import { anthracite, black, hole, sageGround, white } from '../../materials.ts';
import { lamp, opening, pair, plant, room, shot, tint } from '../../model.ts';
import { at, block, cylinder, lathe, ring, slab, turn } from '../../solid.ts';
import { part, place } from '../../parts.ts';
import type { Shot } from '../../shot.ts';
import { morning } from './lights.ts';

export function airPurifier(): Shot {
  const slots = Array.from({ length: 24 }, (_, i) =>
    place([part(at(block(0.2, 0.04, 0.75, 0.01), 0.62, 0, 0.2), hole)], [0, 0, 0], ['z', i * 15]),
  ).flat();
  return shot(
    [
      ...room({
        width: 9,
        depth: 7,
        height: 5,
        left: [
          opening(-4.7, 0.4, 1.1, 2, 1.7, 2.9),
          opening(-4.7, -1.7, 1.1, 2, 1.7, 2.9),
          opening(-4.7, 2.5, 1.1, 2, 1.7, 2.9),
        ],
      }),
      part(at(slab(5.4, 3.8, 0.06, 0.3, 0.02), 0.6, -0.4, 0), tint('#dfe5e1', 0.95)),
      ...place(
        [
          part(cylinder(0.62, 1.5, 0.12), white),
          ...slots,
          part(at(ring(0.5, 0.05), 0, 0, 1.49), lamp('#1fc28b', 1)),
          part(at(cylinder(0.44, 0.05), 0, 0, 1.47), anthracite),
        ],
        [-0.6, -0.6, 0.06],
      ),
      ...place(
        [
          part(at(slab(2.6, 1.15, 0.45, 0.2, 0.12), 0, 0, 0.25), tint('#5f7a70', 0.9)),
          part(at(slab(2.6, 0.4, 1.0, 0.18, 0.12), 0, 0.5, 0.35), tint('#5f7a70', 0.9)),
          ...pair((s) => [
            part(at(slab(0.35, 1.15, 0.7, 0.15, 0.1), s * 1.3, 0, 0.25), tint('#5f7a70', 0.9)),
            part(at(cylinder(0.05, 0.3), s * 1.2, -0.4, 0), black),
          ]),
          part(at(turn(slab(0.75, 0.28, 0.7, 0.12, 0.12), 'x', -14), -0.7, 0.15, 0.68), tint('#e2590b', 0.9)),
        ],
        [1.7, 2.3, 0],
      ),
      ...place(plant(1.35, 4), [-3.6, 2.7, 0]),
      part(at(cylinder(0.03, 2.6), 3.6, 2.9, 0), black),
      part(
        at(
          lathe(
            [
              [0.3, 0],
              [0.5, 0],
              [0.32, 0.5],
              [0.2, 0.5],
            ],
            0.02,
          ),
          3.6,
          2.9,
          2.4,
        ),
        lamp('#ffe6bd', 0.5),
      ),
      part(at(cylinder(0.5, 0.06, 0.03), 2.2, 0.4, 0.55), white),
      part(at(cylinder(0.04, 0.55), 2.2, 0.4, 0), black),
      part(at(cylinder(0.09, 0.16, 0.03), 2.3, 0.3, 0.61), tint('#007a53')),
      part(at(block(1.8, 0.06, 1.2, 0.02), 1.4, 3.45, 2.5), anthracite),
      part(at(block(1.7, 0.07, 1.1, 0.02), 1.4, 3.43, 2.55), tint('#b9cdc3')),
    ],
    { azimuth: 33, elevation: 17, distance: 21, target: [-0.3, 0.4, 1.55], angle: 19 },
    { light: morning, backdrop: sageGround },
  );
}
