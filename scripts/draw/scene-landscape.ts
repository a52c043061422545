// Landscapes with water and mountains: the company's place, its people's view, the world it measures.

import { at, block, cylinder, extrude, lathe, rod, slab, sphere, turn } from './solid.ts';
import type { Point } from './solid.ts';
import type { Backdrop, Light, Part, Shot } from './studio.ts';
import { hash, hex, part, place, scale } from './studio.ts';
import { darkMetal, glass, grey, orange, satin, sun, white } from './materials.ts';
import { conifer, figure, lamp, plant, shot, tint, tree, wood } from './model.ts';
import { facade, headquarters } from './scene-city.ts';
import { mountains } from './scene-work.ts';

const clear: Light = { ...sun, key: [-0.7, -0.42, 0.5], softness: 0.06 };
const dawn: Light = {
  ...sun,
  key: [-0.75, 0.1, 0.32],
  keyColour: [1.2, 0.88, 0.62],
  sky: [0.42, 0.45, 0.52],
  bounce: [0.26, 0.25, 0.27],
};
const sky = (
  colour: string,
  edge: string,
  from: number,
  to: number,
  water = 0.7,
  spot: readonly [number, number] = [0.4, 0.36],
): Backdrop => ({
  centre: hex(colour),
  edge: hex(edge),
  gloss: water,
  spot,
  fog: { from, to, colour: hex(colour) },
  ground: () => [0.62, 0.76, 0.82],
});

const meadow = (colour: string): Part['material'] => {
  const [r, g, b] = hex(colour);
  return {
    ...tint(colour, 0.95),
    pattern: (x, y) => {
      const t = 0.94 + 0.08 * Math.sin(x * 0.8 + Math.sin(y * 0.9) * 1.7);
      return { colour: [r * t, g * t, b * t] };
    },
  };
};
const hill = (x: number, y: number, radius: number, height: number, colour: string): Part =>
  part(
    at(
      lathe(
        [
          [0, 0],
          ...Array.from({ length: 13 }, (_, i): Point => {
            const t = 1 - i / 12;
            return [radius * t, height * Math.cos((t * Math.PI) / 2) ** 1.4];
          }),
        ],
        0.02,
      ),
      x,
      y,
      0,
    ),
    meadow(colour),
  );
const wooded = (x: number, y: number, radius: number, height: number, count: number, seed: number): Part[] =>
  Array.from({ length: count }, (_, i) => {
    const [a, t] = [hash(i, seed) * 6.283, 0.2 + 0.75 * hash(seed, i)];
    return place(conifer(0.8 + 0.6 * hash(i, i, seed), ['#3f7d61', '#2f6a51', '#56937a'][i % 3]), [
      x + radius * t * Math.cos(a),
      y + radius * t * Math.sin(a),
      height * Math.cos((t * Math.PI) / 2) ** 1.4 - 0.1,
    ]);
  }).flat();

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

function lakeTown(): Shot {
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
            part(
              turn(
                extrude(
                  [
                    [-0.05, 0.16],
                    [0.4, 0.16],
                    [-0.05, 1.3],
                  ],
                  0.02,
                ),
                'x',
                90,
              ),
              white,
            ),
            part(
              turn(
                extrude(
                  [
                    [-0.1, 0.16],
                    [-0.42, 0.16],
                    [-0.1, 0.95],
                  ],
                  0.02,
                ),
                'x',
                90,
              ),
              orange,
            ),
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

function heroCompany(): Shot {
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
      ...place(
        [
          part(slab(0.9, 0.28, 0.14, 0.13, 0.05), white),
          part(
            turn(
              extrude(
                [
                  [-0.05, 0.16],
                  [0.4, 0.16],
                  [-0.05, 1.3],
                ],
                0.02,
              ),
              'x',
              90,
            ),
            white,
          ),
        ],
        [-2.6, -3.4, 0],
      ),
    ],
    { azimuth: 14, elevation: 6.5, distance: 26, target: [0.4, 1, 2.5], angle: 19 },
    { light: dawn, backdrop: sky('#f5dcc2', '#7d9fb4', 30, 78, 0.75, [0.3, 0.4]) },
  );
}

