// Cities as block models in the haze: one landmark each, the rest is rhythm and air.

import { at, block, curve, cut, cylinder, extrude, join, lathe, rod, slab, sphere, turn } from './solid.ts';
import type { Backdrop, Light, Material, Part, Shot } from './studio.ts';
import { hash, hex, part, place, scale } from './studio.ts';
import { darkMetal, glass, grey, lightGround, orange, softbox, steel, sun, white } from './materials.ts';
import { conifer, lamp, shot, tint, tree } from './model.ts';
import { mountains } from './scene-work.ts';

const evening: Light = {
  ...sun,
  key: [-0.8, 0.25, 0.34],
  keyColour: [1.15, 0.8, 0.55],
  sky: [0.36, 0.42, 0.5],
  bounce: [0.22, 0.22, 0.24],
  rimColour: [0.16, 0.12, 0.1],
  softness: 0.07,
};

/** A facade with storeys; after dark some windows are lit. */
export function facade(colour: string, seed: number, lit: number, storey = 0.16, bay = 0.13): Material {
  const [r, g, b] = hex(colour);
  return {
    ...tint(colour, 0.45),
    pattern: (x, y, z) => {
      const [u, v, w] = [
        x / bay - Math.floor(x / bay),
        y / bay - Math.floor(y / bay),
        z / storey - Math.floor(z / storey),
      ];
      if (w < 0.32 || u < 0.22 || v < 0.22 || z < 0.12) return undefined;
      const on = hash(Math.floor(x / bay) + Math.floor(y / bay) * 31, Math.floor(z / storey), seed) < lit;
      return on ? { colour: hex('#ffd79a'), glow: 0.75 } : { colour: [r * 0.62, g * 0.68, b * 0.72], rough: 0.15 };
    },
  };
}

type CityOptions = {
  readonly seed: number;
  readonly width: number;
  readonly depth: number;
  readonly low: number;
  readonly high: number;
  readonly pitch?: number;
  readonly colours: readonly string[];
  readonly lit: number;
  readonly keepOut?: (x: number, y: number) => boolean;
};

function city({ seed, width, depth, low, high, pitch = 1.25, colours, lit, keepOut }: CityOptions): Part[] {
  const parts: Part[] = [];
  for (let i = 0; i < width / pitch; i++) {
    for (let j = 0; j < depth / pitch; j++) {
      const [x, y] = [(i + 0.5) * pitch - width / 2, (j + 0.5) * pitch - depth / 2];
      if (keepOut?.(x, y) || hash(i, j, seed) < 0.08) continue;
      const h = low + (high - low) * hash(i, j, seed + 1) ** 2.4;
      const [w, d] = [pitch * (0.55 + 0.3 * hash(j, i, seed)), pitch * (0.55 + 0.3 * hash(i + 5, j, seed))];
      const skin = facade(
        colours[Math.floor(hash(i, j, seed + 2) * colours.length)] ?? '#dfe4e2',
        seed + i * 7 + j,
        lit,
      );
      parts.push(...place([part(block(w, d, h, 0.01), skin)], [x, y, 0]));
      if (hash(i, j, seed + 4) > 0.5) parts.push(part(at(block(w * 0.5, d * 0.5, 0.14), x, y, h), grey));
    }
  }
  return parts;
}

const pale = ['#e4e8e6', '#d3dbd8', '#c3cdca', '#eef0ee'];
const dusk = ['#7f8f98', '#697a84', '#93a0a6', '#59686f'];
const haze = (colour: string, edge: string, from: number, to: number, gloss = 0.25): Backdrop => ({
  centre: hex(colour),
  edge: hex(edge),
  gloss,
  spot: [0.4, 0.32],
  fog: { from, to, colour: hex(colour) },
});

