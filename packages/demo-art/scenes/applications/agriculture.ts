import { cx } from '../../gas-modules.ts';
import { rubber, steel, sun, white } from '../../materials.ts';
import { lamp, shot, tint } from '../../model.ts';
import { at, block, curve, cylinder, join, rod, slab, sphere } from '../../solid.ts';
import { hex } from '../../colour.ts';
import { hash } from '../../noise.ts';
import { type Part, part, place, scale } from '../../parts.ts';
import type { Shot } from '../../shot.ts';

export function agriculture(): Shot {
  const rows = [-4, -2, 0, 2, 4];
  const bed = tint('#6b5a49', 0.95);
  const crops = rows.flatMap((x, r) => [
    part(at(slab(1.1, 15, 0.35, 0.1, 0.05), x, 0, 0), white),
    part(at(block(0.95, 14.8, 0.06), x, 0, 0.31), bed),
    ...Array.from({ length: 12 }, (_, i) => {
      const s = 0.36 + 0.14 * hash(i, r);
      const heads = [0, 1, 2, 3].map((k) =>
        at(sphere(s * 0.62), Math.cos(k * 1.57 + i) * s * 0.55, Math.sin(k * 1.57 + i) * s * 0.55, s * 0.5),
      );
      return part(
        at(join([at(sphere(s * 0.75), 0, 0, s * 0.8), ...heads], 0.12), x, -6.8 + i * 1.23, 0.35),
        tint(['#4fa06f', '#3c8c62', '#6db37f'][Math.floor(hash(r, i) * 3)] ?? '#4fa06f', 0.85),
      );
    }),
  ]);
  const arch = (y: number): Part =>
    part(
      rod(
        curve(
          [
            [-5.6, y, 0],
            [-5.6, y, 3.2],
            [-3.6, y, 4.9],
            [0, y, 5.9],
            [3.6, y, 4.9],
            [5.6, y, 3.2],
            [5.6, y, 0],
          ],
          8,
        ),
        0.07,
      ),
      white,
    );
  return shot(
    [
      ...crops,
      ...[-7.4, -3.7, 0, 3.7, 7.4].map(arch),
      ...[
        [-5.6, 3.2],
        [5.6, 3.2],
        [0, 5.9],
        [-3.6, 4.9],
        [3.6, 4.9],
      ].map(([x = 0, z = 0]) =>
        part(
          rod(
            [
              [x, -7.4, z],
              [x, 7.4, z],
            ],
            0.05,
          ),
          white,
        ),
      ),
      ...[-3, -1, 1, 3].map((x) =>
        part(
          rod(
            [
              [x, -7.3, 0.12],
              [x, 7.3, 0.12],
            ],
            0.06,
          ),
          rubber,
        ),
      ),
      part(at(cylinder(0.05, 2.6), 0, -3.2, 3.2), steel),
      ...place(scale(cx.cx21(), 0.34), [0, -3.2, 2.4]),
      part(at(slab(1.0, 1.0, 0.08, 0.1, 0.02), 0, -3.2, 3.25), white),
      part(at(slab(0.9, 0.9, 0.06, 0.1, 0.02), 0, -3.2, 2.36), white),
      part(at(sphere(0.09), 0.3, -3.68, 3.28), lamp('#1fc28b', 1.5)),
    ],
    { azimuth: 8, elevation: 20, distance: 22, target: [0, -0.5, 2.1], angle: 26 },
    {
      light: { ...sun, key: [-0.75, 0.5, 0.42], keyColour: [1.1, 0.92, 0.68], softness: 0.06 },
      backdrop: {
        centre: hex('#fff6e2'),
        edge: hex('#cfe0d0'),
        gloss: 0,
        spot: [0.3, 0.2],
        fog: { from: 20, to: 42, colour: hex('#fbf3df') },
      },
    },
  );
}
