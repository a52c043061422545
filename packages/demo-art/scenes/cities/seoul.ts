import { orange, sun, white } from '../../materials.ts';
import { conifer, lamp, shot, tint, tree } from '../../model.ts';
import { mountains } from '../mountains.ts';
import { at, block, curve, cylinder, extrude, lathe, turn } from '../../solid.ts';
import { hash } from '../../noise.ts';
import { type Part, part, place } from '../../parts.ts';
import type { Shot } from '../../shot.ts';
import { city, haze, pale } from './city.ts';
import { facade } from './facade.ts';

export function seoul(): Shot {
  const roof = (w: number, d: number): Part[] => [
    part(block(w * 0.82, d * 0.76, 0.75), tint('#b4553f')),
    part(at(block(w * 0.84, d * 0.78, 0.12), 0, 0, 0.62), tint('#2f7d66')),
    part(
      at(
        turn(
          extrude(
            curve(
              [
                [-d * 0.62, 0.12, 0],
                [-d * 0.35, 0.1, 0],
                [-d * 0.14, 0.4, 0],
                [0, 0.72, 0],
                [d * 0.14, 0.4, 0],
                [d * 0.35, 0.1, 0],
                [d * 0.62, 0.12, 0],
                [d * 0.5, 0, 0],
                [-d * 0.5, 0, 0],
              ],
              3,
            ).map((p) => [p[0], p[1]] as const),
            w,
          ),
          'x',
          90,
        ),
        0,
        w / 2,
        0,
      ),
      tint('#3d464a', 0.8),
    ),
  ];
  const hall = (w: number, d: number): Part[] => {
    const [walls, beam, tiles] = roof(w, d);
    return [
      ...(walls ? [walls] : []),
      ...(beam ? [beam] : []),
      ...(tiles ? place(place([tiles], [0, 0, 0], ['z', 90]), [0, 0, 0.72]) : []),
    ];
  };
  return shot(
    [
      part(
        at(
          lathe(
            [
              [0, 0],
              [7, 0],
              [4, 1.5],
              [2, 2.6],
              [0.8, 3.0],
              [0, 3.1],
            ],
            0.2,
          ),
          0.6,
          7,
          0,
        ),
        tint('#6d9c82', 0.95),
      ),
      ...Array.from({ length: 60 }, (_, i) => {
        const a = hash(i, 2) * 6.28;
        const r = 0.8 + 4.4 * hash(2, i);
        const z = r < 2 ? 2.9 - r * 0.35 : Math.max(0, 2.5 - (r - 2) * 0.52);
        return place(conifer(0.7 + 0.4 * hash(i, i), i % 2 ? '#4f8a6c' : '#3d7a5d'), [
          0.6 + r * Math.cos(a),
          7 + r * Math.sin(a),
          z - 0.1,
        ]);
      }).flat(),
      ...place(
        [
          part(cylinder(0.18, 3.2), white),
          part(
            at(
              lathe(
                [
                  [0.2, 0],
                  [0.62, 0.25],
                  [0.62, 0.7],
                  [0.2, 0.9],
                ],
                0.02,
              ),
              0,
              0,
              1.9,
            ),
            white,
          ),
          part(at(cylinder(0.635, 0.16), 0, 0, 2.25), lamp('#1fc28b', 0.5)),
          part(at(cylinder(0.09, 1.6), 0, 0, 3.2), orange),
          part(at(cylinder(0.04, 1), 0, 0, 4.8), white),
        ],
        [0.6, 7, 2.9],
      ),
      ...place(
        city({
          seed: 31,
          width: 26,
          depth: 9,
          low: 0.5,
          high: 3.2,
          pitch: 1.15,
          colours: pale,
          lit: 0.03,
          keepOut: (x, y) => y < -1 && Math.abs(x) < 6,
        }),
        [0, 2.6, 0],
      ).filter(
        (p) => Math.hypot((p.solid.lo[0] + p.solid.hi[0]) / 2 - 0.6, (p.solid.lo[1] + p.solid.hi[1]) / 2 - 7) > 4.6,
      ),
      part(
        at(
          lathe(
            [
              [0.9, 0],
              [0.75, 2.5],
              [0.5, 5.5],
              [0.16, 7.4],
              [0, 7.5],
              [0, 0],
            ],
            0.01,
          ),
          7.4,
          4.6,
          0,
        ),
        facade('#b9c9cc', 3, 0.05),
      ),
      ...mountains(
        [
          [-9, 21, 8, 6],
          [9, 24, 9, 7],
          [-1, 26, 9, 6.4],
        ],
        '#a5b9b5',
        '#c3d1cc',
      ),
      part(at(block(9, 3.6, 0.16), -1, -2.4, 0), tint('#e0d9ca')),
      ...place(hall(3.4, 1.9), [-1, -1.4, 0.16]),
      ...place(hall(1.7, 1.2), [-4.2, -2.2, 0.16]),
      ...place(hall(1.7, 1.2), [2.3, -2.2, 0.16]),
      ...Array.from({ length: 14 }, (_, i) =>
        place(tree(0.9, i, i % 2 ? '#d98a4a' : '#5d9a7d'), [-7 + i * 1.05, -4.4 - hash(i, 4) * 0.5, 0]),
      ).flat(),
    ],
    { azimuth: 10, elevation: 11, distance: 25, target: [0.2, 1.2, 2.8], angle: 23 },
    {
      light: { ...sun, key: [-0.7, -0.4, 0.5], keyColour: [1.05, 0.93, 0.78] },
      backdrop: haze('#f0f1ea', '#b6cfd6', 26, 58, 0),
    },
  );
}