function shanghai(): Shot {
  const pearl = [
    ...[0, 120, 240].map((a) =>
      part(
        rod(
          [
            [0.7 * Math.cos(a / 57.3), 0.7 * Math.sin(a / 57.3), 0],
            [0.12 * Math.cos(a / 57.3), 0.12 * Math.sin(a / 57.3), 2.4],
          ],
          0.1,
        ),
        white,
      ),
    ),
    part(cylinder(0.24, 7), white),
    part(at(sphere(0.95), 0, 0, 2.3), tint('#b75a6e', 0.25)),
    part(at(sphere(0.62), 0, 0, 5.6), tint('#b75a6e', 0.25)),
    part(at(sphere(0.26), 0, 0, 7), tint('#b75a6e', 0.25)),
    part(at(cylinder(0.05, 2.2), 0, 0, 7), steel),
    ...[3.6, 4.0, 4.4].map((z) => part(at(sphere(0.3), 0, 0, z), white)),
  ];
  const twist = (() => {
    const base = slab(1.6, 1.6, 9.2, 0.6, 0.1);
    return {
      distance: (x: number, y: number, z: number) => {
        const k = 1 - z * 0.045;
        const a = z * 0.17;
        const [c, s] = [Math.cos(a), Math.sin(a)];
        return base.distance((c * x + s * y) / k, (-s * x + c * y) / k, z) * 0.45;
      },
      lo: [-1.3, -1.3, 0] as const,
      hi: [1.3, 1.3, 9.2] as const,
    };
  })();
  return shot(
    [
      ...place(pearl, [-4.2, 0.6, 0]),
      part(at(twist, 2.4, 3.4, 0), { ...facade('#8fa4ac', 5, 0.12, 0.22, 3), metal: 0.2 }),
      part(
        cut(at(block(1.3, 0.9, 8.6, 0.05), 4.3, 2.2, 0), at(block(0.7, 3, 1.0), 4.3, 2.2, 7.1)),
        facade('#6f858f', 9, 0.2),
      ),
      part(
        at(
          lathe(
            [
              [0, 0],
              [0.65, 0],
              [0.5, 5.5],
              [0.3, 6.6],
              [0, 7.6],
            ],
            0.02,
          ),
          0.3,
          2.8,
          0,
        ),
        facade('#b9c4c5', 7, 0.2),
      ),
      ...place(
        city({
          seed: 8,
          width: 24,
          depth: 10,
          low: 0.5,
          high: 4.6,
          colours: dusk,
          lit: 0.3,
          keepOut: (x, y) =>
            Math.hypot(x + 4.2, y + 3.4) < 1.6 ||
            Math.hypot(x - 2.4, y + 0.6) < 1.5 ||
            Math.hypot(x - 4.3, y + 1.8) < 1 ||
            Math.hypot(x - 0.3, y + 1.2) < 0.9,
        }),
        [0, 4, 0],
      ),
      part(at(slab(1.6, 0.5, 0.22, 0.2, 0.05), -1.2, -4.2, 0), white),
      part(at(block(0.8, 0.34, 0.2, 0.03), -1.2, -4.2, 0.2), grey),
    ],
    { azimuth: 6, elevation: 6, distance: 24, target: [-0.3, 0.5, 4.1], angle: 25 },
    { light: evening, backdrop: haze('#e9c9ae', '#6f8fa3', 20, 44, 0.6) },
  );
}

