import { mx } from '../../gas-flow.ts';
import { anthracite, black, grey, sageGround, steel, white } from '../../materials.ts';
import { display, pair, shot, tint } from '../../model.ts';
import { type Vec, at, block, curve, cylinder, rod, slab, sphere, turn } from '../../solid.ts';
import { type Material, type Part, part, place, scale } from '../../parts.ts';
import type { Shot } from '../../shot.ts';
import { wallLight } from './lights.ts';

function hose(path: readonly Vec[], radius: number, material: Material): Part[] {
  return curve(path, 9).map((p) => part(at(sphere(radius), ...p), material));
}

export function ventilation(): Shot {
  return shot(
    [
      part(at(block(40, 0.3, 20), 0, 4.5, -1), tint('#cfe0d8')),
      part(at(block(40, 0.1, 0.5), 0, 4.3, 1.5), white),
      ...place(
        [
          part(at(slab(2.3, 1.3, 1.75, 0.18, 0.1), 0, 0, 2.2), white),
          part(at(slab(2.32, 1.32, 0.25, 0.18, 0.03), 0, 0, 2.35), tint('#007a53')),
          ...place(display(1.75, 1.05, 2), [-0.1, -0.66, 2.78]),
          part(at(turn(cylinder(0.14, 0.16, 0.03), 'x', 90), 0.95, -0.6, 2.95), anthracite),
          ...[-0.55, 0.1].flatMap((x) => [part(at(turn(cylinder(0.2, 0.3, 0.03), 'x', 90), x, -0.6, 2.46), steel)]),
          part(cylinder(0.12, 2.3), steel),
          ...[0, 72, 144, 216, 288].flatMap((a) =>
            place(
              [
                part(at(block(1.1, 0.14, 0.1, 0.04), 0.5, 0, 0.14), white),
                part(at(turn(cylinder(0.13, 0.12, 0.03), 'x', 90), 1.0, 0.06, 0.13), black),
              ],
              [0, 0, 0],
              ['z', a + 20],
            ),
          ),
        ],
        [1.8, 1.2, 0],
      ),
      ...place(
        [
          part(at(slab(5.4, 2.2, 0.5, 0.25, 0.12), 0, 0, 1.1), white),
          part(at(slab(3.2, 2.26, 0.24, 0.2, 0.1), 0.9, 0, 1.5), tint('#9cc7b6', 0.95)),
          part(at(turn(slab(1.8, 2.0, 0.4, 0.2, 0.12), 'y', 24), -2.0, 0, 1.45), white),
          part(at(slab(1.0, 1.3, 0.34, 0.2, 0.16), -2.1, 0, 2.0), white),
          part(at(slab(5.2, 2.0, 0.18, 0.1, 0.04), 0, 0, 0.75), grey),
          ...pair((s) => [
            part(at(cylinder(0.09, 0.9), s * 2.1, 0.6, 0), steel),
            part(at(cylinder(0.09, 0.9), s * 2.1, -0.6, 0), steel),
            part(at(turn(cylinder(0.2, 0.14, 0.03), 'x', 90), s * 2.1, -0.6, 0.2), anthracite),
          ]),
          part(
            rod(
              [
                [0.1, -1.18, 1.5],
                [0.1, -1.18, 2.05],
                [2.1, -1.18, 2.05],
                [2.1, -1.18, 1.5],
              ],
              0.05,
            ),
            steel,
          ),
          part(
            rod(
              [
                [2.75, -1, 1.2],
                [2.75, -1, 2.3],
                [2.75, 1, 2.3],
                [2.75, 1, 1.2],
              ],
              0.07,
            ),
            steel,
          ),
        ],
        [-2.4, 0.6, 0],
      ),
      ...hose(
        [
          [1.25, 0.4, 2.46],
          [0.9, -0.4, 2.1],
          [-0.6, -0.4, 1.95],
          [-2.6, 0, 2.3],
          [-4.1, 0.4, 2.42],
        ],
        0.12,
        { ...tint('#e6efec', 0.4) },
      ),
      ...hose(
        [
          [1.9, 0.4, 2.46],
          [1.5, -0.8, 1.9],
          [-0.4, -0.7, 1.85],
          [-2.7, -0.3, 2.2],
          [-4.1, 0.3, 2.36],
        ],
        0.12,
        { ...tint('#7fc0a6', 0.4) },
      ),
      ...place(scale(mx.mx71(), 0.2), [-0.55, -0.42, 1.98], ['z', 6]),
    ],
    { azimuth: 12, elevation: 12, distance: 24, target: [-0.6, 0.3, 2.0], angle: 17.5 },
    { light: wallLight, backdrop: { ...sageGround, gloss: 0.35 } },
  );
}
