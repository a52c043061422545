import { orange, sun, white } from '../../materials.ts';
import { shot, tint, tree } from '../../model.ts';
import { at, curve, lathe, rod, slab } from '../../solid.ts';
import { hex } from '../../colour.ts';
import { hash } from '../../noise.ts';
import { part, place, scale } from '../../parts.ts';
import type { Shot } from '../../shot.ts';
import { city, haze, pale } from './city.ts';

export function tokyo(): Shot {
  const legs = [
    [1, 1],
    [-1, 1],
    [1, -1],
    [-1, -1],
  ].map(([a = 1, b = 1]) =>
    part(
      rod(
        curve(
          [
            [a * 1.5, b * 1.5, 0],
            [a * 0.75, b * 0.75, 2.2],
            [a * 0.4, b * 0.4, 4.2],
            [a * 0.16, b * 0.16, 6.6],
            [0, 0, 9.4],
          ],
          6,
        ),
        0.07,
      ),
      orange,
    ),
  );
  const braces = Array.from({ length: 13 }, (_, i) => {
    const z = 0.6 + i * 0.5;
    const r = z < 2.2 ? 1.5 - (z / 2.2) * 0.75 : 0.75 - ((z - 2.2) / 4.4) * 0.58;
    return part(
      rod(
        [
          [r, r, z],
          [-r, r, z],
          [-r, -r, z],
          [r, -r, z],
          [r, r, z],
        ],
        0.03,
      ),
      i % 3 === 1 ? white : orange,
    );
  });
  return shot(
    [
      ...place(
        scale(
          [
            ...legs,
            ...braces,
            part(at(slab(1.15, 1.15, 0.45, 0.1, 0.04), 0, 0, 3.3), white),
            part(at(slab(0.62, 0.62, 0.36, 0.1, 0.04), 0, 0, 5.9), white),
          ],
          0.78,
        ),
        [1.6, 1.2, 0],
      ),
      ...place(
        [
          part(
            lathe(
              [
                [0, 0],
                [11, 0],
                [7, 1.6],
                [4, 3.6],
                [2.2, 5.4],
                [1.0, 6.6],
                [0, 6.7],
              ],
              0.1,
            ),
            {
              ...tint('#8ea2b0', 0.95),
              pattern: (x, y, z) =>
                z > 4.1 + 0.9 * Math.abs(((Math.atan2(y, x) * 3.2) % 1) - 0.5) ? { colour: hex('#fbfbfb') } : undefined,
            },
          ),
        ],
        [-7, 24, 0],
      ),
      ...place(
        city({
          seed: 14,
          width: 26,
          depth: 12,
          low: 0.4,
          high: 3.1,
          pitch: 1.1,
          colours: pale,
          lit: 0.05,
          keepOut: (x, y) => Math.hypot(x - 1.6, y + 2.6) < 2.2,
        }),
        [0, 3.8, 0],
      ),
      ...Array.from({ length: 24 }, (_, i) =>
        place(tree(0.9 + 0.4 * hash(i, 3), i, i % 3 ? '#e8b7bd' : '#5d9a7d'), [
          (hash(i, 6) - 0.5) * 16,
          -2.6 - hash(6, i) * 1.8,
          0,
        ]),
      ).flat(),
    ],
    { azimuth: -6, elevation: 10, distance: 24, target: [-0.2, 1, 3.7], angle: 24 },
    { light: { ...sun, key: [-0.7, -0.45, 0.5] }, backdrop: haze('#eef1ef', '#b9d0da', 24, 60, 0) },
  );
}
