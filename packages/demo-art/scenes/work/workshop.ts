import { mx } from '../../gas-flow.ts';
import { anthracite, black, lightGround, orange, steel, sun } from '../../materials.ts';
import { figure, lamp, opening, room, shot, table, tint, wood } from '../../model.ts';
import { at, block, cylinder, lathe, slab } from '../../solid.ts';
import { hex } from '../../colour.ts';
import { hash } from '../../noise.ts';
import { part, place, scale } from '../../parts.ts';
import type { Shot } from '../../shot.ts';
import { people } from './people.ts';

export function workshop(): Shot {
  const mill = [
    part(slab(2.2, 1.6, 0.9, 0.1, 0.05), tint('#5c6d6a')),
    part(at(slab(1.6, 0.9, 0.14, 0.05, 0.02), 0, -0.2, 0.95), steel),
    part(at(block(0.7, 0.6, 2.2, 0.06), 0, 0.5, 0.8), tint('#007a53')),
    part(at(block(0.6, 1.1, 0.7, 0.06), 0, 0, 2.2), tint('#007a53')),
    part(at(cylinder(0.14, 0.6), 0, -0.3, 1.65), steel),
    part(
      at(
        lathe([
          [0, 0],
          [0.04, 0],
          [0.08, 0.3],
          [0, 0.3],
        ]),
        0,
        -0.3,
        1.4,
      ),
      steel,
    ),
  ];
  return shot(
    [
      ...room({
        width: 10,
        depth: 7,
        height: 4.4,
        floor: wood,
        wall: tint('#e9e4da'),
        left: [opening(-5.2, 1.6, 1.3, 2, 2, 2.2), opening(-5.2, -1.2, 1.3, 2, 2, 2.2)],
      }),
      ...place(mill, [-2.9, 2.1, 0]),
      ...place(mill, [0.2, 2.3, 0]),
      part(at(block(3, 0.08, 1.6), 3.2, 3.42, 1.3), tint('#d8cfbf')),
      ...Array.from({ length: 9 }, (_, i) =>
        part(
          at(block(0.08, 0.07, 0.4 + 0.5 * hash(i, 4), 0.02), 2.0 + i * 0.3, 3.34, 1.7),
          [steel, orange, anthracite][i % 3] ?? steel,
        ),
      ),
      ...place(table(3.2, 1.3, 0.9, tint('#c9a878'), anthracite), [2.6, 0.2, 0]),
      ...place(scale(mx.mx73(), 0.28), [2.4, 0.2, 0.92]),
      ...place(scale(mx.mx72(), 0.2), [3.6, 0.3, 0.92]),
      part(at(block(0.5, 0.36, 0.24, 0.03), 1.5, 0.3, 0.92), orange),
      part(at(cylinder(0.03, 0.9), 3.2, 0.6, 0.9), black),
      part(
        at(
          lathe(
            [
              [0.08, 0.24],
              [0.26, 0],
              [0.22, 0],
              [0.05, 0.24],
            ],
            0.01,
          ),
          3.0,
          0.4,
          1.65,
        ),
        lamp('#fff0cf', 0.6),
      ),
      ...place(figure({ ...people.gus, pose: 'reach' }), [2.5, 1.15, 0]),
      ...place(figure({ ...people.dia, pose: 'reach' }), [-2.9, 0.7, 0], ['z', 180]),
      ...place(figure({ ...people.eli, pose: 'hold' }), [-0.4, -1.0, 0], ['z', 60]),
      ...[
        [-4, -1.4, 0.5],
        [-3.4, -1.7, 0.36],
        [-4.1, -1.3, 0.9],
      ].map(([x = 0, y = 0, h = 0.4], i) =>
        part(at(block(0.7 - i * 0.1, 0.6, 0.4, 0.02), x, y, h - 0.5 < 0.1 ? 0 : 0.41), tint('#b9976a')),
      ),
    ],
    { azimuth: 30, elevation: 20, distance: 24, target: [0.1, 0.5, 1.3], angle: 19 },
    {
      light: {
        ...sun,
        key: [-0.86, 0.06, 0.52],
        keyColour: [1.2, 1.05, 0.84],
        sky: [0.62, 0.6, 0.57],
        bounce: [0.52, 0.49, 0.44],
        softness: 0.04,
      },
      backdrop: { ...lightGround, centre: hex('#f4f1ea'), edge: hex('#ddd6c8') },
    },
  );
}
