import {
  anthracite,
  black,
  darkMetal,
  grey,
  lightGround,
  orange,
  satin,
  steel,
  water,
  white,
} from '../../materials.ts';
import { lamp, shot, tint } from '../../model.ts';
import { at, block, cylinder, lathe, ring, rod, slab, sphere, turn } from '../../solid.ts';
import { hex } from '../../colour.ts';
import { type Material, type Part, part } from '../../parts.ts';
import type { Shot } from '../../shot.ts';
import { wallLight } from './lights.ts';

export function leakDetection(): Shot {
  const run = (y: number, z: number, r: number, m: Material): Part[] => [
    part(at(turn(cylinder(r, 30), 'y', 90), -15, y, z), m),
    ...[-6, -1.6, 3.4, 7.6].map((x) => part(at(turn(cylinder(r * 1.5, 0.34, 0.04), 'y', 90), x, y, z), steel)),
    ...[-6, -1.6, 3.4, 7.6].flatMap((x) =>
      Array.from({ length: 8 }, (_, i) =>
        part(
          at(
            turn(cylinder(0.08, 0.56, 0.02), 'y', 90),
            x - 0.11,
            y + r * 1.25 * Math.cos(i * 0.785),
            z + r * 1.25 * Math.sin(i * 0.785),
          ),
          darkMetal,
        ),
      ),
    ),
  ];
  return shot(
    [
      ...run(0, 2.3, 0.8, tint('#2f8f6d', 0.3)),
      ...run(3.0, 1.7, 0.55, tint('#c7d0cd', 0.3)),
      ...run(3.0, 3.9, 0.55, satin),
      part(at(block(40, 0.3, 20), 0, 5.5, -1), tint('#dde2df')),
      ...[-4, 5.4].flatMap((x) => [
        part(at(block(0.5, 1.3, 1.6, 0.03), x, 0, 0), grey),
        part(at(block(0.4, 4.4, 0.3), x, 1.6, 0), grey),
      ]),
      part(at(turn(cylinder(0.98, 1.1, 0.08), 'y', 90), 0.45, 0, 2.3), anthracite),
      part(at(slab(1.3, 1.1, 0.6, 0.14, 0.06), 1.0, 0, 3.1), black),
      part(at(slab(0.7, 0.08, 0.04, 0.03, 0.01), 1.0, -0.35, 3.69), lamp('#1fc28b', 1.6)),
      part(at(turn(cylinder(0.06, 0.8), 'z', 0), 1.4, 0.3, 3.6), steel),
      part(
        at(
          lathe(
            [
              [0, 0],
              [0.13, 0.1],
              [0.12, 0.22],
              [0, 0.5],
            ],
            0.02,
          ),
          -1.43,
          -0.1,
          0.62,
        ),
        { ...water, opacity: 0.75 },
      ),
      part(
        at(
          lathe(
            [
              [0, 0],
              [1.2, 0],
              [0.9, 0.03],
              [0, 0.05],
            ],
            0.005,
          ),
          -1.43,
          -0.2,
          0,
        ),
        { ...water, opacity: 0.5, colour: hex('#bfe0da') },
      ),
      ...[0.35, 0.62, 0.9].map((r) => part(at(ring(r, 0.025), -1.43, -0.2, 0.035), { ...water, opacity: 0.5 })),
      part(at(slab(1.2, 0.8, 0.14, 0.2, 0.05), 0.6, -1.5, 0), white),
      part(at(sphere(0.06), 0.9, -1.6, 0.14), lamp('#e2590b', 1.8)),
      part(
        rod(
          [
            [-3.4, -0.95, 0.06],
            [-0.6, -1.25, 0.06],
            [0.1, -1.4, 0.06],
          ],
          0.05,
        ),
        orange,
      ),
    ],
    { azimuth: 22, elevation: 17, distance: 22, target: [0.2, 0.4, 1.9], angle: 21 },
    { light: wallLight, backdrop: { ...lightGround, gloss: 0.5 } },
  );
}
