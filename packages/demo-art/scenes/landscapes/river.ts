import { grey, satin, white } from '../../materials.ts';
import { conifer, lamp, shot, tint, tree } from '../../model.ts';
import { type Point, at, block, cylinder, extrude, rod, sphere } from '../../solid.ts';
import { hash } from '../../noise.ts';
import { part, place } from '../../parts.ts';
import type { Shot } from '../../shot.ts';
import { mountains } from '../mountains.ts';
import { hill, meadow } from './ground.ts';
import { clear, sky } from './sky.ts';

/** Where the valley bends: the middle of the river, or of the road. */
export const bend = (y: number): number => 2.6 * Math.sin(y * 0.17 + 0.6) + 0.9 * Math.sin(y * 0.33);

export function river(): Shot {
  const bank = (side: 1 | -1): Point[] => [
    ...Array.from({ length: 26 }, (_, i): Point => [bend(-8 + i * 1.6) + side * (1.5 - i * 0.012), -8 + i * 1.6]),
    [side * 30, 32],
    [side * 30, -8],
  ];
  return shot(
    [
      part(at(extrude(bank(-1), 0.4, 0.12), 0, 0, -0.05), meadow('#93bb8b')),
      part(at(extrude(bank(1), 0.4, 0.12), 0, 0, -0.05), meadow('#9ac292')),
      ...Array.from({ length: 90 }, (_, i) => {
        const y = -5 + hash(i, 3) * 34;
        const s = i % 2 ? 1 : -1;
        const x = bend(y) + s * (2.5 + hash(3, i) ** 1.5 * 12);
        return place(
          i % 3
            ? conifer(1 + hash(i, i) * 0.8, ['#3f7d61', '#56937a'][i % 2])
            : tree(1.3 + 0.4 * hash(i, 7), i, '#6fae7f'),
          [x, y, 0.3],
        );
      }).flat(),
      ...place(
        [
          part(block(0.5, 0.5, 1.9, 0.03), white),
          part(at(block(0.6, 0.6, 0.1), 0, 0, 1.9), grey),
          part(at(cylinder(0.03, 1.2), 0, 0, 2), satin),
          part(at(sphere(0.09), 0, 0, 3.2), lamp('#1fc28b', 1.2)),
          part(
            rod(
              [
                [0, 0, 1.2],
                [1.2, -0.1, 1.1],
                [1.6, -0.2, 0.1],
              ],
              0.05,
            ),
            satin,
          ),
        ],
        [-3.0, -1.4, 0.3],
      ),
      ...place(
        [
          part(at(block(9, 1.0, 0.22), 0, 0, 1.1), tint('#d8d1c2')),
          ...[-2.6, 0, 2.6].map((x) => part(at(block(0.4, 0.9, 1.2), x, 0, 0), tint('#c9c1b1'))),
        ],
        [bend(11), 11, 0],
      ),
      hill(-16, 30, 13, 4, '#a4c6a5'),
      hill(15, 32, 14, 4.6, '#afcdb0'),
      ...mountains(
        [
          [-10, 52, 15, 12],
          [7, 56, 17, 14],
          [24, 54, 15, 11],
        ],
        '#9fb5b8',
        '#fcfdfd',
      ),
    ],
    { azimuth: -4, elevation: 15, distance: 20, target: [0, 3, 1.2], angle: 26 },
    { light: clear, backdrop: sky('#eef5f3', '#a9cbd8', 24, 72, 0.75) },
  );
}
