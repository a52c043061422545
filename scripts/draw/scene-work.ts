// Stories and events: small figures at work in bright spaces.

import { at, block, curve, cut, cylinder, extrude, join, lathe, rod, slab, sphere, turn } from './solid.ts';
import type { Light, Part, Shot } from './studio.ts';
import { hash, hex, part, place, scale } from './studio.ts';
import { hx } from './chip.ts';
import { lx, mx } from './flow-meter.ts';
import { cx, px } from './gas-modules.ts';
import {
  anthracite,
  black,
  darkMetal,
  glass,
  green,
  grey,
  lightGround,
  mint,
  night,
  orange,
  sageGround,
  satin,
  softbox,
  steel,
  sun,
  white,
} from './materials.ts';
import {
  conifer,
  display,
  figure,
  lamp,
  opening,
  plant,
  room,
  shelf,
  shot,
  stool,
  table,
  tiles,
  tint,
  wood,
} from './model.ts';
import { wafer } from './scene-application.ts';

const day: Light = {
  ...softbox,
  key: [-0.62, -0.42, 0.75],
  keyColour: [0.95, 0.92, 0.87],
  sky: [0.46, 0.475, 0.48],
  softness: 0.12,
};
const windows = (count: number, x: number, width: number, z: number, height: number): ReturnType<typeof opening>[] =>
  Array.from({ length: count }, (_, i) =>
    opening(x + (i - (count - 1) / 2) * (width + 0.25), 3.6, z, width, 3, height),
  );

const people = {
  ada: { skin: '#e3b490', hair: '#5a3a24', top: '#d9e4df', legs: '#343c40', coat: '#f4f5f3', long: true },
  ben: { skin: '#8d5b3d', hair: '#171311', top: '#007a53', legs: '#22282b', coat: '#f4f5f3' },
  cho: { skin: '#e8c29c', hair: '#1c1817', top: '#22282b', legs: '#5c6a70', coat: '#f4f5f3' },
  dia: { skin: '#b67d54', hair: '#241a15', top: '#e2590b', legs: '#2c3539', long: true },
  eli: { skin: '#f0cbb0', hair: '#c9a26a', top: '#5f7a70', legs: '#2c3539' },
  fay: { skin: '#6d432c', hair: '#120e0c', top: '#e9ece9', legs: '#007a53', long: true },
  gus: { skin: '#e6b99a', hair: '#b9b9b5', top: '#39454b', legs: '#22282b' },
  suit: { skin: '#e3b490', hair: '#222222', top: '#ffffff', legs: '#ffffff', suit: '#f3f6f6' },
  blue: { skin: '#b67d54', hair: '#222222', top: '#ffffff', legs: '#ffffff', suit: '#dcebf0' },
} as const;

