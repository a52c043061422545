import { white } from '../../materials.ts';
import { shot, tint, tree } from '../../model.ts';
import { at, block, cylinder, extrude, slab, turn } from '../../solid.ts';
import { hex } from '../../colour.ts';
import { hash } from '../../noise.ts';
import { type Part, part, place } from '../../parts.ts';
import type { Shot } from '../../shot.ts';
import { city, evening, haze } from './city.ts';
import { facade } from './facade.ts';

export function chicago(): Shot {
  const tower = (
    x: number,
    y: number,
    steps: readonly (readonly [number, number])[],
    colour: string,
    seed: number,
    mast = 0,
  ): Part[] => [
    ...steps.flatMap(([w, h]) =>
      place([part(block(w, w, h, 0.01), facade(colour, seed, 0.22, 0.17, 0.12))], [x, y, 0]),
    ),
    ...(mast
      ? [
          part(at(cylinder(0.05, mast), x - 0.2, y, steps.at(-1)?.[1] ?? 0), white),
          part(at(cylinder(0.05, mast), x + 0.2, y, steps.at(-1)?.[1] ?? 0), white),
        ]
      : []),
  ];
  const taper = {
    distance: (x: number, y: number, z: number) => {
      const k = 1 - z * 0.05;
      return block(1.7, 1.2, 8).distance(x / k, y / k, z) * 0.7;
    },
    lo: [-0.9, -0.7, 0] as const,
    hi: [0.9, 0.7, 8] as const,
  };
  return shot(
    [
      ...tower(
        -2.2,
        2.4,
        [
          [1.8, 4.6],
          [1.4, 6.4],
          [1.0, 8.6],
        ],
        '#39464d',
        4,
        1.8,
      ),
      ...place(
        [
          part(taper, facade('#2f3a40', 12, 0.2)),
          part(at(cylinder(0.05, 1.6), -0.25, 0, 8), white),
          part(at(cylinder(0.05, 1.6), 0.25, 0, 8), white),
        ],
        [3.9, 1.8, 0],
      ),
      ...tower(
        1.2,
        3.2,
        [
          [1.3, 5.2],
          [1.0, 6.6],
          [0.5, 7.2],
        ],
        '#8e9aa0',
        6,
      ),
      ...tower(-5.4, 1.8, [[1.3, 5.4]], '#b8bfbf', 8),
      ...tower(
        6.8,
        2.6,
        [
          [1.2, 4.8],
          [0.8, 5.8],
        ],
        '#a89a88',
        10,
      ),
      ...[-0.5, 0.5].map((x) =>
        part(at(cylinder(0.42, 3.4, 0.03), x + 0.2, -0.6, 0), {
          ...tint('#cfc6b4'),
          pattern: (_x, _y, z) => (z / 0.19 - Math.floor(z / 0.19) > 0.5 ? { colour: hex('#5c5a55') } : undefined),
        }),
      ),
      ...place(
        city({
          seed: 23,
          width: 26,
          depth: 8,
          low: 0.7,
          high: 4.4,
          colours: ['#66747b', '#8f9a9d', '#a59b8e', '#4c5a61', '#b9bdb9'],
          lit: 0.24,
          keepOut: (x, y) =>
            y < -2.4 ||
            Math.hypot(x + 2.2, y + 0.6) < 1.3 ||
            Math.hypot(x - 3.9, y + 1.2) < 1.2 ||
            Math.hypot(x - 1.2, y - 0.2) < 1,
        }),
        [0, 3, 0],
      ),
      part(at(block(30, 1.2, 0.12), 0, -1.9, 0), tint('#7fa58f')),
      ...Array.from({ length: 22 }, (_, i) =>
        place(tree(0.7, i), [-11 + i, -1.9 + (hash(i, 2) - 0.5) * 0.6, 0.1]),
      ).flat(),
      ...[
        [-3, -5],
        [2.4, -5.8],
        [4.8, -4.4],
      ].flatMap(([x = 0, y = 0]) =>
        place(
          [
            part(slab(0.7, 0.22, 0.12, 0.1, 0.04), white),
            part(
              turn(
                extrude(
                  [
                    [-0.05, 0.12],
                    [0.3, 0.12],
                    [-0.05, 1.0],
                  ],
                  0.02,
                ),
                'x',
                90,
              ),
              white,
            ),
          ],
          [x, y, 0],
        ),
      ),
    ],
    { azimuth: -8, elevation: 6, distance: 24, target: [0.2, 0.5, 3.9], angle: 25 },
    {
      light: { ...evening, keyColour: [1.1, 0.86, 0.66], sky: [0.42, 0.46, 0.52] },
      backdrop: haze('#dfe0da', '#7fa3b5', 22, 48, 0.6),
    },
  );
}
