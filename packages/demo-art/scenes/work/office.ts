import { hx } from '../../chip.ts';
import { px } from '../../gas-modules.ts';
import { anthracite, black, green, grey, lightGround, orange, white } from '../../materials.ts';
import { display, figure, opening, plant, room, shelf, shot, table, tint } from '../../model.ts';
import { at, block, cylinder, lathe, slab } from '../../solid.ts';
import { type Part, part, place, scale } from '../../parts.ts';
import type { Shot } from '../../shot.ts';
import { day } from './daylight.ts';
import { people } from './people.ts';

const desk = (seed: number, who?: Parameters<typeof figure>[0]): Part[] => [
  ...table(1.7, 0.85, 0.74, white, grey),
  ...place(display(0.75, 0.44, seed), [0, 0.2, 0.95]),
  part(at(cylinder(0.03, 0.3), 0, 0.25, 0.74), black),
  part(at(slab(0.5, 0.16, 0.03, 0.03, 0.01), 0, -0.16, 0.74), grey),
  part(at(cylinder(0.05, 0.1, 0.01), 0.5, -0.1, 0.74), orange),
  part(at(slab(0.5, 0.5, 0.08, 0.12, 0.04), 0, -0.8, 0.42), anthracite),
  part(at(slab(0.46, 0.08, 0.5, 0.04, 0.04), 0, -1.06, 0.55), anthracite),
  part(at(cylinder(0.04, 0.42), 0, -0.8, 0), black),
  part(at(cylinder(0.25, 0.05), 0, -0.8, 0), black),
  ...(who ? place(figure({ ...who, pose: 'sit' }), [0, -0.78, 0], ['z', 180]) : []),
];

export function office(): Shot {
  return shot(
    [
      ...room({
        width: 11,
        depth: 8,
        height: 4.4,
        back: [opening(-2.7, 4.1, 0.5, 4.6, 2, 3.3), opening(2.6, 4.1, 0.5, 4.6, 2, 3.3)],
      }),
      ...[
        [-5, 7, 2.6],
        [-1, 8, 3.4],
        [3.4, 8, 2.6],
        [6, 7, 2.0],
      ].map(([x = 0, r = 5, h = 4], i) =>
        part(
          at(
            lathe(
              [
                [0, 0],
                [r * 0.55, 0],
                [0, h],
              ],
              0.1,
            ),
            x,
            9 + (i % 2) * 2,
            -0.6,
          ),
          tint(['#8fb5a8', '#a9c9c0', '#9cbfb4', '#84ab9d'][i] ?? '#9cbfb4'),
        ),
      ),
      part(at(block(15, 0.2, 3.2), 0, 11.4, 0), tint('#dcecf0')),
      ...place(desk(3, people.eli), [-2.6, 1.6, 0]),
      ...place(desk(6, people.fay), [0.2, 1.6, 0]),
      ...place(desk(8), [3.0, 1.6, 0]),
      ...place(desk(5, people.gus), [-2.2, -1.4, 0], ['z', 0]),
      ...place(table(2.2, 1.1, 1.0, tint('#c9b394'), black), [1.9, -1.5, 0]),
      ...place(figure({ ...people.dia, pose: 'hold' }), [1.4, -0.6, 0], ['z', -20]),
      ...place(
        figure({ skin: '#e8c29c', hair: '#1c1817', top: '#dfe7e3', legs: '#39454b', pose: 'reach' }),
        [2.7, -0.6, 0],
        ['z', 14],
      ),
      ...place(scale(hx.hx44(), 0.12), [2.0, -1.5, 1.0]),
      ...place(scale(px.px52(), 0.12), [1.4, -1.7, 1.0]),
      ...place(plant(1.4, 7), [-4.6, 2.9, 0]),
      ...place(plant(1.1, 9), [4.6, -0.3, 0]),
      ...place(shelf(2.4, 1.5, 2, 8), [-4.9, -0.6, 0], ['z', 90]),
      ...[-2.6, 0.2, 3.0].flatMap((x) => [
        part(at(cylinder(0.012, 1.4), x, 1.5, 3), black),
        part(
          at(
            lathe(
              [
                [0.05, 0.3],
                [0.34, 0],
                [0.3, 0],
                [0.03, 0.28],
              ],
              0.01,
            ),
            x,
            1.5,
            2.75,
          ),
          green,
        ),
      ]),
    ],
    { azimuth: 24, elevation: 19, distance: 26, target: [0.1, 0.5, 1.3], angle: 19 },
    { light: { ...day, keyColour: [1.02, 0.95, 0.84] }, backdrop: lightGround },
  );
}
