import { darkMetal, grey, lightGround, sun, white } from '../../materials.ts';
import { conifer, lamp, shot, tint, tree } from '../../model.ts';
import { mountains } from '../mountains.ts';
import { at, block, cylinder, slab, sphere } from '../../solid.ts';
import { hash } from '../../noise.ts';
import { type Part, part, place } from '../../parts.ts';
import type { Shot } from '../../shot.ts';
import { evening, haze } from './city.ts';
import { facade } from './facade.ts';

export function headquarters(lit: boolean): Part[] {
  const level = (z: number, w: number, d: number, x: number, y: number): Part[] => [
    part(at(block(w, d, 0.16, 0.02), x, y, z), white),
    part(
      at(block(w - 0.3, d - 0.3, 0.82), x, y, z + 0.16),
      lit ? { ...facade('#9fb6b2', z * 3 + 1, 0.75, 0.98, 0.42) } : { ...tint('#9dbdb8', 0.08) },
    ),
    ...Array.from({ length: Math.floor(w / 0.42) }, (_, i) =>
      part(at(block(0.05, d - 0.24, 0.84), x - w / 2 + 0.3 + i * 0.42, y, z + 0.16), white),
    ),
  ];
  return [
    ...level(0, 8, 3.4, 0, 0),
    ...level(0.98, 8, 3.4, 0.5, 0.1),
    ...level(1.96, 5.6, 3.0, -0.9, 0.1),
    part(at(block(5.8, 3.2, 0.18, 0.02), -0.9, 0.1, 2.94), white),
    part(at(block(8.1, 3.5, 0.1), 0.5, 0.1, 1.92), white),
    ...place(tree(0.8, 4), [2.8, 0.2, 2.0]),
    ...place(tree(0.7, 6), [3.7, -0.6, 2.0]),
    part(at(block(0.1, 0.1, 0.9), 3.3, -1.75, 0.05), lamp('#1fc28b', 0.6)),
  ];
}

export function newBuilding(): Shot {
  return shot(
    [
      part(at(slab(15, 9, 0.16, 0.5, 0.04), 0, 0, -0.1), tint('#cddccf')),
      part(at(block(6, 1.6, 0.06), 2, -3.1, 0.04), tint('#e7e5de')),
      ...place(headquarters(false), [0, 0.6, 0.06]),
      ...[
        [-6, -2.6],
        [-5.2, 2.9],
        [6.1, 2.4],
        [6.3, -2.2],
        [-6.4, 0.4],
        [-3.3, -3.2],
        [5.2, -3.4],
      ].flatMap(([x = 0, y = 0], i) =>
        place(tree(1.5 + hash(i, 3) * 0.7, i + 2, ['#4f9a77', '#6fae8a', '#3f8768'][i % 3]), [x, y, 0.05]),
      ),
    ],
    { azimuth: 30, elevation: 21, distance: 25, target: [0, 0, 1.0], angle: 20 },
    { light: { ...sun, key: [-0.62, -0.5, 0.6] }, backdrop: lightGround },
  );
}

export function eveningFactory(): Shot {
  return shot(
    [
      ...place(headquarters(true), [-1, 0, 0]),
      part(at(block(9, 3.2, 2.2), 4.6, 4.2, 0), facade('#3c4a50', 5, 0.3, 0.72, 0.5)),
      ...[2.5, 4.2, 5.9].map((x) => part(at(cylinder(0.22, 0.9), x, 4.2, 2.2), grey)),
      ...Array.from({ length: 12 }, (_, i) =>
        place(conifer(1.3 + hash(i, 3), '#27473d'), [-9 + i * 1.7, 7 + hash(i, 4) * 2, 0]),
      ).flat(),
      ...[
        [-6, -2.4],
        [5.6, -2.2],
        [3.6, -2.9],
      ].flatMap(([x = 0, y = 0], i) => place(tree(1.6, i + 4, '#31564a'), [x, y, 0])),
      ...[-5, -1, 3].flatMap((x) => [
        part(at(cylinder(0.03, 1.3), x, -3.0, 0), darkMetal),
        part(at(sphere(0.09), x, -3.0, 1.35), lamp('#ffdca3', 1.6)),
      ]),
      ...mountains(
        [
          [-8, 20, 8, 6.5],
          [3, 23, 10, 8],
          [13, 20, 8, 6],
        ],
        '#50646d',
        '#93a5ab',
      ),
    ],
    { azimuth: 20, elevation: 9, distance: 24, target: [0, 0.6, 1.7], angle: 20 },
    {
      light: { ...evening, keyColour: [0.5, 0.42, 0.4], sky: [0.3, 0.36, 0.44], bounce: [0.2, 0.2, 0.22] },
      backdrop: { ...haze('#d99a72', '#33505f', 24, 70, 0.5), spot: [0.6, 0.42], ground: () => [0.42, 0.5, 0.62] },
    },
  );
}
