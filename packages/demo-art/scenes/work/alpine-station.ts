import { anthracite, orange, satin, steel, sun, white } from '../../materials.ts';
import { conifer, figure, shot, tint } from '../../model.ts';
import { at, block, cylinder, lathe, rod, slab, sphere, turn } from '../../solid.ts';
import { hex } from '../../colour.ts';
import { hash } from '../../noise.ts';
import { part, place, scale } from '../../parts.ts';
import type { Shot } from '../../shot.ts';
import { mountains } from '../mountains.ts';
import { people } from './people.ts';

export function alpineStation(): Shot {
  return shot(
    [
      part(at(sphere(30), 0, 4, -29.2), {
        ...tint('#8fb98a', 0.95),
        pattern: (x, y) => {
          const t =
            0.9 + 0.1 * Math.sin(x * 0.9 + Math.sin(y * 0.7) * 2) + 0.06 * hash(Math.floor(x * 6), Math.floor(y * 6));
          return { colour: [0.26 * t, 0.46 * t, 0.24 * t] };
        },
      }),
      ...place(
        mountains(
          [
            [-9, 22, 9, 10],
            [2, 25, 11, 13.5],
            [13, 22, 9, 9.5],
          ],
          '#94abab',
          '#fdfefe',
        ),
        [0, 0, -3],
      ),
      part(at(cylinder(0.08, 4.6), 0.6, 0.4, 0.6), steel),
      ...[0, 120, 240].map((a) =>
        part(
          rod(
            [
              [0.6, 0.4, 2.6],
              [0.6 + 1.3 * Math.cos((a * Math.PI) / 180 + 0.4), 0.4 + 1.3 * Math.sin((a * Math.PI) / 180 + 0.4), 0.7],
            ],
            0.04,
          ),
          steel,
        ),
      ),
      part(at(slab(0.9, 0.5, 1.1, 0.08, 0.04), 0.6, 0.1, 2.2), white),
      part(at(block(1.3, 0.06, 0.8), 0, 0, 0), { ...tint('#16323c', 0.1) }),
      ...place(
        [
          part(at(block(1.5, 0.06, 0.95, 0.02), 0, 0, 0), { ...tint('#16323c', 0.12) }),
          part(at(block(1.6, 0.05, 1.05, 0.02), 0, 0.04, -0.05), satin),
        ],
        [0.6, -0.2, 3.4],
        ['x', -38],
      ),
      ...Array.from({ length: 7 }, (_, i) =>
        part(
          at(
            lathe(
              [
                [0.1, 0],
                [0.34, 0.02],
                [0.36, 0.05],
                [0.1, 0.09],
              ],
              0.01,
            ),
            1.7,
            0.4,
            3.6 + i * 0.12,
          ),
          white,
        ),
      ),
      part(at(block(1.2, 0.06, 0.06), 1.1, 0.4, 3.95), steel),
      part(at(block(1.6, 0.06, 0.06), 0.6, 0.4, 4.9), steel),
      part(at(cylinder(0.03, 0.5), -0.1, 0.4, 4.9), steel),
      ...[0, 120, 240].map((a) =>
        part(
          at(
            sphere(0.11),
            -0.1 + 0.25 * Math.cos((a * Math.PI) / 180),
            0.4 + 0.25 * Math.sin((a * Math.PI) / 180),
            5.4,
          ),
          anthracite,
        ),
      ),
      part(at(turn(slab(0.6, 0.03, 0.2, 0.01, 0.01), 'z', 20), 1.4, 0.4, 5.1), orange),
      ...place(scale(figure({ ...people.dia, pose: 'reach' }), 1.35), [-1.0, 0.2, 0.72], ['z', 82]),
      ...place(scale(figure({ ...people.eli, pose: 'walk' }), 1.35), [-3.6, -0.6, 0.42], ['z', 75]),
      ...Array.from({ length: 16 }, (_, i) =>
        place(conifer(1.4 + hash(i, 4), '#3a7d61'), [(hash(i, 2) - 0.5) * 20, 7 + hash(2, i) * 4, 0.1]),
      ).flat(),
    ].filter((p) => p.solid.lo[2] > -0.5 || p.solid.hi[2] > 0.79),
    { azimuth: 12, elevation: 5, distance: 21, target: [-0.4, 0.5, 3.0], angle: 22 },
    {
      light: { ...sun, key: [-0.7, -0.5, 0.5] },
      backdrop: {
        centre: hex('#f2f8fa'),
        edge: hex('#bcd8e6'),
        gloss: 0,
        spot: [0.3, 0.35],
        fog: { from: 24, to: 75, colour: hex('#e6f2f6') },
        ground: () => [0.6, 0.78, 0.6],
      },
    },
  );
}