function tokyo(): Shot {
  const legs = [
    [1, 1],
    [-1, 1],
    [1, -1],
    [-1, -1],
  ].map(([a = 1, b = 1]) =>
    part(
      rod(
        curve(
          [
            [a * 1.5, b * 1.5, 0],
            [a * 0.75, b * 0.75, 2.2],
            [a * 0.4, b * 0.4, 4.2],
            [a * 0.16, b * 0.16, 6.6],
            [0, 0, 9.4],
          ],
          6,
        ),
        0.07,
      ),
      orange,
    ),
  );
  const braces = Array.from({ length: 13 }, (_, i) => {
    const z = 0.6 + i * 0.5;
    const r = z < 2.2 ? 1.5 - (z / 2.2) * 0.75 : 0.75 - ((z - 2.2) / 4.4) * 0.58;
    return part(
      rod(
        [
          [r, r, z],
          [-r, r, z],
          [-r, -r, z],
          [r, -r, z],
          [r, r, z],
        ],
        0.03,
      ),
      i % 3 === 1 ? white : orange,
    );
  });
  return shot(
    [
      ...place(
        scale(
          [
            ...legs,
            ...braces,
            part(at(slab(1.15, 1.15, 0.45, 0.1, 0.04), 0, 0, 3.3), white),
            part(at(slab(0.62, 0.62, 0.36, 0.1, 0.04), 0, 0, 5.9), white),
          ],
          0.78,
        ),
        [1.6, 1.2, 0],
      ),
      ...place(
        [
          part(
            lathe(
              [
                [0, 0],
                [11, 0],
                [7, 1.6],
                [4, 3.6],
                [2.2, 5.4],
                [1.0, 6.6],
                [0, 6.7],
              ],
              0.1,
            ),
            {
              ...tint('#8ea2b0', 0.95),
              pattern: (x, y, z) =>
                z > 4.1 + 0.9 * Math.abs(((Math.atan2(y, x) * 3.2) % 1) - 0.5) ? { colour: hex('#fbfbfb') } : undefined,
            },
          ),
        ],
        [-7, 24, 0],
      ),
      ...place(
        city({
          seed: 14,
          width: 26,
          depth: 12,
          low: 0.4,
          high: 3.1,
          pitch: 1.1,
          colours: pale,
          lit: 0.05,
          keepOut: (x, y) => Math.hypot(x - 1.6, y + 2.6) < 2.2,
        }),
        [0, 3.8, 0],
      ),
      ...Array.from({ length: 24 }, (_, i) =>
        place(tree(0.9 + 0.4 * hash(i, 3), i, i % 3 ? '#e8b7bd' : '#5d9a7d'), [
          (hash(i, 6) - 0.5) * 16,
          -2.6 - hash(6, i) * 1.8,
          0,
        ]),
      ).flat(),
    ],
    { azimuth: -6, elevation: 10, distance: 24, target: [-0.2, 1, 3.7], angle: 24 },
    { light: { ...sun, key: [-0.7, -0.45, 0.5] }, backdrop: haze('#eef1ef', '#b9d0da', 24, 60, 0) },
  );
}