function cleanRoom(): Shot {
  const tool = (w: number, seed: number): Part[] => [
    part(slab(w, 1.6, 2.3, 0.12, 0.06), white),
    part(at(slab(w - 0.3, 0.1, 0.9, 0.06, 0.02), 0, -0.8, 1.1), { ...tint('#1b2c2e', 0.15) }),
    part(at(slab(w + 0.02, 1.62, 0.1, 0.12, 0.02), 0, 0, 0.75), green),
    ...place(display(0.55, 0.36, seed), [w / 2 - 0.5, -0.86, 1.3]),
    part(cylinder(0.05, 3.2), steel),
    part(at(sphere(0.08), -w / 2 + 0.3, 0, 2.5), lamp('#1fc28b', 1.2)),
    part(at(cylinder(0.05, 0.2), -w / 2 + 0.3, 0, 2.3), steel),
  ];
  return shot(
    [
      ...room({
        width: 11,
        depth: 8,
        height: 4.2,
        floor: tiles('#e8efee', 1.2),
        wall: tint('#f2f6f5'),
        back: [opening(2.6, 4.1, 1.2, 4.6, 2, 1.5)],
      }),
      part(at(block(4.6, 0.05, 1.5), 2.6, 4.1, 1.2), { ...glass, opacity: 0.3, colour: hex('#f2d38a') }),
      part(at(block(9, 0.2, 2.9), 2.6, 5.2, 0), tint('#f0c65a')),
      ...place(tool(2.6, 3), [-3.7, 2.8, 0]),
      ...place(tool(2.2, 5), [-0.9, 2.9, 0]),
      ...place(tool(2.4, 8), [-4.4, -0.4, 0], ['z', 90]),
      ...place(table(2.6, 1.1, 0.85, satin), [1.9, 0.2, 0]),
      ...place(scale(wafer(3.4, 0.42), 0.13), [1.7, 0.1, 0.86]),
      ...place(scale(wafer(3.4, 0.42), 0.13), [2.6, 0.3, 0.86]),
      ...place(figure({ ...people.suit, pose: 'reach' }), [1.6, 1.1, 0], ['z', -4]),
      ...place(figure({ ...people.blue, pose: 'hold' }), [3.5, 0.7, 0], ['z', -70]),
      ...place(figure({ ...people.suit, pose: 'reach' }), [-1.0, 1.5, 0], ['z', 180]),
      ...place(figure({ ...people.blue, pose: 'walk' }), [-1.9, -1.9, 0], ['z', 55]),
      ...[-3, 0, 3].map((x) => part(at(block(1.6, 0.5, 0.06), x, 3.6, 3.75), lamp('#f4fffb', 0.5))),
    ],
    { azimuth: 27, elevation: 24, distance: 25, target: [-0.5, 0.7, 1.2], angle: 20 },
    { light: { ...day, softness: 0.25, keyColour: [0.86, 0.9, 0.92] }, backdrop: sageGround },
  );
}

function laboratory(): Shot {
  return shot(
    [
      ...room({ width: 10, depth: 7, height: 4.6, floor: tiles('#dfe6e2', 1.4), back: windows(4, 0.4, 1.9, 1.5, 2.2) }),
      part(at(block(15, 0.2, 3.2), -1.4, 9.4, 0), tint('#cfe4ea')),
      part(
        at(
          lathe([
            [0, 0],
            [3.4, 0],
            [0, 3.2],
          ]),
          -1.5,
          8.6,
          0,
        ),
        tint('#9dbdb4'),
      ),
      part(
        at(
          lathe([
            [0, 0],
            [3, 0],
            [0, 2.4],
          ]),
          2.6,
          7.4,
          0,
        ),
        tint('#b4d0c6'),
      ),
      part(at(block(8.6, 1.2, 0.95, 0.03), 0.2, 2.8, 0), white),
      part(at(block(8.7, 1.26, 0.08, 0.02), 0.2, 2.8, 0.95), anthracite),
      ...place(display(0.9, 0.55, 3), [-2.6, 2.9, 1.2]),
      ...place(display(0.7, 0.45, 9), [1.6, 2.9, 1.18]),
      ...Array.from({ length: 7 }, (_, i) => [
        part(at(cylinder(0.09, 0.34, 0.02), -0.9 + i * 0.24, 2.7, 1.03), { ...glass, opacity: 0.4 }),
        part(at(cylinder(0.08, 0.2), -0.9 + i * 0.24, 2.7, 1.04), [mint, orange, mint, green][i % 4] ?? mint),
      ]).flat(),
      ...place(scale(lx.lx11(), 0.22), [3.2, 2.6, 1.03]),
      ...place(scale(mx.mx72(), 0.2), [-3.6, 2.6, 1.03]),
      ...place(table(3.4, 1.5, 0.95), [0.6, -0.6, 0]),
      ...place(
        [
          part(slab(0.5, 0.6, 0.1, 0.08, 0.03), white),
          part(at(block(0.14, 0.14, 0.7, 0.04), 0, 0.2, 0.05), white),
          part(at(turn(cylinder(0.07, 0.4, 0.02), 'x', 25), 0, 0.1, 0.5), anthracite),
          part(at(slab(0.3, 0.3, 0.04, 0.04, 0.01), 0, -0.08, 0.26), anthracite),
        ],
        [0.2, -0.6, 0.95],
      ),
      ...place(scale(cx.cx24(), 0.13), [1.2, -0.5, 0.95]),
      ...place(scale(px.px51(), 0.13), [1.7, -0.8, 0.95]),
      ...place(display(0.8, 0.5, 5), [-0.7, -0.35, 1.12]),
      ...place(stool(0.62), [0.2, -1.75, 0]),
      ...place(figure({ ...people.ada, pose: 'reach' }), [0.2, 0.6, 0]),
      ...place(figure({ ...people.ben, pose: 'hold' }), [2.3, 0.5, 0], ['z', -40]),
      ...place(figure({ ...people.cho, pose: 'reach' }), [-2.6, 1.6, 0], ['z', 180]),
      ...place(shelf(1.9, 2.7, 4, 5), [-3.9, 0.2, 0], ['z', 90]),
      ...place(plant(1, 2), [4.1, 1.4, 0]),
    ],
    { azimuth: 24, elevation: 20, distance: 24, target: [0.1, 0.6, 1.3], angle: 19 },
    { light: day, backdrop: lightGround },
  );
}

