import { darkMetal, white } from '../../materials.ts';
import { lamp, shot, tree } from '../../model.ts';
import { at, cylinder, slab, sphere } from '../../solid.ts';
import { hash } from '../../noise.ts';
import { part, place, scale } from '../../parts.ts';
import type { Shot } from '../../shot.ts';
import { headquarters } from '../cities/headquarters.ts';
import { mountains } from '../mountains.ts';
import { hill, meadow, wooded } from './ground.ts';
import { sail } from './sail.ts';
import { dawn, sky } from './sky.ts';

export function heroCompany(): Shot {
  return shot(
    [
      part(at(slab(16, 8, 0.3, 1.4, 0.1), 0.4, 2.2, -0.05), meadow('#8fb08c')),
      ...place(scale(headquarters(true), 1), [1.4, 1.6, 0.25]),
      ...[
        [-5.6, 1.2],
        [-4.6, 3.6],
        [6.9, 0.6],
        [7.2, 3.4],
        [-6.2, 3.8],
      ].flatMap(([x = 0, y = 0], i) =>
        place(tree(1.6 + hash(i, 3) * 0.7, i + 2, ['#44836a', '#5c9a7c'][i % 2]), [x, y, 0.2]),
      ),
      ...[-1.8, 0.2, 2.2].flatMap((x) => [
        part(at(cylinder(0.03, 1.1), x, -1.2, 0.2), darkMetal),
        part(at(sphere(0.08), x, -1.2, 1.35), lamp('#ffdca3', 1.6)),
      ]),
      hill(-14, 20, 11, 2.6, '#6f958c'),
      hill(13, 21, 12, 3.2, '#7b9f95'),
      ...wooded(-14, 20, 11, 2.6, 36, 3),
      ...wooded(13, 21, 12, 3.2, 40, 8),
      ...mountains(
        [
          [-16, 36, 12, 10],
          [-4, 42, 14, 14],
          [11, 38, 12, 11.5],
          [25, 42, 13, 12],
        ],
        '#8598a3',
        '#fde9d8',
      ),
      ...place([part(slab(0.9, 0.28, 0.14, 0.13, 0.05), white), sail(-0.05, 0.4, 1.3, white)], [-2.6, -3.4, 0]),
    ],
    { azimuth: 14, elevation: 6.5, distance: 26, target: [0.4, 1, 2.5], angle: 19 },
    { light: dawn, backdrop: sky('#f5dcc2', '#7d9fb4', 30, 78, 0.75, [0.3, 0.4]) },
  );
}
