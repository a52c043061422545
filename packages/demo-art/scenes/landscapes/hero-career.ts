import { darkMetal, glass, satin } from '../../materials.ts';
import { figure, plant, shot, tint, wood } from '../../model.ts';
import { at, block, slab } from '../../solid.ts';
import { part, place } from '../../parts.ts';
import type { Shot } from '../../shot.ts';
import { mountains } from '../mountains.ts';
import { hill } from './ground.ts';
import { at2 } from './hero-sustainability.ts';
import { dawn, sky } from './sky.ts';

export function heroCareer(): Shot {
  const people = [
    { skin: '#e3b490', hair: '#5a3a24', top: '#007a53', legs: '#343c40', long: true },
    { skin: '#8d5b3d', hair: '#171311', top: '#eef0ee', legs: '#22282b' },
    { skin: '#e8c29c', hair: '#1c1817', top: '#e2590b', legs: '#39454b' },
    { skin: '#f0cbb0', hair: '#b9b9b5', top: '#5f7a70', legs: '#22282b' },
    { skin: '#6d432c', hair: '#120e0c', top: '#dfe7e3', legs: '#007a53', long: true },
  ];
  const spots = [
    [-1.9, 0.2, 170],
    [-1.1, 0.1, 215],
    [0.5, 0.3, 184],
    [2.6, -0.3, 120],
    [3.4, -0.2, 240],
  ] as const;
  return shot(
    place(
      [
        part(at(block(22, 6, 0.4), 0, -1.4, -0.4), wood),
        ...Array.from({ length: 9 }, (_, i) => part(at(block(0.05, 0.05, 1.1), -9 + i * 2.25, 1.4, 0), darkMetal)),
        part(at(block(20, 0.07, 0.06), 0, 1.4, 1.1), satin),
        part(at(block(20, 0.03, 0.9), 0, 1.4, 0.1), { ...glass, opacity: 0.1 }),
        ...spots.flatMap(([x, y, a], i) =>
          place(
            figure({
              ...(people[i] ?? { skin: '#e3b490', hair: '#222222', top: '#007a53', legs: '#343c40' }),
              pose: i % 2 ? 'hold' : 'stand',
            }),
            [x, y, 0],
            ['z', a],
          ),
        ),
        ...place(
          [
            part(at(slab(2.2, 0.6, 0.12, 0.05, 0.03), 0, 0, 0.42), tint('#c9b394')),
            part(at(block(0.1, 0.5, 0.42), -0.9, 0, 0), darkMetal),
            part(at(block(0.1, 0.5, 0.42), 0.9, 0, 0), darkMetal),
          ],
          [-4.6, -0.2, 0],
        ),
        ...place(plant(1.1, 4), [5.4, 0.6, 0]),
        ...place(plant(0.9, 6), [-6.6, 0.6, 0]),
        ...[
          [-13, 26, 12, -4.5],
          [12, 28, 13, -4],
          [0, 32, 13, -3.6],
        ].map(([x = 0, y = 0, r = 10, z = 0], i) =>
          at2(hill(x, y, r, 3.4, ['#7fa894', '#8bb19d', '#9abdad'][i] ?? '#7fa894'), z),
        ),
        ...mountains(
          [
            [-18, 44, 13, 11],
            [-5, 48, 15, 15],
            [10, 46, 13, 12],
            [24, 48, 14, 13],
          ],
          '#93a8b2',
          '#fff3e4',
        ).map((p) => at2(p, -4)),
      ],
      [0, 0, 30],
    ),
    { azimuth: 6, elevation: 3.5, distance: 15, target: [0.4, 0, 32.0], angle: 22 },
    { light: { ...dawn, key: [-0.7, -0.2, 0.42] }, backdrop: { ...sky('#fae6cd', '#9cbccb', 24, 80, 0, [0.34, 0.4]) } },
  );
}
