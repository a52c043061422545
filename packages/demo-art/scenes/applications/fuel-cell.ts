import { ax } from '../../automotive.ts';
import { mx } from '../../gas-flow.ts';
import {
  anthracite,
  black,
  chrome,
  darkMetal,
  grey,
  orange,
  sageGround,
  satin,
  softbox,
  steel,
} from '../../materials.ts';
import { pair, shot, tint } from '../../model.ts';
import { at, block, curve, cylinder, rod, slab, turn } from '../../solid.ts';
import { type Material, type Part, part, place, scale } from '../../parts.ts';
import type { Shot } from '../../shot.ts';

export function fuelCell(): Shot {
  const plates = Array.from({ length: 34 }, (_, i) =>
    part(
      at(block(0.09, 2.5, 2.5, 0.01), (i - 16.5) * 0.125, 0, 0.5),
      i % 2 ? darkMetal : i % 4 === 0 ? tint('#1f8f6a', 0.4) : grey,
    ),
  );
  const elbow = (x: number, y: number, z: number, m: Material, s: number): Part[] => [
    part(
      rod(
        curve(
          [
            [x, y, z],
            [x + s * 0.8, y, z],
            [x + s * 1.4, y - 0.2, z - 0.1],
            [x + s * 1.7, y - 1.2, z - 0.25],
            [x + s * 1.9, y - 3, z - 0.6],
            [x + s * 2, y - 5, z - 0.8],
          ],
          7,
        ),
        0.26,
      ),
      m,
    ),
    part(at(turn(cylinder(0.38, 0.3, 0.04), 'y', 90), x + (s > 0 ? 0 : -0.3), y, z), steel),
  ];
  return shot(
    [
      ...plates,
      ...pair((s) => [
        part(at(slab(0.5, 3.0, 3.0, 0.1, 0.06), s * 2.45, 0, 0.25), satin),
        ...[
          [1, 1],
          [1, -1],
          [-1, 1],
          [-1, -1],
        ].map(([a = 1, b = 1]) =>
          part(at(turn(cylinder(0.13, 0.5, 0.02), 'y', 90), s > 0 ? 2.55 : -3.05, a * 1.32, 1.75 + b * 1.32), steel),
        ),
      ]),
      ...[
        [1, 1],
        [1, -1],
        [-1, 1],
        [-1, -1],
      ].map(([a = 1, b = 1]) => part(at(turn(cylinder(0.08, 5), 'y', 90), -2.5, a * 1.36, 1.75 + b * 1.36), chrome)),
      ...elbow(2.6, 0.6, 2.5, tint('#2f8f6d', 0.3), 1),
      ...elbow(2.6, -0.6, 1.1, tint('#c9d2cf', 0.3), 0.7),
      ...place(scale(mx.mx72(), 0.5), [4.35, -2.9, 1.72], ['z', 98], ['x', 0]),
      part(at(slab(7.4, 3.4, 0.25, 0.2, 0.05), 0, 0, 0), anthracite),
      part(
        rod(
          curve(
            [
              [-2.7, 0.5, 2.9],
              [-3.4, 0.4, 3.1],
              [-4.2, -0.6, 2.2],
              [-4.6, -2.4, 0.6],
              [-5.2, -5, 0.3],
            ],
            7,
          ),
          0.12,
        ),
        orange,
      ),
      part(
        rod(
          curve(
            [
              [-2.7, -0.1, 2.9],
              [-3.3, -0.2, 3.0],
              [-3.9, -1.0, 2.0],
              [-4.1, -2.6, 0.5],
              [-4.5, -5, 0.3],
            ],
            7,
          ),
          0.12,
        ),
        black,
      ),
      ...place(scale(ax.ax62(), 0.42), [0, 0, 3.0]),
      part(at(slab(1.6, 1.4, 0.06, 0.1, 0.02), 0, 0, 2.98), satin),
    ],
    { azimuth: 28, elevation: 24, distance: 22, target: [0, -0.3, 1.6], angle: 20.5 },
    { light: softbox, backdrop: sageGround },
  );
}
