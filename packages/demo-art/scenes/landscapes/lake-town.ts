import { orange, white } from '../../materials.ts';
import { shot, tint, tree } from '../../model.ts';
import { at, block, extrude, lathe, slab, turn } from '../../solid.ts';
import { hash } from '../../noise.ts';
import { type Part, part, place, scale } from '../../parts.ts';
import type { Shot } from '../../shot.ts';
import { facade } from '../cities/facade.ts';
import { headquarters } from '../cities/headquarters.ts';
import { mountains } from '../mountains.ts';
import { hill, meadow, wooded } from './ground.ts';
import { sail } from './sail.ts';
import { clear, sky } from './sky.ts';

const house = (x: number, y: number, z: number, w: number, h: number, wall: string, roof: string, turned = 0): Part[] =>
  place(
    [
      part(block(w, 0.95, h), facade(wall, Math.round(x * 13), 0.06, 0.36, 0.27)),
      ...place(
        [
          part(
            at(
              turn(
                extrude(
                  [
                    [-0.62, 0],
                    [0.62, 0],
                    [0, 0.56],
                  ],
                  w + 0.1,
                ),
                'x',
                90,
              ),
              0,
              w / 2 + 0.05,
              0,
            ),
            tint(roof),
          ),
        ],
        [0, 0, h],
        ['z', 90],
      ),
    ],
    [x, y, z],
    ['z', turned],
  );

export function lakeTown(): Shot {
  const rows = [0, 1, 2];
  return shot(
    [
      part(at(slab(30, 9, 0.35, 2, 0.1), 0, 5.6, -0.1), meadow('#a9c79f')),
      part(at(block(30, 0.3, 0.36), 0, 1.15, -0.05), tint('#cfc9bc')),
      ...rows
        .flatMap((r) =>
          Array.from({ length: 13 - r }, (_, i) =>
            house(
              -10 + i * 1.62 + hash(i, r) * 0.4 + r * 0.6,
              2.3 + r * 1.9 + hash(r, i) * 0.4,
              0.22 + r * 0.1,
              1 + 0.4 * hash(i, r, 2),
              0.8 + 0.7 * hash(i, r, 3),
              ['#f1ebdd', '#e6e6e0', '#e8d5b8', '#dfe3df'][(i + r) % 4] ?? '#f1ebdd',
              ['#a4583f', '#8f4c3a', '#6d5a50'][(i * 2 + r) % 3] ?? '#a4583f',
              (hash(i, r, 5) - 0.5) * 40,
            ),
          ).flat(),
        )
        .filter((p) => !(p.solid.lo[0] > 2 && p.solid.hi[0] < 8.6 && p.solid.lo[1] < 3.7)),
      ...place(
        [
          part(block(0.75, 0.75, 2.7), tint('#f3efe5')),
          part(
            at(
              lathe(
                [
                  [0, 0],
                  [0.58, 0],
                  [0.3, 0.35],
                  [0.34, 0.55],
                  [0, 2.1],
                ],
                0.02,
              ),
              0,
              0,
              2.7,
            ),
            tint('#3f7f6b'),
          ),
          part(at(block(0.9, 2.4, 1.3), 0, 1.4, 0), tint('#f3efe5')),
        ],
        [-2.6, 3.6, 0.3],
      ),
      ...place(scale(headquarters(false), 0.52), [5.2, 2.3, 0.25]),
      hill(-11, 15, 10, 3.2, '#8fb795'),
      hill(9, 16, 12, 4, '#9cc0a1'),
      hill(-1, 19, 10, 3.4, '#86b08f'),
      ...wooded(-11, 15, 10, 3.2, 40, 4),
      ...wooded(9, 16, 12, 4, 46, 7),
      ...wooded(-1, 19, 10, 3.4, 30, 9),
      ...mountains(
        [
          [-15, 34, 11, 10],
          [-3, 38, 13, 13.5],
          [10, 36, 11, 11],
          [22, 38, 12, 12],
        ],
        '#9db3b6',
        '#fcfdfd',
      ),
      ...Array.from({ length: 18 }, (_, i) => place(tree(0.75 + 0.2 * hash(i, 3), i), [-9.6 + i * 1.12, 1.5, 0.2]))
        .flat()
        .filter((p) => p.solid.hi[0] < 2.4 || p.solid.lo[0] > 8),
      ...[
        [-3.4, -2.2],
        [1.6, -3.6],
        [4.6, -1.4],
      ].flatMap(([x = 0, y = 0]) =>
        place(
          [
            part(slab(0.9, 0.28, 0.14, 0.13, 0.05), white),
            sail(-0.05, 0.4, 1.3, white),
            sail(-0.1, -0.42, 0.95, orange),
          ],
          [x, y, 0],
        ),
      ),
      part(at(block(0.5, 3, 0.1), -6.4, -0.2, 0.18), tint('#b99f7d')),
    ],
    { azimuth: 8, elevation: 8, distance: 26, target: [0, 3, 2.5], angle: 21 },
    { light: clear, backdrop: sky('#f0f6f6', '#a9cbdb', 30, 72) },
  );
}
