import { anthracite, black, darkMetal, night, white } from '../../materials.ts';
import { figure, lamp, shot, tint } from '../../model.ts';
import { at, block, cylinder, lathe, slab, sphere, turn } from '../../solid.ts';
import { hex } from '../../colour.ts';
import { hash } from '../../noise.ts';
import { part, place } from '../../parts.ts';
import type { Shot } from '../../shot.ts';
import { people } from './people.ts';

export function stage(): Shot {
  const seats = Array.from({ length: 55 }, (_, i) => ({ r: Math.floor(i / 11), c: i % 11 }));
  const heads = ['#e3b490', '#8d5b3d', '#e8c29c', '#b67d54', '#f0cbb0'];
  return shot(
    [
      part(at(block(13, 4, 0.6, 0.03), 0, 5, 0), anthracite),
      part(at(block(13.02, 0.04, 0.06), 0, 2.98, 0.5), lamp('#1fc28b', 0.8)),
      part(at(block(9.4, 0.16, 3.9, 0.02), 0, 6.6, 1.2), black),
      part(at(block(9.2, 0.1, 3.7), 0, 6.5, 1.3), {
        ...tint('#0d5f45'),
        glow: 0.5,
        pattern: (x, _, z) => {
          for (let i = 0; i < 16; i++) {
            const line = 1.85 + (i - 8) * 0.17 + 0.5 * Math.sin(x * 0.55 + i * 0.13) * Math.sin(x * 0.3 + 1 + i * 0.05);
            if (Math.abs(z - line) < 0.018) return { colour: hex('#7ff0c6'), glow: 1.1 };
          }
          return { colour: hex('#0a5a41'), glow: 0.5 };
        },
      }),
      ...place(figure({ ...people.fay, pose: 'reach' }), [-1.6, 4.4, 0.6], ['z', 16]),
      part(at(slab(0.7, 0.45, 1.1, 0.06, 0.04), 1.7, 4.4, 0.6), white),
      ...seats.flatMap(({ r, c }) => {
        const [x, y] = [(c - 5) * 1.02 + (r % 2) * 0.3, 0.8 - r * 1.35];
        const taken = hash(r, c, 4) > 0.22;
        return [
          part(at(slab(0.62, 0.16, 0.75, 0.07, 0.05), x, y - 0.25, 0.2), tint('#2f3a3d', 0.9)),
          ...(taken
            ? [
                part(
                  at(slab(0.44, 0.26, 0.55, 0.12, 0.1), x, y, 0.5),
                  tint(
                    ['#007a53', '#dfe7e3', '#39454b', '#e2590b', '#7e9a90'][Math.floor(hash(c, r) * 5)] ?? '#39454b',
                    0.9,
                  ),
                ),
                part(at(sphere(0.145), x, y, 1.22), tint(heads[Math.floor(hash(r, c) * 5)] ?? '#e3b490')),
                part(
                  at(sphere(0.158), x, y - 0.04, 1.26),
                  tint(
                    ['#1c1817', '#5a3a24', '#b9b9b5', '#2a2320', '#c9a26a'][Math.floor(hash(c, r, 3) * 5)] ?? '#1c1817',
                    0.9,
                  ),
                ),
              ]
            : []),
        ];
      }),
      ...[-4, -1.3, 1.3, 4].flatMap((x) => [
        part(
          at(
            turn(
              lathe(
                [
                  [0.1, 0.4],
                  [0.24, 0],
                  [0.2, 0],
                  [0.05, 0.4],
                ],
                0.02,
              ),
              'x',
              25,
            ),
            x,
            1.6,
            5.9,
          ),
          black,
        ),
        part(at(sphere(0.12), x, 1.65, 5.95), lamp('#fff4d8', 1.6)),
      ]),
      part(at(turn(cylinder(0.06, 14), 'y', 90), -7, 1.6, 6.2), darkMetal),
    ],
    { azimuth: 9, elevation: 14, distance: 21, target: [0, 1.9, 2.2], angle: 24 },
    {
      light: {
        ...night,
        key: [-0.3, -0.4, 0.85],
        keyColour: [0.6, 0.58, 0.54],
        sky: [0.26, 0.3, 0.3],
        bounce: [0.06, 0.12, 0.1],
      },
      backdrop: { centre: hex('#37484a'), edge: hex('#151b1d'), gloss: 0.4, spot: [0.5, 0.4] },
    },
  );
}