function seoul(): Shot {
  const roof = (w: number, d: number): Part[] => [
    part(block(w * 0.82, d * 0.76, 0.75), tint('#b4553f')),
    part(at(block(w * 0.84, d * 0.78, 0.12), 0, 0, 0.62), tint('#2f7d66')),
    part(
      at(
        turn(
          extrude(
            curve(
              [
                [-d * 0.62, 0.12, 0],
                [-d * 0.35, 0.1, 0],
                [-d * 0.14, 0.4, 0],
                [0, 0.72, 0],
                [d * 0.14, 0.4, 0],
                [d * 0.35, 0.1, 0],
                [d * 0.62, 0.12, 0],
                [d * 0.5, 0, 0],
                [-d * 0.5, 0, 0],
              ],
              3,
            ).map((p) => [p[0], p[1]] as const),
            w,
          ),
          'x',
          90,
        ),
        0,
        w / 2,
        0,
      ),
      tint('#3d464a', 0.8),
    ),
  ];
  const hall = (w: number, d: number): Part[] => {
    const [walls, beam, tiles] = roof(w, d);
    return [
      ...(walls ? [walls] : []),
      ...(beam ? [beam] : []),
      ...(tiles ? place(place([tiles], [0, 0, 0], ['z', 90]), [0, 0, 0.72]) : []),
    ];
  };
  return shot(
    [
      part(
        at(
          lathe(
            [
              [0, 0],
              [7, 0],
              [4, 1.5],
              [2, 2.6],
              [0.8, 3.0],
              [0, 3.1],
            ],
            0.2,
          ),
          0.6,
          7,
          0,
        ),
        tint('#6d9c82', 0.95),
      ),
      ...Array.from({ length: 60 }, (_, i) => {
        const a = hash(i, 2) * 6.28;
        const r = 0.8 + 4.4 * hash(2, i);
        const z = r < 2 ? 2.9 - r * 0.35 : Math.max(0, 2.5 - (r - 2) * 0.52);
        return place(conifer(0.7 + 0.4 * hash(i, i), i % 2 ? '#4f8a6c' : '#3d7a5d'), [
          0.6 + r * Math.cos(a),
          7 + r * Math.sin(a),
          z - 0.1,
        ]);
      }).flat(),
      ...place(
        [
          part(cylinder(0.18, 3.2), white),
          part(
            at(
              lathe(
                [
                  [0.2, 0],
                  [0.62, 0.25],
                  [0.62, 0.7],
                  [0.2, 0.9],
                ],
                0.02,
              ),
              0,
              0,
              1.9,
            ),
            white,
          ),
          part(at(cylinder(0.635, 0.16), 0, 0, 2.25), lamp('#1fc28b', 0.5)),
          part(at(cylinder(0.09, 1.6), 0, 0, 3.2), orange),
          part(at(cylinder(0.04, 1), 0, 0, 4.8), white),
        ],
        [0.6, 7, 2.9],
      ),
      ...place(
        city({
          seed: 31,
          width: 26,
          depth: 9,
          low: 0.5,
          high: 3.2,
          pitch: 1.15,
          colours: pale,
          lit: 0.03,
          keepOut: (x, y) => y < -1 && Math.abs(x) < 6,
        }),
        [0, 2.6, 0],
      ).filter(
        (p) => Math.hypot((p.solid.lo[0] + p.solid.hi[0]) / 2 - 0.6, (p.solid.lo[1] + p.solid.hi[1]) / 2 - 7) > 4.6,
      ),
      part(
        at(
          lathe(
            [
              [0.9, 0],
              [0.75, 2.5],
              [0.5, 5.5],
              [0.16, 7.4],
              [0, 7.5],
              [0, 0],
            ],
            0.01,
          ),
          7.4,
          4.6,
          0,
        ),
        facade('#b9c9cc', 3, 0.05),
      ),
      ...mountains(
        [
          [-9, 21, 8, 6],
          [9, 24, 9, 7],
          [-1, 26, 9, 6.4],
        ],
        '#a5b9b5',
        '#c3d1cc',
      ),
      part(at(block(9, 3.6, 0.16), -1, -2.4, 0), tint('#e0d9ca')),
      ...place(hall(3.4, 1.9), [-1, -1.4, 0.16]),
      ...place(hall(1.7, 1.2), [-4.2, -2.2, 0.16]),
      ...place(hall(1.7, 1.2), [2.3, -2.2, 0.16]),
      ...Array.from({ length: 14 }, (_, i) =>
        place(tree(0.9, i, i % 2 ? '#d98a4a' : '#5d9a7d'), [-7 + i * 1.05, -4.4 - hash(i, 4) * 0.5, 0]),
      ).flat(),
    ],
    { azimuth: 10, elevation: 11, distance: 25, target: [0.2, 1.2, 2.8], angle: 23 },
    {
      light: { ...sun, key: [-0.7, -0.4, 0.5], keyColour: [1.05, 0.93, 0.78] },
      backdrop: haze('#f0f1ea', '#b6cfd6', 26, 58, 0),
    },
  );
}

