import { black, grey, steel, sun, white } from '../../materials.ts';
import { conifer, figure, lamp, shot, tint } from '../../model.ts';
import { at, block, cut, cylinder, join, rod, slab, turn } from '../../solid.ts';
import { hex } from '../../colour.ts';
import { hash } from '../../noise.ts';
import { type Part, part, place } from '../../parts.ts';
import type { Shot } from '../../shot.ts';
import { mountains } from '../mountains.ts';
import { people } from './people.ts';

export function mountainTrain(): Shot {
  const coach = (nose: boolean): Part[] => [
    part(
      cut(
        slab(3.4, 1.05, 1.15, nose ? 0.35 : 0.08, 0.12),
        ...[-1, 1].flatMap((s) =>
          [-1.15, -0.4, 0.35, 1.1].map((x) => at(slab(0.62, 0.2, 0.42, 0.08), x, s * 0.55, 0.52)),
        ),
      ),
      tint('#e2590b', 0.35),
    ),
    part(at(slab(3.42, 1.07, 0.1, nose ? 0.35 : 0.08, 0.02), 0, 0, 0.3), white),
    part(at(slab(3.0, 0.98, 0.4, 0.1, 0.02), 0, 0, 0.53), lamp('#fff1cf', 0.35)),
    part(at(slab(3.2, 0.8, 0.08, 0.2, 0.03), 0, 0, 1.14), grey),
    ...[-1.1, 1.1].map((x) => part(at(block(0.8, 0.8, 0.24, 0.05), x, 0, -0.2), black)),
  ];
  const arches = [-9, -6, -3, 0, 3, 6, 9].map((x) =>
    join([at(turn(cylinder(1.1, 4), 'x', 90), x, 2, 1.9), at(block(2.2, 4, 1.9), x, 0, 0)]),
  );
  return shot(
    [
      part(cut(at(block(24, 1.4, 3.6, 0.02), 0, 0, 0), ...arches), tint('#d9d2c4', 0.9)),
      part(at(block(24, 1.7, 0.16, 0.02), 0, 0, 3.55), tint('#c6beae', 0.9)),
      part(
        rod(
          [
            [-12, -0.3, 3.76],
            [12, -0.3, 3.76],
          ],
          0.05,
        ),
        steel,
      ),
      part(
        rod(
          [
            [-12, 0.3, 3.76],
            [12, 0.3, 3.76],
          ],
          0.05,
        ),
        steel,
      ),
      ...place(coach(true), [-3.6, 0, 4.02]),
      ...place(coach(false), [0, 0, 4.02]),
      ...place(coach(false), [3.6, 0, 4.02]),
      ...place(coach(true), [7.2, 0, 4.02]),
      ...mountains(
        [
          [-6, 13, 8, 9],
          [3, 15, 9, 11.5],
          [11, 13, 7, 8],
          [-14, 16, 8, 9.5],
          [18, 17, 8, 9],
        ],
        '#8fa7a6',
        '#fbfdfd',
      ),
      ...Array.from(
        { length: 46 },
        (_, i) => [(hash(i, 2) - 0.5) * 26, 2.4 + hash(3, i) * 5, 1.6 + hash(i, i) * 1.7] as const,
      ).flatMap(([x, y, h], i) => place(conifer(h, ['#2c6b52', '#3a7d61', '#235844'][i % 3]), [x, y, 0])),
      ...Array.from({ length: 12 }, (_, i) =>
        place(conifer(1.2 + hash(i, 8), '#2c6b52'), [
          (hash(i, 5) < 0.5 ? -1 : 1) * (3.4 + hash(5, i) * 8),
          -2.2 - hash(6, i) * 1.4,
          0,
        ]),
      ).flat(),
      ...place(figure({ ...people.eli, pose: 'walk' }), [-1.3, -1.9, 0], ['z', 70]),
      ...place(figure({ ...people.dia, pose: 'walk' }), [-0.5, -2.0, 0], ['z', 70]),
    ],
    { azimuth: 16, elevation: 8, distance: 27, target: [0, 1.5, 4.0], angle: 23 },
    {
      light: { ...sun, key: [-0.75, -0.45, 0.55], softness: 0.05 },
      backdrop: {
        centre: hex('#eaf3f6'),
        edge: hex('#c4dbe4'),
        gloss: 0,
        spot: [0.35, 0.3],
        fog: { from: 28, to: 62, colour: hex('#e4f0f3') },
        ground: () => [0.74, 0.86, 0.76],
      },
    },
  );
}