function heroCareer(): Shot {
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
const at2 = (p: Part, z: number): Part => place([p], [0, 0, z])[0] ?? p;

const turbine = (height: number, spin: number): Part[] => [
  part(
    lathe(
      [
        [0, 0],
        [0.16, 0],
        [0.08, height],
        [0, height],
      ],
      0.01,
    ),
    white,
  ),
  part(at(slab(0.3, 0.7, 0.26, 0.1, 0.08), 0, 0, height - 0.08), white),
  ...place(
    [0, 120, 240].flatMap((a) =>
      place(
        [
          part(
            extrude(
              [
                [-0.06, 0],
                [0.1, 0.3],
                [0.07, 1.2],
                [0.01, 2.5],
                [-0.03, 2.5],
                [-0.07, 0.4],
              ],
              0.05,
              0.015,
            ),
            white,
          ),
        ],
        [0, 0, 0],
        ['z', a + spin],
      ),
    ),
    [0, -0.42, height + 0.06],
    ['x', 90],
  ),
];

function heroSustainability(): Shot {
  const panel = [
    part(turn(at(block(2.4, 1.3, 0.06, 0.01), 0, 0, 0), 'x', 32), {
      ...tint('#1a3f4e', 0.12),
      pattern: (x: number) => (Math.abs(x / 0.3 - Math.round(x / 0.3)) < 0.05 ? { colour: hex('#9fb6bd') } : undefined),
    }),
  ];
  return shot(
    [
      hill(-9, 8, 10, 2.6, '#86b583'),
      hill(8, 10, 12, 3.0, '#95c08f'),
      hill(-1, 17, 12, 3.6, '#a3c9a0'),
      hill(15, 20, 11, 3.4, '#b0d0ad'),
      hill(-18, 20, 12, 3.8, '#abcda9'),
      hill(-6, -3.4, 7, 0.9, '#79aa78'),
      hill(7, -3, 7, 0.8, '#7fae7c'),
      ...wooded(8, 10, 12, 3.0, 34, 5),
      ...wooded(-9, 8, 10, 2.6, 24, 2),
      ...place(turbine(3.6, 14), [-6, 8.6, 2.3]),
      ...place(turbine(3.2, 50), [-9.4, 9.6, 2.4]),
      ...place(turbine(3.6, 84), [-2.6, 17, 3.4]),
      ...place(turbine(3.2, 30), [8.0, 12, 2.7]),
      ...Array.from({ length: 10 }, (_, i) =>
        place(panel, [
          4.2 + (i % 5) * 1.7 - Math.floor(i / 5) * 0.4,
          -2.2 - Math.floor(i / 5) * 1.4,
          1.15 - Math.abs((i % 5) - 2) * 0.16,
        ]),
      ).flat(),
      ...Array.from({ length: 9 }, (_, i) =>
        place(tree(1.1 + 0.5 * hash(i, 2), i, ['#4f9a77', '#6fae8a'][i % 2]), [
          -9.5 + i * 0.85,
          -3.0 + (hash(i, 4) - 0.5) * 2,
          0.5,
        ]),
      ).flat(),
      ...mountains(
        [
          [-20, 46, 14, 9],
          [-3, 50, 16, 12],
          [16, 48, 14, 10],
        ],
        '#a9bfc0',
        '#fdfefe',
      ),
    ],
    { azimuth: 4, elevation: 9, distance: 25, target: [0, 2, 3.0], angle: 25 },
    {
      light: { ...clear, keyColour: [1.08, 0.98, 0.82] },
      backdrop: sky('#f6f6e8', '#b5d6dc', 22, 70, 0.7, [0.3, 0.3]),
    },
  );
}

/** Where the valley bends: the middle of the river, or of the road. */
const bend = (y: number): number => 2.6 * Math.sin(y * 0.17 + 0.6) + 0.9 * Math.sin(y * 0.33);

function river(): Shot {
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

/** The river's valley with a road in it, seen from behind a wheel. */
function road(): Shot {
  const valley = river();
  return {
    ...valley,
    // What the river needs, its gauge and its bridge, would stand in the way here.
    parts: valley.parts.filter(({ solid: { lo, hi } }) => {
      const gauge = lo[1] > -2.2 && hi[1] < -0.9 && lo[0] > -3.6 && hi[0] < -1;
      const bridge = lo[1] > 10.4 && hi[1] < 11.6 && hi[2] < 1.4;
      return !gauge && !bridge;
    }),
    camera: { ...valley.camera, azimuth: -14, elevation: 7, distance: 15, target: [1.7, 3, 1.5] },
    light: { ...clear, keyColour: [1.12, 0.94, 0.72] },
    backdrop: {
      ...sky('#fbeedb', '#b7d0d8', 20, 66, 0.06, [0.62, 0.36]),
      ground: (x, y) =>
        Math.abs(x - bend(y)) < 0.05 && y - Math.floor(y / 1.6) * 1.6 < 0.9 ? [0.9, 0.9, 0.9] : [0.4, 0.41, 0.43],
    },
  };
}

export const landscapes = { lakeTown, heroCompany, heroCareer, heroSustainability, river, road } satisfies Record<
  string,
  () => Shot
>;