function chicago(): Shot {
  const tower = (
    x: number,
    y: number,
    steps: readonly (readonly [number, number])[],
    colour: string,
    seed: number,
    mast = 0,
  ): Part[] => [
    ...steps.flatMap(([w, h]) =>
      place([part(block(w, w, h, 0.01), facade(colour, seed, 0.22, 0.17, 0.12))], [x, y, 0]),
    ),
    ...(mast
      ? [
          part(at(cylinder(0.05, mast), x - 0.2, y, steps.at(-1)?.[1] ?? 0), white),
          part(at(cylinder(0.05, mast), x + 0.2, y, steps.at(-1)?.[1] ?? 0), white),
        ]
      : []),
  ];
  const taper = {
    distance: (x: number, y: number, z: number) => {
      const k = 1 - z * 0.05;
      return block(1.7, 1.2, 8).distance(x / k, y / k, z) * 0.7;
    },
    lo: [-0.9, -0.7, 0] as const,
    hi: [0.9, 0.7, 8] as const,
  };
  return shot(
    [
      ...tower(
        -2.2,
        2.4,
        [
          [1.8, 4.6],
          [1.4, 6.4],
          [1.0, 8.6],
        ],
        '#39464d',
        4,
        1.8,
      ),
      ...place(
        [
          part(taper, facade('#2f3a40', 12, 0.2)),
          part(at(cylinder(0.05, 1.6), -0.25, 0, 8), white),
          part(at(cylinder(0.05, 1.6), 0.25, 0, 8), white),
        ],
        [3.9, 1.8, 0],
      ),
      ...tower(
        1.2,
        3.2,
        [
          [1.3, 5.2],
          [1.0, 6.6],
          [0.5, 7.2],
        ],
        '#8e9aa0',
        6,
      ),
      ...tower(-5.4, 1.8, [[1.3, 5.4]], '#b8bfbf', 8),
      ...tower(
        6.8,
        2.6,
        [
          [1.2, 4.8],
          [0.8, 5.8],
        ],
        '#a89a88',
        10,
      ),
      ...[-0.5, 0.5].map((x) =>
        part(at(cylinder(0.42, 3.4, 0.03), x + 0.2, -0.6, 0), {
          ...tint('#cfc6b4'),
          pattern: (_x, _y, z) => (z / 0.19 - Math.floor(z / 0.19) > 0.5 ? { colour: hex('#5c5a55') } : undefined),
        }),
      ),
      ...place(
        city({
          seed: 23,
          width: 26,
          depth: 8,
          low: 0.7,
          high: 4.4,
          colours: ['#66747b', '#8f9a9d', '#a59b8e', '#4c5a61', '#b9bdb9'],
          lit: 0.24,
          keepOut: (x, y) =>
            y < -2.4 ||
            Math.hypot(x + 2.2, y + 0.6) < 1.3 ||
            Math.hypot(x - 3.9, y + 1.2) < 1.2 ||
            Math.hypot(x - 1.2, y - 0.2) < 1,
        }),
        [0, 3, 0],
      ),
      part(at(block(30, 1.2, 0.12), 0, -1.9, 0), tint('#7fa58f')),
      ...Array.from({ length: 22 }, (_, i) =>
        place(tree(0.7, i), [-11 + i, -1.9 + (hash(i, 2) - 0.5) * 0.6, 0.1]),
      ).flat(),
      ...[
        [-3, -5],
        [2.4, -5.8],
        [4.8, -4.4],
      ].flatMap(([x = 0, y = 0]) =>
        place(
          [
            part(slab(0.7, 0.22, 0.12, 0.1, 0.04), white),
            part(
              turn(
                extrude(
                  [
                    [-0.05, 0.12],
                    [0.3, 0.12],
                    [-0.05, 1.0],
                  ],
                  0.02,
                ),
                'x',
                90,
              ),
              white,
            ),
          ],
          [x, y, 0],
        ),
      ),
    ],
    { azimuth: -8, elevation: 6, distance: 24, target: [0.2, 0.5, 3.9], angle: 25 },
    {
      light: { ...evening, keyColour: [1.1, 0.86, 0.66], sky: [0.42, 0.46, 0.52] },
      backdrop: haze('#dfe0da', '#7fa3b5', 22, 48, 0.6),
    },
  );
}