function workshop(): Shot {
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

function office(): Shot {
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

const mountains = (spots: readonly (readonly [number, number, number, number])[], rock: string, snow: string): Part[] =>
  spots.map(([x, y, r, h]) => {
    const sides = Array.from(
      { length: 7 },
      (_, i) =>
        [
          r * (0.8 + 0.4 * hash(i, Math.round(x * 9))) * Math.cos((i / 7) * 6.283),
          r * (0.8 + 0.4 * hash(i, Math.round(x * 7))) * Math.sin((i / 7) * 6.283),
        ] as const,
    );
    const flat = extrude(sides, h);
    return part(
      at(
        {
          distance: (px0, py0, z) => {
            const k = Math.max(1 - z / h, 0.02);
            return Math.max(
              flat.distance(px0 / k, py0 / k, Math.min(Math.max(z, 0.01), h - 0.02)) * k * 0.62,
              z - h * 0.98,
              -z,
            );
          },
          lo: [-r * 1.3, -r * 1.3, 0],
          hi: [r * 1.3, r * 1.3, h],
        },
        x,
        y,
        0,
      ),
      {
        ...tint(rock, 0.95),
        pattern: (mx0, my0, z) =>
          z >
          h * (0.5 + 0.1 * Math.abs(((mx0 * 0.9) % 1) - 0.5) + 0.16 * Math.abs(((mx0 * 0.37 + my0 * 0.2) % 1) - 0.5))
            ? { colour: hex(snow) }
            : undefined,
      },
    );
  });

function mountainTrain(): Shot {
  const coach = (nose: boolean): Part[] => [
    part(
      cut(
        slab(3.4, 1.05, 1.15, nose ? 0.35 : 0.08, 0.12),
        ...[-1, 1].flatMap((s) =>
          [-1.15, -0.4, 0.35, 1.1].map((x) => at(slab(0.62, 0.2, 0.42, 0.08), x, s * 0.55, 0.52)),
        ),
      ),
      tint('#e2590b', 0.35),
    ),
    part(at(slab(3.42, 1.07, 0.1, nose ? 0.35 : 0.08, 0.02), 0, 0, 0.3), white),
    part(at(slab(3.0, 0.98, 0.4, 0.1, 0.02), 0, 0, 0.53), lamp('#fff1cf', 0.35)),
    part(at(slab(3.2, 0.8, 0.08, 0.2, 0.03), 0, 0, 1.14), grey),
    ...[-1.1, 1.1].map((x) => part(at(block(0.8, 0.8, 0.24, 0.05), x, 0, -0.2), black)),
  ];
  const arches = [-9, -6, -3, 0, 3, 6, 9].map((x) =>
    join([at(turn(cylinder(1.1, 4), 'x', 90), x, 2, 1.9), at(block(2.2, 4, 1.9), x, 0, 0)]),
  );
  return shot(
    [
      part(cut(at(block(24, 1.4, 3.6, 0.02), 0, 0, 0), ...arches), tint('#d9d2c4', 0.9)),
      part(at(block(24, 1.7, 0.16, 0.02), 0, 0, 3.55), tint('#c6beae', 0.9)),
      part(
        rod(
          [
            [-12, -0.3, 3.76],
            [12, -0.3, 3.76],
          ],
          0.05,
        ),
        steel,
      ),
      part(
        rod(
          [
            [-12, 0.3, 3.76],
            [12, 0.3, 3.76],
          ],
          0.05,
        ),
        steel,
      ),
      ...place(coach(true), [-3.6, 0, 4.02]),
      ...place(coach(false), [0, 0, 4.02]),
      ...place(coach(false), [3.6, 0, 4.02]),
      ...place(coach(true), [7.2, 0, 4.02]),
      ...mountains(
        [
          [-6, 13, 8, 9],
          [3, 15, 9, 11.5],
          [11, 13, 7, 8],
          [-14, 16, 8, 9.5],
          [18, 17, 8, 9],
        ],
        '#8fa7a6',
        '#fbfdfd',
      ),
      ...Array.from(
        { length: 46 },
        (_, i) => [(hash(i, 2) - 0.5) * 26, 2.4 + hash(3, i) * 5, 1.6 + hash(i, i) * 1.7] as const,
      ).flatMap(([x, y, h], i) => place(conifer(h, ['#2c6b52', '#3a7d61', '#235844'][i % 3]), [x, y, 0])),
      ...Array.from({ length: 12 }, (_, i) =>
        place(conifer(1.2 + hash(i, 8), '#2c6b52'), [
          (hash(i, 5) < 0.5 ? -1 : 1) * (3.4 + hash(5, i) * 8),
          -2.2 - hash(6, i) * 1.4,
          0,
        ]),
      ).flat(),
      ...place(figure({ ...people.eli, pose: 'walk' }), [-1.3, -1.9, 0], ['z', 70]),
      ...place(figure({ ...people.dia, pose: 'walk' }), [-0.5, -2.0, 0], ['z', 70]),
    ],
    { azimuth: 16, elevation: 8, distance: 27, target: [0, 1.5, 4.0], angle: 23 },
    {
      light: { ...sun, key: [-0.75, -0.45, 0.55], softness: 0.05 },
      backdrop: {
        centre: hex('#eaf3f6'),
        edge: hex('#c4dbe4'),
        gloss: 0,
        spot: [0.35, 0.3],
        fog: { from: 28, to: 62, colour: hex('#e4f0f3') },
        ground: () => [0.74, 0.86, 0.76],
      },
    },
  );
}

function climateChamber(): Shot {
  return shot(
    [
      ...room({ width: 9, depth: 6.5, height: 4.4, floor: tiles('#cfd8d5', 1.3), wall: tint('#edf1ef') }),
      ...place(
        [
          part(cut(slab(4.4, 2.4, 3.4, 0.1, 0.05), at(slab(3.6, 3, 2.6, 0.1), 0, -0.6, 0.5)), satin),
          part(at(block(3.6, 0.06, 2.6), 0, 0.85, 0.5), lamp('#dff6ee', 0.45)),
          part(at(block(3.5, 1.6, 0.05), 0, 0.1, 1.5), steel),
          part(at(block(3.5, 1.6, 0.05), 0, 0.1, 2.4), steel),
          ...[-1.2, -0.4, 0.4, 1.2].flatMap((x, i) => [
            ...place(scale([px.px51, cx.cx22, mx.mx72, px.px53][i]?.() ?? [], 0.15), [x, -0.1, 1.55]),
            ...place(scale([cx.cx21, px.px52, cx.cx24, mx.mx71][i]?.() ?? [], 0.14), [x, -0.1, 2.45]),
            ...place(scale(px.px51(), 0.15), [x, -0.1, 0.55]),
          ]),
        ],
        [-0.9, 1.6, 0],
      ),
      ...place(
        [
          part(at(slab(3.7, 0.2, 2.8, 0.08, 0.05), -1.85, 0, 0.4), white),
          part(at(slab(2.6, 0.24, 1.6, 0.1, 0.03), -1.85, 0, 1.1), { ...glass, opacity: 0.4 }),
        ],
        [-2.8, 0.5, 0],
        ['z', 62],
      ),
      part(at(slab(1.1, 1.4, 3.0, 0.1, 0.05), 2.3, 2.3, 0), white),
      ...place(display(0.7, 0.8, 4), [2.3, 1.55, 1.6]),
      ...place(table(1.6, 0.8, 0.95), [3.0, -0.5, 0]),
      ...place(display(0.7, 0.42, 2), [3.0, -0.4, 1.1]),
      ...place(figure({ ...people.cho, pose: 'reach' }), [-0.3, -0.4, 0], ['z', 180]),
      ...place(figure({ ...people.ada, pose: 'hold' }), [1.5, -0.6, 0], ['z', 140]),
    ],
    { azimuth: 22, elevation: 16, distance: 22, target: [-0.1, 0.4, 1.6], angle: 20.5 },
    { light: { ...day, softness: 0.25, keyColour: [0.84, 0.87, 0.88] }, backdrop: sageGround },
  );
}

function meeting(): Shot {
  return shot(
    [
      ...room({ width: 10, depth: 7, height: 4.4, wall: tint('#e6ece9'), left: [opening(-5.2, 0.8, 0.6, 2, 5, 3.2)] }),
      part(at(block(4.4, 0.08, 2.3, 0.02), 0.8, 3.42, 1.2), white),
      part(
        rod(
          curve(
            [
              [-1, 3.35, 1.6],
              [0, 3.35, 1.9],
              [0.8, 3.35, 2.6],
              [1.7, 3.35, 2.3],
              [2.6, 3.35, 3.0],
            ],
            7,
          ),
          0.035,
        ),
        mint,
      ),
      ...[-0.6, 0.2, 1.0, 1.8].map((x, i) =>
        part(at(block(0.36, 0.06, 0.3 + 0.22 * i), x, 3.37, 1.4), i === 3 ? orange : tint('#c5d3cd')),
      ),
      part(at(slab(4.2, 1.9, 0.1, 0.9, 0.04), 0.2, 0, 0.72), tint('#c9b394', 0.4)),
      part(at(cylinder(0.2, 0.72), -1, 0, 0), anthracite),
      part(at(cylinder(0.2, 0.72), 1.4, 0, 0), anthracite),
      ...(
        [
          [-1.1, 1.35, 0, people.eli],
          [0.2, 1.45, 0, people.fay],
          [1.5, 1.35, 0, people.gus],
          [-1.0, -1.35, 180, people.dia],
          [1.3, -1.35, 180, people.ben],
        ] as const
      ).flatMap(([x, y, a, who]) => [
        ...place(
          [
            part(at(slab(0.5, 0.5, 0.08, 0.12, 0.04), 0, 0, 0.42), green),
            part(at(slab(0.46, 0.08, 0.5, 0.04, 0.04), 0, 0.25, 0.55), green),
            part(at(cylinder(0.04, 0.42), 0, 0, 0), black),
            ...figure({ ...who, pose: 'sit' }),
          ],
          [x, y, 0],
          ['z', a],
        ),
      ]),
      ...place(
        figure({ skin: '#e8c29c', hair: '#1c1817', top: '#007a53', legs: '#22282b', pose: 'reach', long: true }),
        [3.6, 2.4, 0],
        ['z', -40],
      ),
      ...[-0.6, 0.9].map((x) => part(at(slab(0.5, 0.34, 0.03, 0.03, 0.01), x, 0.1, 0.82), anthracite)),
      ...place(scale(cx.cx21(), 0.12), [0.2, -0.1, 0.82]),
      ...place(plant(1.3, 4), [-4.1, 2.7, 0]),
      part(
        at(
          lathe(
            [
              [0.2, 0.4],
              [1.0, 0],
              [0.9, 0],
              [0.1, 0.36],
            ],
            0.02,
          ),
          0.2,
          0,
          3.0,
        ),
        white,
      ),
      part(at(cylinder(0.015, 1.2), 0.2, 0, 3.3), black),
    ],
    { azimuth: 24, elevation: 20, distance: 23, target: [0.3, 0.4, 1.3], angle: 19 },
    {
      light: {
        ...sun,
        key: [-0.86, -0.1, 0.55],
        keyColour: [1.05, 0.96, 0.82],
        sky: [0.64, 0.63, 0.61],
        bounce: [0.54, 0.52, 0.48],
        softness: 0.05,
      },
      backdrop: lightGround,
    },
  );
}

function alpineStation(): Shot {
  return shot(
    [
      part(at(sphere(30), 0, 4, -29.2), {
        ...tint('#8fb98a', 0.95),
        pattern: (x, y) => {
          const t =
            0.9 + 0.1 * Math.sin(x * 0.9 + Math.sin(y * 0.7) * 2) + 0.06 * hash(Math.floor(x * 6), Math.floor(y * 6));
          return { colour: [0.26 * t, 0.46 * t, 0.24 * t] };
        },
      }),
      ...place(
        mountains(
          [
            [-9, 22, 9, 10],
            [2, 25, 11, 13.5],
            [13, 22, 9, 9.5],
          ],
          '#94abab',
          '#fdfefe',
        ),
        [0, 0, -3],
      ),
      part(at(cylinder(0.08, 4.6), 0.6, 0.4, 0.6), steel),
      ...[0, 120, 240].map((a) =>
        part(
          rod(
            [
              [0.6, 0.4, 2.6],
              [0.6 + 1.3 * Math.cos((a * Math.PI) / 180 + 0.4), 0.4 + 1.3 * Math.sin((a * Math.PI) / 180 + 0.4), 0.7],
            ],
            0.04,
          ),
          steel,
        ),
      ),
      part(at(slab(0.9, 0.5, 1.1, 0.08, 0.04), 0.6, 0.1, 2.2), white),
      part(at(block(1.3, 0.06, 0.8), 0, 0, 0), { ...tint('#16323c', 0.1) }),
      ...place(
        [
          part(at(block(1.5, 0.06, 0.95, 0.02), 0, 0, 0), { ...tint('#16323c', 0.12) }),
          part(at(block(1.6, 0.05, 1.05, 0.02), 0, 0.04, -0.05), satin),
        ],
        [0.6, -0.2, 3.4],
        ['x', -38],
      ),
      ...Array.from({ length: 7 }, (_, i) =>
        part(
          at(
            lathe(
              [
                [0.1, 0],
                [0.34, 0.02],
                [0.36, 0.05],
                [0.1, 0.09],
              ],
              0.01,
            ),
            1.7,
            0.4,
            3.6 + i * 0.12,
          ),
          white,
        ),
      ),
      part(at(block(1.2, 0.06, 0.06), 1.1, 0.4, 3.95), steel),
      part(at(block(1.6, 0.06, 0.06), 0.6, 0.4, 4.9), steel),
      part(at(cylinder(0.03, 0.5), -0.1, 0.4, 4.9), steel),
      ...[0, 120, 240].map((a) =>
        part(
          at(
            sphere(0.11),
            -0.1 + 0.25 * Math.cos((a * Math.PI) / 180),
            0.4 + 0.25 * Math.sin((a * Math.PI) / 180),
            5.4,
          ),
          anthracite,
        ),
      ),
      part(at(turn(slab(0.6, 0.03, 0.2, 0.01, 0.01), 'z', 20), 1.4, 0.4, 5.1), orange),
      ...place(scale(figure({ ...people.dia, pose: 'reach' }), 1.35), [-1.0, 0.2, 0.72], ['z', 82]),
      ...place(scale(figure({ ...people.eli, pose: 'walk' }), 1.35), [-3.6, -0.6, 0.42], ['z', 75]),
      ...Array.from({ length: 16 }, (_, i) =>
        place(conifer(1.4 + hash(i, 4), '#3a7d61'), [(hash(i, 2) - 0.5) * 20, 7 + hash(2, i) * 4, 0.1]),
      ).flat(),
    ].filter((p) => p.solid.lo[2] > -0.5 || p.solid.hi[2] > 0.79),
    { azimuth: 12, elevation: 5, distance: 21, target: [-0.4, 0.5, 3.0], angle: 22 },
    {
      light: { ...sun, key: [-0.7, -0.5, 0.5] },
      backdrop: {
        centre: hex('#f2f8fa'),
        edge: hex('#bcd8e6'),
        gloss: 0,
        spot: [0.3, 0.35],
        fog: { from: 24, to: 75, colour: hex('#e6f2f6') },
        ground: () => [0.6, 0.78, 0.6],
      },
    },
  );
}

const crowd = (count: number, seed: number, width: number, depth: number): Part[] =>
  Array.from({ length: count }, (_, i) => {
    const who =
      [
        people.dia,
        people.eli,
        people.fay,
        people.gus,
        { ...people.ben, coat: undefined },
        { ...people.cho, coat: undefined },
      ][Math.floor(hash(i, seed) * 6)] ?? people.eli;
    const { coat: _coat, ...plain } = { coat: undefined, ...who };
    return place(
      figure({ ...plain, pose: hash(seed, i) > 0.5 ? 'stand' : 'walk' }),
      [(hash(i, seed, 1) - 0.5) * width, (hash(i, seed, 2) - 0.5) * depth, 0],
      ['z', hash(i, 9, seed) * 360],
    );
  }).flat();

const booth = (colour: string, seed: number): Part[] => [
  part(at(block(3.4, 3, 0.08, 0.02), 0, 0, 0), white),
  part(at(block(3.4, 0.14, 2.6, 0.02), 0, 1.43, 0), tint(colour)),
  part(at(block(0.14, 1.6, 2.6, 0.02), -1.63, 0.7, 0), tint(colour)),
  ...place(display(1.3, 0.8, seed), [0.2, 1.3, 1.3]),
  part(at(slab(1.1, 0.5, 1.0, 0.06, 0.03), 0.6, -0.6, 0.08), white),
  part(at(slab(1.14, 0.54, 0.06, 0.06, 0.02), 0.6, -0.6, 1.06), anthracite),
  ...place(scale([px.px51, cx.cx21, mx.mx72][seed % 3]?.() ?? [], 0.1), [0.6, -0.6, 1.12]),
  part(at(block(3.4, 3, 0.1, 0.02), 0, 0, 3.3), white),
  ...[-1, 1].map((s) => part(at(cylinder(0.02, 1.8), s * 1.3, 0, 3.4), black)),
  part(at(block(2.6, 0.1, 0.08), 0, -1.2, 3.24), lamp('#f6fff9', 0.6)),
];

export function tradeFair(): Shot {
  return shot(
    [
      ...[-6.2, -2.1, 2.1, 6.2].flatMap((x, i) =>
        place(booth(['#007a53', '#343c40', '#e2590b', '#8fb5a8'][i] ?? '#007a53', i + 1), [x, 3.2, 0]),
      ),
      ...[-6.2, -2.1, 2.1, 6.2].flatMap((x, i) =>
        place(booth(['#b9c9c2', '#1f8f6a', '#c9d2cf', '#343c40'][i] ?? '#007a53', i + 5), [x, 9.2, 0]),
      ),
      ...place(crowd(26, 3, 15, 3.0), [0, -0.6, 0]),
      ...place(crowd(14, 6, 15, 1.6), [0, 6.3, 0]),
      ...Array.from({ length: 6 }, (_, i) => part(at(block(26, 0.16, 0.5, 0.02), 0, -2 + i * 3.6, 5.4), white)),
      ...Array.from({ length: 8 }, (_, i) => part(at(block(0.16, 22, 0.3, 0.02), (i - 3.5) * 3.2, 7, 5.7), white)),
      part(at(block(40, 0.2, 12), 0, 16, -1), tint('#e3ebe8')),
    ],
    { azimuth: 16, elevation: 16, distance: 24, target: [0, 2.4, 1.9], angle: 22 },
    {
      light: { ...day, softness: 0.3 },
      backdrop: { ...lightGround, gloss: 0.45, fog: { from: 24, to: 46, colour: hex('#eef3f1') } },
    },
  );
}

function stage(): Shot {
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

function seminar(): Shot {
  return shot(
    [
      ...room({ width: 11, depth: 8, height: 4.6, back: [opening(3.2, 4.1, 0.8, 3.2, 2, 2.9)], wall: tint('#eceae4') }),
      part(at(block(12, 0.2, 4.2), 3, 10, 0), tint('#d5e8ee')),
      part(
        at(
          lathe(
            [
              [0, 0],
              [3.4, 0],
              [0, 3],
            ],
            0.1,
          ),
          4,
          8.2,
          -0.2,
        ),
        tint('#9cbfb4'),
      ),
      ...place(display(3.4, 1.9, 6), [-1.4, 3.8, 1.5]),
      ...[-1, 0, 1].flatMap((r) =>
        [-1, 1].flatMap((c) =>
          place(
            [
              ...table(2.5, 0.8, 0.74, white, grey),
              ...[-0.6, 0.6].flatMap((x, i) => [
                ...place(
                  [
                    part(at(slab(0.5, 0.5, 0.08, 0.12, 0.04), 0, 0, 0.42), mint),
                    part(at(cylinder(0.04, 0.42), 0, 0, 0), black),
                    ...(hash(r + 4, c + 4, i) > 0.2
                      ? figure({
                          ...([people.dia, people.eli, people.fay, people.gus, people.dia, people.eli][
                            (r + 1) * 2 + i
                          ] ?? people.eli),
                          pose: 'sit',
                        })
                      : []),
                  ],
                  [x, -0.75, 0],
                  ['z', 180],
                ),
                part(at(slab(0.44, 0.3, 0.02, 0.02, 0.01), x, -0.1, 0.75), anthracite),
                ...place(scale(hx.darkModule(), 0.09), [x + 0.4, 0.1, 0.75]),
              ]),
            ],
            [c * 1.9 + 0.2, -r * 2.1 - 0.2, 0],
          ),
        ),
      ),
      ...place(figure({ ...people.ben, coat: '#007a53', pose: 'reach' }), [1.2, 2.7, 0], ['z', 20]),
      ...place(plant(1.3, 5), [-4.6, 3.0, 0]),
    ],
    { azimuth: 24, elevation: 22, distance: 26, target: [0, 0, 1.3], angle: 20 },
    { light: day, backdrop: lightGround },
  );
}

export const stories: Readonly<Record<string, () => Shot>> = {
  'story-01': cleanRoom,
  'story-02': laboratory,
  'story-03': workshop,
  'story-04': office,
  'story-05': mountainTrain,
  'story-06': climateChamber,
  'story-07': meeting,
  'story-08': alpineStation,
};

export const events: Readonly<Record<string, () => Shot>> = {
  'event-01': tradeFair,
  'event-02': stage,
  'event-04': seminar,
};

export { mountains };
