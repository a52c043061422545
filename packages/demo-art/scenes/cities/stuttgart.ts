import { darkMetal, glass, grey, sun } from '../../materials.ts';
import { shot, tint, tree } from '../../model.ts';
import { at, block, cut, cylinder, extrude, lathe, sphere, turn } from '../../solid.ts';
import { hex } from '../../colour.ts';
import { hash } from '../../noise.ts';
import { type Part, part, place } from '../../parts.ts';
import type { Shot } from '../../shot.ts';
import { haze } from './city.ts';
import { facade } from './facade.ts';

export function stuttgart(): Shot {
  const saw = (x: number, y: number, n: number, lit: number): Part[] => [
    ...place([part(block(n * 1.3, 3.2, 1.1), facade('#c9beb2', x + 20, lit, 0.36, 0.3))], [x, y, 0]),
    ...Array.from({ length: n }, (_, i) =>
      place(
        [
          part(
            turn(
              extrude(
                [
                  [0, 0],
                  [1.3, 0],
                  [1.3, 0.7],
                ],
                3.2,
              ),
              'x',
              90,
            ),
            tint('#8a5b4a'),
          ),
          part(at(block(0.04, 2.9, 0.5), 1.32, -1.6, 0.1), { ...glass, opacity: 0.7, colour: hex('#bfd8dc') }),
        ],
        [x - (n * 1.3) / 2 + i * 1.3, y + 1.6, 1.1],
      ),
    ).flat(),
  ];
  const stack = (x: number, y: number, h: number): Part[] => [
    part(
      at(
        lathe(
          [
            [0, 0],
            [0.3, 0],
            [0.18, h],
            [0, h],
          ],
          0.01,
        ),
        x,
        y,
        0,
      ),
      {
        ...tint('#b06a4f'),
        pattern: (_x, _y, z) => (z > h - 0.5 && z < h - 0.2 ? { colour: hex('#f1efe9') } : undefined),
      },
    ),
  ];
  const house = (x: number, y: number, w: number, h: number, c: string): Part[] => [
    part(at(block(w, 0.9, h), x, y, 0), facade(c, Math.round(x * 10), 0.12, 0.34, 0.26)),
    ...place(
      [
        part(
          at(
            turn(
              extrude(
                [
                  [-0.55, 0],
                  [0.55, 0],
                  [0, 0.6],
                ],
                w + 0.08,
              ),
              'x',
              90,
            ),
            0,
            w / 2 + 0.04,
            0,
          ),
          tint('#a5583f'),
        ),
      ],
      [x, y, h],
      ['z', 90],
    ),
  ];
  return shot(
    [
      ...saw(-4.4, 1.6, 4, 0.1),
      ...saw(3.2, 2.6, 5, 0.1),
      ...stack(-1.2, 3, 5.2),
      ...stack(-0.3, 3.6, 4.6),
      ...place(
        [
          part(cylinder(1.2, 2.6), facade('#9fb0b2', 4, 0, 0.5, 9)),
          ...Array.from({ length: 12 }, (_, i) =>
            part(at(cylinder(0.05, 3.2), 1.4 * Math.cos(i * 0.5236), 1.4 * Math.sin(i * 0.5236), 0), darkMetal),
          ),
          ...[1, 2, 3.1].map((z) =>
            part(at(cut(cylinder(1.45, 0.08), at(cylinder(1.36, 1), 0, 0, -0.4)), 0, 0, z), darkMetal),
          ),
        ],
        [7.6, 3.2, 0],
      ),
      ...place(
        [
          part(block(0.7, 0.7, 3.4), tint('#d9cdb9')),
          part(
            at(
              lathe([
                [0, 0],
                [0.52, 0],
                [0, 2.2],
              ]),
              0,
              0,
              3.4,
            ),
            tint('#4f8f7c'),
          ),
          part(at(block(2.2, 1.1, 1.7), 1.3, 0, 0), tint('#d9cdb9')),
        ],
        [1.0, 6.4, 0],
      ),
      ...Array.from({ length: 20 }, (_, i) =>
        house(
          -11.5 + i * 1.16,
          6.6 + (i % 3) * 0.9,
          1.05,
          0.8 + 0.7 * hash(i, 3),
          ['#e7ddca', '#e1e4df', '#d8c2a8', '#c8d4cf'][i % 4] ?? '#e7ddca',
        ),
      )
        .flat()
        .filter((p) => Math.abs(p.solid.lo[0] - 1.6) > 1.5),
      ...Array.from({ length: 18 }, (_, i) =>
        house(
          -10.5 + i * 1.2,
          10 + (i % 2),
          1.05,
          0.9 + 0.8 * hash(i, 7),
          ['#e7ddca', '#e1e4df', '#d8c2a8'][i % 3] ?? '#e7ddca',
        ),
      ).flat(),
      part(at(sphere(20), -6, 27, -15), tint('#9dbb9c', 0.95)),
      part(at(sphere(22), 11, 31, -17), tint('#b2cbb0', 0.95)),
      part(at(block(40, 1.8, 0.04), 0, -2.0, 0), { ...tint('#8fb6bb', 0.1) }),
      part(at(block(0.9, 2.6, 0.2), 0, -2, 0.35), grey),
      ...Array.from({ length: 20 }, (_, i) =>
        place(tree(0.8 + 0.3 * hash(i, 2), i), [-10.5 + i * 1.1, -0.6 + (hash(i, 5) - 0.5) * 0.3, 0]),
      ).flat(),
    ],
    { azimuth: 12, elevation: 13, distance: 25, target: [0, 2, 1.9], angle: 20 },
    {
      light: { ...sun, key: [-0.7, -0.4, 0.45], keyColour: [1.1, 0.93, 0.74] },
      backdrop: haze('#f3efe4', '#bcd0d3', 26, 58, 0),
    },
  );
}