function stuttgart(): Shot {
  const saw = (x: number, y: number, n: number, lit: number): Part[] => [
    ...place([part(block(n * 1.3, 3.2, 1.1), facade('#c9beb2', x + 20, lit, 0.36, 0.3))], [x, y, 0]),
    ...Array.from({ length: n }, (_, i) =>
      place(
        [
          part(
            turn(
              extrude(
                [
                  [0, 0],
                  [1.3, 0],
                  [1.3, 0.7],
                ],
                3.2,
              ),
              'x',
              90,
            ),
            tint('#8a5b4a'),
          ),
          part(at(block(0.04, 2.9, 0.5), 1.32, -1.6, 0.1), { ...glass, opacity: 0.7, colour: hex('#bfd8dc') }),
        ],
        [x - (n * 1.3) / 2 + i * 1.3, y + 1.6, 1.1],
      ),
    ).flat(),
  ];
  const stack = (x: number, y: number, h: number): Part[] => [
    part(
      at(
        lathe(
          [
            [0, 0],
            [0.3, 0],
            [0.18, h],
            [0, h],
          ],
          0.01,
        ),
        x,
        y,
        0,
      ),
      {
        ...tint('#b06a4f'),
        pattern: (_x, _y, z) => (z > h - 0.5 && z < h - 0.2 ? { colour: hex('#f1efe9') } : undefined),
      },
    ),
  ];
  const house = (x: number, y: number, w: number, h: number, c: string): Part[] => [
    part(at(block(w, 0.9, h), x, y, 0), facade(c, Math.round(x * 10), 0.12, 0.34, 0.26)),
    ...place(
      [
        part(
          at(
            turn(
              extrude(
                [
                  [-0.55, 0],
                  [0.55, 0],
                  [0, 0.6],
                ],
                w + 0.08,
              ),
              'x',
              90,
            ),
            0,
            w / 2 + 0.04,
            0,
          ),
          tint('#a5583f'),
        ),
      ],
      [x, y, h],
      ['z', 90],
    ),
  ];
  return shot(
    [
      ...saw(-4.4, 1.6, 4, 0.1),
      ...saw(3.2, 2.6, 5, 0.1),
      ...stack(-1.2, 3, 5.2),
      ...stack(-0.3, 3.6, 4.6),
      ...place(
        [
          part(cylinder(1.2, 2.6), facade('#9fb0b2', 4, 0, 0.5, 9)),
          ...Array.from({ length: 12 }, (_, i) =>
            part(at(cylinder(0.05, 3.2), 1.4 * Math.cos(i * 0.5236), 1.4 * Math.sin(i * 0.5236), 0), darkMetal),
          ),
          ...[1, 2, 3.1].map((z) =>
            part(at(cut(cylinder(1.45, 0.08), at(cylinder(1.36, 1), 0, 0, -0.4)), 0, 0, z), darkMetal),
          ),
        ],
        [7.6, 3.2, 0],
      ),
      ...place(
        [
          part(block(0.7, 0.7, 3.4), tint('#d9cdb9')),
          part(
            at(
              lathe([
                [0, 0],
                [0.52, 0],
                [0, 2.2],
              ]),
              0,
              0,
              3.4,
            ),
            tint('#4f8f7c'),
          ),
          part(at(block(2.2, 1.1, 1.7), 1.3, 0, 0), tint('#d9cdb9')),
        ],
        [1.0, 6.4, 0],
      ),
      ...Array.from({ length: 20 }, (_, i) =>
        house(
          -11.5 + i * 1.16,
          6.6 + (i % 3) * 0.9,
          1.05,
          0.8 + 0.7 * hash(i, 3),
          ['#e7ddca', '#e1e4df', '#d8c2a8', '#c8d4cf'][i % 4] ?? '#e7ddca',
        ),
      )
        .flat()
        .filter((p) => Math.abs(p.solid.lo[0] - 1.6) > 1.5),
      ...Array.from({ length: 18 }, (_, i) =>
        house(
          -10.5 + i * 1.2,
          10 + (i % 2),
          1.05,
          0.9 + 0.8 * hash(i, 7),
          ['#e7ddca', '#e1e4df', '#d8c2a8'][i % 3] ?? '#e7ddca',
        ),
      ).flat(),
      part(at(sphere(20), -6, 27, -15), tint('#9dbb9c', 0.95)),
      part(at(sphere(22), 11, 31, -17), tint('#b2cbb0', 0.95)),
      part(at(block(40, 1.8, 0.04), 0, -2.0, 0), { ...tint('#8fb6bb', 0.1) }),
      part(at(block(0.9, 2.6, 0.2), 0, -2, 0.35), grey),
      ...Array.from({ length: 20 }, (_, i) =>
        place(tree(0.8 + 0.3 * hash(i, 2), i), [-10.5 + i * 1.1, -0.6 + (hash(i, 5) - 0.5) * 0.3, 0]),
      ).flat(),
    ],
    { azimuth: 12, elevation: 13, distance: 25, target: [0, 2, 1.9], angle: 20 },
    {
      light: { ...sun, key: [-0.7, -0.4, 0.45], keyColour: [1.1, 0.93, 0.74] },
      backdrop: haze('#f3efe4', '#bcd0d3', 26, 58, 0),
    },
  );
}

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

