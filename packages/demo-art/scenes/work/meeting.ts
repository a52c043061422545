import { cx } from '../../gas-modules.ts';
import { anthracite, black, green, lightGround, mint, orange, sun, white } from '../../materials.ts';
import { figure, opening, plant, room, shot, tint } from '../../model.ts';
import { at, block, curve, cylinder, lathe, rod, slab } from '../../solid.ts';
import { part, place, scale } from '../../parts.ts';
import type { Shot } from '../../shot.ts';
import { people } from './people.ts';

export function meeting(): Shot {
  return shot(
    [
      ...room({ width: 10, depth: 7, height: 4.4, wall: tint('#e6ece9'), left: [opening(-5.2, 0.8, 0.6, 2, 5, 3.2)] }),
      part(at(block(4.4, 0.08, 2.3, 0.02), 0.8, 3.42, 1.2), white),
      part(
        rod(
          curve(
            [
              [-1, 3.35, 1.6],
              [0, 3.35, 1.9],
              [0.8, 3.35, 2.6],
              [1.7, 3.35, 2.3],
              [2.6, 3.35, 3.0],
            ],
            7,
          ),
          0.035,
        ),
        mint,
      ),
      ...[-0.6, 0.2, 1.0, 1.8].map((x, i) =>
        part(at(block(0.36, 0.06, 0.3 + 0.22 * i), x, 3.37, 1.4), i === 3 ? orange : tint('#c5d3cd')),
      ),
      part(at(slab(4.2, 1.9, 0.1, 0.9, 0.04), 0.2, 0, 0.72), tint('#c9b394', 0.4)),
      part(at(cylinder(0.2, 0.72), -1, 0, 0), anthracite),
      part(at(cylinder(0.2, 0.72), 1.4, 0, 0), anthracite),
      ...(
        [
          [-1.1, 1.35, 0, people.eli],
          [0.2, 1.45, 0, people.fay],
          [1.5, 1.35, 0, people.gus],
          [-1.0, -1.35, 180, people.dia],
          [1.3, -1.35, 180, people.ben],
        ] as const
      ).flatMap(([x, y, a, who]) => [
        ...place(
          [
            part(at(slab(0.5, 0.5, 0.08, 0.12, 0.04), 0, 0, 0.42), green),
            part(at(slab(0.46, 0.08, 0.5, 0.04, 0.04), 0, 0.25, 0.55), green),
            part(at(cylinder(0.04, 0.42), 0, 0, 0), black),
            ...figure({ ...who, pose: 'sit' }),
          ],
          [x, y, 0],
          ['z', a],
        ),
      ]),
      ...place(
        figure({ skin: '#e8c29c', hair: '#1c1817', top: '#007a53', legs: '#22282b', pose: 'reach', long: true }),
        [3.6, 2.4, 0],
        ['z', -40],
      ),
      ...[-0.6, 0.9].map((x) => part(at(slab(0.5, 0.34, 0.03, 0.03, 0.01), x, 0.1, 0.82), anthracite)),
      ...place(scale(cx.cx21(), 0.12), [0.2, -0.1, 0.82]),
      ...place(plant(1.3, 4), [-4.1, 2.7, 0]),
      part(
        at(
          lathe(
            [
              [0.2, 0.4],
              [1.0, 0],
              [0.9, 0],
              [0.1, 0.36],
            ],
            0.02,
          ),
          0.2,
          0,
          3.0,
        ),
        white,
      ),
      part(at(cylinder(0.015, 1.2), 0.2, 0, 3.3), black),
    ],
    { azimuth: 24, elevation: 20, distance: 23, target: [0.3, 0.4, 1.3], angle: 19 },
    {
      light: {
        ...sun,
        key: [-0.86, -0.1, 0.55],
        keyColour: [1.05, 0.96, 0.82],
        sky: [0.64, 0.63, 0.61],
        bounce: [0.54, 0.52, 0.48],
        softness: 0.05,
      },
      backdrop: lightGround,
    },
  );
}
