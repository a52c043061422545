import { white } from '../../materials.ts';
import { shot, tint, tree } from '../../model.ts';
import { at, block, extrude, lathe, slab, turn } from '../../solid.ts';
import { hex } from '../../colour.ts';
import { hash } from '../../noise.ts';
import { type Part, part, place } from '../../parts.ts';
import type { Shot } from '../../shot.ts';
import { mountains } from '../mountains.ts';
import { hill, wooded } from './ground.ts';
import { clear, sky } from './sky.ts';

export const at2 = (p: Part, z: number): Part => place([p], [0, 0, z])[0] ?? p;

const turbine = (height: number, spin: number): Part[] => [
  part(
    lathe(
      [
        [0, 0],
        [0.16, 0],
        [0.08, height],
        [0, height],
      ],
      0.01,
    ),
    white,
  ),
  part(at(slab(0.3, 0.7, 0.26, 0.1, 0.08), 0, 0, height - 0.08), white),
  ...place(
    [0, 120, 240].flatMap((a) =>
      place(
        [
          part(
            extrude(
              [
                [-0.06, 0],
                [0.1, 0.3],
                [0.07, 1.2],
                [0.01, 2.5],
                [-0.03, 2.5],
                [-0.07, 0.4],
              ],
              0.05,
              0.015,
            ),
            white,
          ),
        ],
        [0, 0, 0],
        ['z', a + spin],
      ),
    ),
    [0, -0.42, height + 0.06],
    ['x', 90],
  ),
];

export function heroSustainability(): Shot {
  const panel = [
    part(turn(at(block(2.4, 1.3, 0.06, 0.01), 0, 0, 0), 'x', 32), {
      ...tint('#1a3f4e', 0.12),
      pattern: (x: number) => (Math.abs(x / 0.3 - Math.round(x / 0.3)) < 0.05 ? { colour: hex('#9fb6bd') } : undefined),
    }),
  ];
  return shot(
    [
      hill(-9, 8, 10, 2.6, '#86b583'),
      hill(8, 10, 12, 3.0, '#95c08f'),
      hill(-1, 17, 12, 3.6, '#a3c9a0'),
      hill(15, 20, 11, 3.4, '#b0d0ad'),
      hill(-18, 20, 12, 3.8, '#abcda9'),
      hill(-6, -3.4, 7, 0.9, '#79aa78'),
      hill(7, -3, 7, 0.8, '#7fae7c'),
      ...wooded(8, 10, 12, 3.0, 34, 5),
      ...wooded(-9, 8, 10, 2.6, 24, 2),
      ...place(turbine(3.6, 14), [-6, 8.6, 2.3]),
      ...place(turbine(3.2, 50), [-9.4, 9.6, 2.4]),
      ...place(turbine(3.6, 84), [-2.6, 17, 3.4]),
      ...place(turbine(3.2, 30), [8.0, 12, 2.7]),
      ...Array.from({ length: 10 }, (_, i) =>
        place(panel, [
          4.2 + (i % 5) * 1.7 - Math.floor(i / 5) * 0.4,
          -2.2 - Math.floor(i / 5) * 1.4,
          1.15 - Math.abs((i % 5) - 2) * 0.16,
        ]),
      ).flat(),
      ...Array.from({ length: 9 }, (_, i) =>
        place(tree(1.1 + 0.5 * hash(i, 2), i, ['#4f9a77', '#6fae8a'][i % 2]), [
          -9.5 + i * 0.85,
          -3.0 + (hash(i, 4) - 0.5) * 2,
          0.5,
        ]),
      ).flat(),
      ...mountains(
        [
          [-20, 46, 14, 9],
          [-3, 50, 16, 12],
          [16, 48, 14, 10],
        ],
        '#a9bfc0',
        '#fdfefe',
      ),
    ],
    { azimuth: 4, elevation: 9, distance: 25, target: [0, 2, 3.0], angle: 25 },
    {
      light: { ...clear, keyColour: [1.08, 0.98, 0.82] },
      backdrop: sky('#f6f6e8', '#b5d6dc', 22, 70, 0.7, [0.3, 0.3]),
    },
  );
}