function newBuilding(): Shot {
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

function eveningFactory(): Shot {
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

function airOverCity(): Shot {
  const lines = Array.from({ length: 9 }, (_, i) => {
    const y = (i - 4) * 1.15;
    return part(
      rod(
        curve(
          Array.from(
            { length: 9 },
            (_u, k) =>
              [(k - 4) * 2.7, y + 0.5 * Math.sin(k * 0.9 + i), 4.1 + 0.7 * Math.sin(k * 0.8 + i * 0.7)] as const,
          ),
          5,
        ),
        0.045,
      ),
      lamp(i % 3 === 0 ? '#0f9d6e' : '#1fc28b', 0.35),
    );
  });
  return shot(
    [
      ...city({
        seed: 44,
        width: 17,
        depth: 14,
        low: 0.4,
        high: 3.0,
        pitch: 1.15,
        colours: ['#f0f2f0', '#e4e9e6', '#dbe2df'],
        lit: 0,
      }),
      ...lines,
      part(at(sphere(0.16), 1.6, -1.2, 4.9), orange),
      part(at(cylinder(0.02, 3), 1.6, -1.2, 1.9), grey),
    ],
    { azimuth: 30, elevation: 27, distance: 25, target: [0, 0, 1.9], angle: 24 },
    {
      light: { ...softbox, softness: 0.12 },
      backdrop: { ...lightGround, fog: { from: 24, to: 46, colour: hex('#f1f4f2') } },
    },
  );
}

function eventSkyline(): Shot {
  return shot(
    [
      ...place(
        city({
          seed: 61,
          width: 28,
          depth: 9,
          low: 0.6,
          high: 4.8,
          colours: dusk,
          lit: 0.4,
          keepOut: (_x, y) => y < -2.6,
        }),
        [0, 6, 0],
      ),
      part(
        at(
          join([
            turn(
              extrude(
                curve(
                  [
                    [-6, 0, 0],
                    [-5.4, 1.0, 0],
                    [-2, 2.0, 0],
                    [1.5, 1.5, 0],
                    [5.4, 2.3, 0],
                    [6, 0, 0],
                  ],
                  5,
                ).map((p) => [p[0], p[1]] as const),
                3.4,
              ),
              'x',
              90,
            ),
          ]),
          0,
          1.4,
          0,
        ),
        tint('#e7ecea', 0.35),
      ),
      part(at(block(11.2, 0.06, 0.95), 0, -2.02, 0.05), { ...facade('#8fa5a3', 3, 0.9, 1.2, 0.5) }),
      ...Array.from({ length: 16 }, (_, i) => [
        part(at(cylinder(0.02, 0.9), -8 + i * 1.1, -3.1, 0), darkMetal),
        part(at(sphere(0.07), -8 + i * 1.1, -3.1, 0.95), lamp('#ffe0ac', 1.5)),
      ]).flat(),
    ],
    { azimuth: 8, elevation: 8, distance: 24, target: [0, 0.6, 2.6], angle: 22 },
    {
      light: { ...evening, keyColour: [0.55, 0.46, 0.44], sky: [0.32, 0.38, 0.46] },
      backdrop: { ...haze('#d8a688', '#2d4a5b', 20, 44, 0.6), spot: [0.5, 0.4], ground: () => [0.45, 0.52, 0.62] },
    },
  );
}

export const locations: Readonly<Record<string, () => Shot>> = {
  'location-02': stuttgart,
  'location-03': shanghai,
  'location-04': tokyo,
  'location-05': seoul,
  'location-06': chicago,
};
export const cityNews: Readonly<Record<string, () => Shot>> = {
  'news-02': eveningFactory,
  'news-05': newBuilding,
  'news-10': airOverCity,
};
export const cityEvents: Readonly<Record<string, () => Shot>> = { 'event-03': eventSkyline };
