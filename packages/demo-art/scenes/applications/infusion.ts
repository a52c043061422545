import { lx } from '../../liquid-flow.ts';
import { anthracite, glass, green, grey, mint, sageGround, satin, steel, water, white } from '../../materials.ts';
import { display, shot, tint } from '../../model.ts';
import { at, block, curve, cylinder, lathe, rod, slab, sphere, turn } from '../../solid.ts';
import { hex } from '../../colour.ts';
import { part, place, scale } from '../../parts.ts';
import type { Shot } from '../../shot.ts';
import { wallLight } from './lights.ts';

export function infusion(): Shot {
  return shot(
    [
      part(at(block(40, 0.3, 24), 0, 3.2, -2), tint('#d7e6df')),
      part(at(cylinder(0.09, 9), 0, 0.6, 0), steel),
      part(
        rod(
          [
            [-1.5, 0.6, 8.6],
            [0, 0.6, 8.9],
            [1.5, 0.6, 8.6],
          ],
          0.06,
        ),
        steel,
      ),
      ...[0, 72, 144, 216, 288].flatMap((a) =>
        place([part(at(block(1.5, 0.16, 0.14, 0.05), 0.7, 0, 0.2), satin)], [0, 0.6, 0], ['z', a]),
      ),
      ...place(
        [
          part(slab(1.5, 0.5, 2.3, 0.25, 0.22), { ...glass, opacity: 0.3 }),
          part(at(slab(1.4, 0.42, 1.5, 0.2, 0.18), 0, 0, 0.04), { ...water, colour: hex('#cfe9e3'), opacity: 0.6 }),
          part(at(cylinder(0.1, 0.4), -0.0, 0, -0.3), white),
          part(at(block(0.9, 0.08, 0.3, 0.03), 0, 0, 2.2), white),
          part(at(slab(0.9, 0.5, 0.8, 0.05, 0.02), 0, -0.03, 0.9), { ...tint('#f4f6f5', 0.7), opacity: 0.8 }),
        ],
        [-1.3, 0.5, 6.1],
      ),
      part(
        rod(
          [
            [-1.3, 0.55, 8.3],
            [-1.35, 0.6, 8.66],
          ],
          0.03,
        ),
        steel,
      ),
      part(
        at(
          lathe(
            [
              [0.15, 0],
              [0.2, 0],
              [0.2, 0.8],
              [0.15, 0.8],
            ],
            0.02,
          ),
          -1.3,
          0.5,
          4.95,
        ),
        { ...glass, opacity: 0.3 },
      ),
      part(at(cylinder(0.15, 0.3), -1.3, 0.5, 4.97), water),
      part(at(sphere(0.055), -1.3, 0.5, 5.45), water),
      part(
        rod(
          curve(
            [
              [-1.3, 0.5, 5.0],
              [-1.35, 0.4, 4.2],
              [-1.1, 0.1, 3.2],
              [-1.7, -0.2, 2.6],
              [-2.2, -0.5, 1.6],
              [-1.2, -0.8, 1.1],
              [0, -0.6, 1.6],
              [0.2, -0.6, 2.4],
            ],
            8,
          ),
          0.06,
        ),
        { ...water, opacity: 0.9, colour: hex('#a9dccb') },
      ),
      ...place(
        [
          part(slab(3.0, 1.2, 2.0, 0.25, 0.1), white),
          part(at(slab(3.04, 1.24, 0.2, 0.25, 0.03), 0, 0, 0.2), green),
          ...place(display(1.6, 0.9, 7), [-0.45, -0.62, 0.75]),
          ...[0, 1, 2].map((i) =>
            part(at(turn(cylinder(0.13, 0.12, 0.03), 'x', 90), 0.95, -0.56, 0.85 + i * 0.38), i === 0 ? mint : grey),
          ),
        ],
        [0.5, 0, 2.4],
      ),
      ...place(
        [
          part(at(turn(cylinder(0.28, 2.2, 0.04), 'y', 90), -1.1, 0, 0.4), { ...glass, opacity: 0.3 }),
          part(at(turn(cylinder(0.24, 1.4, 0.02), 'y', 90), -1.0, 0, 0.4), water),
          part(at(turn(cylinder(0.1, 1.4), 'y', 90), 0.4, 0, 0.4), white),
          part(at(turn(cylinder(0.36, 0.12, 0.03), 'y', 90), 1.75, 0, 0.4), white),
          part(slab(2.8, 0.9, 0.3, 0.15, 0.05), anthracite),
        ],
        [0.7, 0, 4.4],
      ),
      part(
        rod(
          curve(
            [
              [2.1, -0.1, 3.0],
              [2.9, -0.6, 2.4],
              [3.6, -1.0, 1.3],
              [5.2, -1.2, 0.8],
            ],
            8,
          ),
          0.06,
        ),
        { ...water, opacity: 0.9, colour: hex('#a9dccb') },
      ),
      ...place(scale(lx.lx13().slice(0, -2), 0.42), [-2.05, -0.4, 1.9], ['y', 68]),
    ],
    { azimuth: 14, elevation: 7, distance: 26, target: [0.2, 0, 4.6], angle: 20 },
    { light: wallLight, backdrop: { ...sageGround, gloss: 0.35 } },
  );
}
