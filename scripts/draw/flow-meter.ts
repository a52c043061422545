// Families MX7 (gas mass flow), LX1 (liquid flow) and DX8 (differential pressure): bodies with ports.

import { at, block, curve, cut, cylinder, extrude, join, lathe, nut, ring, rod, slab, turn } from './solid.ts';
import type { Point, Solid } from './solid.ts';
import type { Material, Part } from './studio.ts';
import { hex, part, place } from './studio.ts';
import { connector } from './board.ts';
import {
  anthracite,
  black,
  brass,
  chrome,
  darkMetal,
  glass,
  gold,
  green,
  greenBoard,
  grey,
  hole,
  membrane,
  mint,
  orange,
  peek,
  rubber,
  satin,
  slate,
  steel,
  water,
  white,
} from './materials.ts';

/** A thread as fine rings; at this size nobody sees that they do not climb. */
function threaded(radius: number, length: number, pitch: number, bore: number): Solid {
  const profile: Point[] = [
    [bore, 0],
    [radius, 0],
  ];
  const turns = Math.floor(length / pitch);
  for (let i = 0; i < turns; i++)
    profile.push([radius, i * pitch + pitch * 0.2], [radius - pitch * 0.42, i * pitch + pitch * 0.6]);
  profile.push([radius, turns * pitch], [radius - 0.06, length], [bore, length]);
  return lathe(profile);
}

/** A barbed port for a hose. */
function barb(radius: number, length: number, barbs: number, material: Material): Part[] {
  const step = (length * 0.62) / barbs;
  const profile: Point[] = [
    [radius * 0.45, 0],
    [radius, 0],
    [radius, length * 0.3],
  ];
  for (let i = 0; i < barbs; i++)
    profile.push([radius * 1.28, length * 0.32 + i * step], [radius * 0.92, length * 0.32 + (i + 0.92) * step]);
  profile.push([radius * 0.8, length], [radius * 0.45, length]);
  return [part(lathe(profile, 0.012), material), part(cylinder(radius * 0.46, length * 0.8), hole)];
}

/** Points a group that stands on z = 0 along x: 1 to the right, -1 to the left. */
const sideways = (parts: readonly Part[], direction: 1 | -1, x: number, z: number, y = 0): Part[] =>
  place(parts, [x, y, z], ['y', direction * 90]);
const both = (make: () => Part[], x: number, z: number, y = 0): Part[] => [
  ...sideways(make(), 1, x, z, y),
  ...sideways(make(), -1, -x, z, y),
];

/** A round cable connector, as used on machines. */
function roundConnector(radius: number): Part[] {
  return [
    part(join([cylinder(radius * 1.25, 0.14, 0.03), cylinder(radius, 0.3, 0.02)]), steel),
    part(at(cut(threaded(radius * 0.94, 0.5, 0.07, 0), at(cylinder(radius * 0.72, 1), 0, 0, 0.1)), 0, 0, 0.25), brass),
    part(at(cylinder(radius * 0.7, 0.1), 0, 0, 0.5), black),
    ...[0, 1, 2, 3].map((i) =>
      part(
        at(
          cylinder(radius * 0.1, 0.22, 0.02),
          radius * 0.36 * Math.cos((i * Math.PI) / 2 + 0.78),
          radius * 0.36 * Math.sin((i * Math.PI) / 2 + 0.78),
          0.52,
        ),
        gold,
      ),
    ),
  ];
}

const screw = (radius: number): Part[] => [
  part(cut(cylinder(radius, 0.1, 0.025), at(nut(radius, 0.2, 0.01), 0, 0, 0.05)), steel),
];
const screws = (width: number, depth: number, z: number, radius = 0.11): Part[] =>
  [
    [1, 1],
    [-1, 1],
    [1, -1],
    [-1, -1],
  ].flatMap(([sx = 1, sy = 1]) => place(screw(radius), [(sx * width) / 2, (sy * depth) / 2, z]));

const fitting =
  (radius: number, material: Material): (() => Part[]) =>
  () => [
    part(nut(radius * 2.1, 0.5, 0.04), material),
    part(at(threaded(radius * 0.86, 0.66, 0.085, radius * 0.45), 0, 0, 0.5), material),
    part(cylinder(radius * 0.46, 0.8), hole),
  ];

/** A display-free status light: one green line. */
const line = (width: number, x: number, y: number, z: number): Part =>
  part(at(slab(width, 0.06, 0.03, 0.02, 0.01), x, y, z), mint);

export const mx = {
  mx71: (): Part[] => {
    const cone = (): Part[] => [
      part(
        lathe(
          [
            [0.48, 0],
            [0.72, 0],
            [0.72, 0.12],
            [0.66, 0.16],
            [0.58, 1.15],
            [0.48, 1.15],
          ],
          0.02,
        ),
        white,
      ),
      part(cylinder(0.5, 0.7), hole),
    ];
    return [
      ...both(cone, 1.25, 0.78),
      part(
        join([slab(2.6, 1.55, 1.5, 0.3, 0.1), at(turn(cylinder(0.78, 2.7, 0.06), 'y', 90), -1.35, 0, 0.78)], 0.25),
        white,
      ),
      part(at(slab(2.0, 1.5, 0.55, 0.22, 0.08), 0, 0, 1.42), anthracite),
      line(0.7, -0.45, -0.55, 1.96),
      ...place(connector(6, black), [0.4, 0.35, 1.9], ['z', 180]),
    ];
  },
  mx72: (): Part[] => [
    ...both(fitting(0.5, steel), 1.6, 0.75),
    part(
      cut(
        slab(3.2, 1.5, 1.5, 0.08, 0.04),
        at(block(4, 0.06, 0.06), 0, -0.75, 0.35),
        at(block(4, 0.06, 0.06), 0, -0.75, 1.12),
      ),
      satin,
    ),
    part(at(slab(2.5, 1.42, 1.15, 0.12, 0.06), 0, 0, 1.5), anthracite),
    part(at(block(2.52, 1.44, 0.03, 0.01), 0, 0, 1.5), green),
    ...screws(2.1, 1.02, 2.63),
    line(0.6, -0.5, 0, 2.64),
    ...place(roundConnector(0.36), [0.55, 0, 2.6]),
  ],
  mx73: (): Part[] => {
    const tube = (): Part[] => [
      part(nut(1.15, 0.42), steel),
      part(at(nut(0.98, 0.5), 0, 0, 0.46), chrome),
      part(
        at(
          lathe([
            [0.26, 0],
            [0.34, 0],
            [0.34, 1.5],
            [0.26, 1.5],
          ]),
          0,
          0,
          0.9,
        ),
        chrome,
      ),
    ];
    return [
      ...both(tube, 1.35, 0.85),
      part(at(turn(cylinder(0.85, 2.7, 0.06), 'y', 90), -1.35, 0, 0.85), steel),
      part(at(cylinder(0.4, 1.9), 0, 0, 0.9), satin),
      part(at(cylinder(0.92, 0.95, 0.1), 0, 0, 1.95), darkMetal),
      part(at(ring(0.92, 0.035), 0, 0, 2.12), orange),
      part(at(cylinder(0.72, 0.05, 0.02), 0, 0, 2.88), satin),
      ...sideways(roundConnector(0.34), 1, 0.86, 2.45),
    ];
  },
  mx74: (): Part[] => [
    part(slab(3.5, 1.35, 0.32, 0.2, 0.04), satin),
    ...screws(3.0, 0.85, 0.32, 0.13),
    part(at(slab(2.5, 1.3, 1.3, 0.16, 0.07), 0, 0, 0.32), slate),
    part(at(slab(2.52, 1.32, 0.22, 0.17, 0.02), 0, 0, 1.1), green),
    ...place(connector(8, white), [0, -0.32, 1.6]),
    ...place([part(ring(0.3, 0.07), orange), part(cylinder(0.3, 0.02), hole)], [2.9, 0.9, 0.07]),
    ...place([part(ring(0.3, 0.07), orange)], [2.55, 1.7, 0.07]),
  ],
  sensor: (): Part[] => [
    ...both(fitting(0.3, brass), 0.75, 0.5),
    part(slab(1.5, 1.0, 0.95, 0.08, 0.04), satin),
    part(at(slab(1.3, 0.92, 0.5, 0.1, 0.05), 0, 0, 0.95), anthracite),
    line(0.4, 0, 0, 1.45),
  ],
};

const tubing = (path: Parameters<typeof curve>[0], radius: number, material: Material = glass): Part[] => [
  part(rod(curve(path, 6), radius), material),
  ...(material === glass ? [part(rod(curve(path, 6), radius * 0.55), water)] : []),
];

/** A knurled finger-tight fitting with the tube leaving it. */
const fingerTight =
  (material: Material, length = 0.75): (() => Part[]) =>
  () => [
    part(
      at(
        lathe(
          [
            [0, 0],
            [0.2, 0],
            [0.34, 0.12],
            [0.34, length * 0.8],
            [0.24, length],
            [0, length],
          ],
          0.015,
        ),
        0,
        0,
        0,
      ),
      material,
    ),
    ...Array.from({ length: 14 }, (_, i) =>
      part(
        at(
          block(0.05, 0.05, length * 0.66, 0.02),
          0.345 * Math.cos((i / 14) * 2 * Math.PI),
          0.345 * Math.sin((i / 14) * 2 * Math.PI),
          0.12,
        ),
        material,
      ),
    ),
    part(at(cylinder(0.09, 1.5), 0, 0, length - 0.05), { ...glass, opacity: 0.6, colour: hex('#e9eeea') }),
  ];

export const lx = {
  lx11: (): Part[] => [
    part(cut(slab(3.6, 1.5, 1.05, 0.28, 0.08), at(slab(2.2, 0.62, 1, 0.3), 0, 0, 0.62)), white),
    part(at(block(2.1, 0.5, 0.02), 0, 0, 0.63), greenBoard(5)),
    part(at(block(0.34, 0.34, 0.1, 0.02), 0, 0, 0.62), black),
    ...tubing(
      [
        [-2.9, 0, 0.86],
        [-1, 0, 0.86],
        [1, 0, 0.86],
        [2.9, 0, 0.86],
      ],
      0.11,
    ),
    ...both(
      () => [
        part(
          lathe(
            [
              [0, 0],
              [0.26, 0],
              [0.2, 0.34],
              [0, 0.34],
            ],
            0.02,
          ),
          grey,
        ),
      ],
      1.75,
      0.86,
    ),
    line(0.5, -1.2, -0.52, 1.045),
  ],
  lx12: (): Part[] => [
    ...both(fingerTight(peek), 1.5, 0.6),
    part(slab(3.0, 1.3, 1.2, 0.2, 0.07), anthracite),
    part(at(slab(1.4, 0.8, 0.03, 0.14, 0.01), -0.25, 0, 1.195), green),
    ...screws(2.55, 0.88, 1.19, 0.09),
    part(
      rod(
        curve(
          [
            [1.1, 0.5, 0.9],
            [1.15, 1.3, 0.7],
            [1.8, 2.0, 0.2],
            [3.2, 2.2, 0.12],
          ],
          6,
        ),
        0.1,
      ),
      rubber,
    ),
    part(at(turn(cylinder(0.16, 0.4, 0.04), 'x', -90), 1.1, 0.6, 0.88), black),
  ],
  lx13: (): Part[] => {
    const luer = (): Part[] => [
      part(
        lathe(
          [
            [0.1, 0],
            [0.3, 0],
            [0.3, 0.5],
            [0.22, 0.55],
            [0.16, 1],
            [0.1, 1],
          ],
          0.015,
        ),
        { ...glass, opacity: 0.45, colour: hex('#dfeee8') },
      ),
    ];
    return [
      part(join([slab(2.2, 1.1, 0.5, 0.5, 0.08)]), { ...glass, opacity: 0.5, colour: hex('#d9ece4') }),
      part(at(block(0.9, 0.62, 0.06), 0, 0, 0.2), greenBoard(8)),
      part(at(block(0.3, 0.3, 0.1, 0.02), 0, 0, 0.25), black),
      part(at(turn(cylinder(0.1, 2.4), 'y', 90), -1.2, 0, 0.3), water),
      ...both(luer, 1.05, 0.3),
      part(at(cut(slab(1.3, 1.7, 0.75, 0.2, 0.07), at(slab(0.9, 2, 0.5, 0.1), 0, 0, 0.3)), 0, 0.1, 0), green),
      ...tubing(
        [
          [2.0, 0, 0.3],
          [2.6, 0, 0.28],
          [3.2, 0.6, 0.16],
          [3.0, 1.6, 0.14],
        ],
        0.13,
      ),
    ];
  },
  lx14: (): Part[] => {
    const weld = (): Part[] => [
      part(
        lathe(
          [
            [0.3, 0],
            [0.62, 0],
            [0.62, 0.14],
            [0.42, 0.22],
            [0.42, 0.7],
            [0.75, 0.84],
            [0.75, 0.98],
            [0.3, 0.98],
          ],
          0.015,
        ),
        chrome,
      ),
      part(cylinder(0.31, 0.7), hole),
    ];
    return [
      ...both(weld, 1.15, 0.8),
      part(at(turn(cylinder(0.72, 2.4, 0.1), 'y', 90), -1.2, 0, 0.8), steel),
      part(at(cylinder(0.34, 0.8), 0, 0, 1.3), chrome),
      part(at(slab(1.7, 1.3, 0.9, 0.2, 0.08), 0, 0, 1.75), darkMetal),
      ...place(roundConnector(0.3), [0.35, 0, 2.6]),
      line(0.4, -0.45, -0.35, 2.63),
    ];
  },
  sensor: (): Part[] => [
    part(cut(slab(2.0, 1.0, 0.7, 0.22, 0.07), at(slab(1.3, 0.4, 1, 0.2), 0, 0, 0.45)), white),
    ...tubing(
      [
        [-1.8, 0, 0.56],
        [-0.5, 0, 0.56],
        [0.5, 0, 0.56],
        [1.2, 0, 0.56],
      ],
      0.08,
    ),
    part(at(block(1.25, 0.36, 0.02), 0, 0, 0.46), greenBoard(5)),
  ],
};

const port =
  (radius: number, length: number, material: Material): (() => Part[]) =>
  () =>
    barb(radius, length, 3, material);

export const dx = {
  dx81: (): Part[] => [
    part(at(slab(2.6, 1.9, 0.9, 0.12, 0.06), 0, 0, 0.1), black),
    part(at(slab(1.0, 1.4, 0.12, 0.1, 0.04), -0.6, 0, 0.95), black),
    part(at(slab(1.0, 1.4, 0.12, 0.1, 0.04), 0.6, 0, 0.95), black),
    ...place(barb(0.26, 1.35, 3, black), [-0.6, 0, 1.0]),
    ...place(barb(0.26, 1.35, 3, black), [0.6, 0, 1.0]),
    ...[-1, 1].flatMap((s) =>
      [0, 1, 2, 3].map((i) =>
        part(
          at(
            join([block(0.2, 0.24, 0.1, 0.03), at(block(0.2, 0.08, 0.34, 0.03), 0, s * -0.1, 0)]),
            (i - 1.5) * 0.6,
            s * 1.03,
            0,
          ),
          satin,
        ),
      ),
    ),
  ],
  dx82: (): Part[] => [
    part(slab(3.0, 2.1, 0.75, 0.16, 0.07), white),
    part(at(slab(1.7, 1.2, 0.06, 0.1, 0.02), -0.3, 0.15, 0.73), grey),
    ...place(barb(0.23, 1.25, 3, white), [-0.65, -1.0, 0.38], ['x', 90]),
    ...place(barb(0.23, 1.25, 3, orange), [0.65, -1.0, 0.38], ['x', 90]),
    ...place(connector(4, black), [1.15, 0.55, 0.55], ['z', 90]),
  ],
  dx83: (): Part[] => [
    part(
      cut(
        slab(5.0, 1.5, 0.22, 0.6, 0.04),
        at(slab(0.5, 0.26, 1, 0.13), 2.1, 0, -0.3),
        at(slab(0.5, 0.26, 1, 0.13), -2.1, 0, -0.3),
      ),
      slate,
    ),
    part(at(slab(3.2, 1.9, 1.15, 0.2, 0.08), 0, 0, 0.1), slate),
    part(at(slab(3.22, 1.92, 0.05, 0.2, 0.01), 0, 0, 0.86), hole),
    part(at(slab(1.1, 0.5, 0.03, 0.08, 0.01), -0.7, -0.45, 1.245), green),
    ...place(barb(0.3, 1.5, 4, slate), [-0.75, 0.3, 1.2]),
    ...place(barb(0.3, 1.5, 4, slate), [0.75, 0.3, 1.2]),
    ...place(connector(5, white), [0.8, -0.62, 1.1]),
  ],
  dx84: (): Part[] => [
    part(slab(3.4, 1.7, 0.5, 0.14, 0.04), satin),
    ...screws(2.95, 1.25, 0.5, 0.12),
    part(at(slab(2.2, 1.6, 0.8, 0.12, 0.06), 0, 0, 0.5), white),
    part(at(slab(2.22, 1.62, 0.12, 0.12, 0.02), 0, 0, 0.72), green),
    ...both(port(0.24, 1.2, brass), 1.7, 0.28),
    ...place(connector(6, black), [0, -0.45, 1.2]),
  ],
  sensor: (): Part[] => [
    part(slab(1.6, 1.2, 0.55, 0.1, 0.05), black),
    ...place(barb(0.18, 0.95, 3, black), [-0.4, 0, 0.54]),
    ...place(barb(0.18, 0.95, 3, black), [0.4, 0, 0.54]),
  ],
};

/** A sealed automotive connector socket, opening along x. */
function socket(poles: number): Part[] {
  const depth = poles * 0.26 + 0.3;
  return [
    part(cut(slab(0.85, depth, 1.0, 0.18, 0.05), at(slab(0.65, depth - 0.2, 1, 0.12), 0, 0, 0.2)), black),
    part(at(block(0.16, 0.36, 0.3, 0.03), -0.46, 0, 0.55), black),
    ...Array.from({ length: poles }, (_, i) =>
      part(at(block(0.06, 0.1, 0.75, 0.02), 0, (i - (poles - 1) / 2) * 0.26, 0.1), gold),
    ),
  ];
}

const bushing = (x: number, y: number, z: number): Part[] => [
  part(at(cut(cylinder(0.4, 0.34, 0.03), at(cylinder(0.24, 1), 0, 0, -0.3)), x, y, z), black),
  part(at(cut(cylinder(0.26, 0.4, 0.02), at(cylinder(0.18, 1), 0, 0, -0.3)), x, y, z - 0.02), brass),
];

const ribs = (count: number, width: number, depth: number, z: number): Part[] =>
  Array.from({ length: count }, (_, i) =>
    part(at(block(0.06, depth, 0.07, 0.02), (i - (count - 1) / 2) * (width / count), 0, z), black),
  );

export const ax = {
  ax61: (): Part[] => [
    part(
      extrude(
        [
          [-1.6, -0.9],
          [1.3, -0.9],
          [1.6, -0.5],
          [1.6, 0.5],
          [1.3, 0.9],
          [-1.6, 0.9],
        ],
        0.75,
        0.08,
      ),
      black,
    ),
    part(at(slab(2.1, 1.2, 0.16, 0.3, 0.05), -0.2, 0, 0.74), anthracite),
    part(at(cut(slab(1.2, 0.7, 0.08, 0.34, 0.02), at(slab(1.0, 0.5, 1, 0.24), 0, 0, -0.3)), -0.2, 0, 0.88), satin),
    part(at(slab(1.0, 0.5, 0.05, 0.24, 0.01), -0.2, 0, 0.87), membrane),
    ...sideways(socket(4), 1, 1.55, 0.45),
    ...[-1, 1].map((s) => part(at(block(0.5, 0.18, 0.5, 0.05), -0.8, s * 1.05, 0.1), black)),
  ],
  ax62: (): Part[] => [
    part(
      join(
        [
          slab(2.2, 1.7, 0.34, 0.3, 0.05),
          at(cylinder(0.42, 0.34, 0.03), -1.45, 0, 0),
          at(cylinder(0.42, 0.34, 0.03), 1.45, 0, 0),
        ],
        0.6,
      ),
      black,
    ),
    ...bushing(-1.6, 0, 0.02),
    ...bushing(1.6, 0, 0.02),
    part(at(slab(1.9, 1.5, 0.85, 0.25, 0.09), 0, 0, 0.3), black),
    ...place(ribs(6, 1.3, 1.2, 0), [0, 0, 1.13]),
    part(at(cylinder(0.78, 0.12, 0.03), 0, 0, 1.15), black),
    part(
      at(
        lathe(
          [
            [0, 0],
            [0.42, 0],
            [0.42, 0.2],
            [0.34, 0.24],
            [0.34, 1.0],
            [0.28, 1.12],
            [0, 1.12],
          ],
          0.02,
        ),
        0,
        0,
        1.2,
      ),
      anthracite,
    ),
    part(at(ring(0.42, 0.07), 0, 0, 1.42), orange),
    ...[0, 60, 120, 180, 240, 300].map((a) =>
      part(
        at(slab(0.1, 0.1, 0.5, 0.04), 0.33 * Math.cos((a * Math.PI) / 180), 0.33 * Math.sin((a * Math.PI) / 180), 1.65),
        membrane,
      ),
    ),
    ...place(socket(4), [0, -0.72, 0.72], ['y', 90], ['z', -90]),
  ],
  ax63: (): Part[] => [
    part(slab(3.4, 2.4, 1.05, 0.35, 0.1), black),
    part(
      at(
        cut(
          slab(3.0, 2.0, 0.16, 0.25, 0.05),
          ...Array.from({ length: 9 }, (_, i) => at(slab(0.1, 1.1, 1, 0.05), 0.5 + (i - 4) * 0.22, 0, -0.3)),
        ),
        0,
        0,
        1.0,
      ),
      anthracite,
    ),
    part(at(cylinder(0.5, 0.14, 0.04), -0.95, 0, 1.12), black),
    part(at(ring(0.5, 0.04), -0.95, 0, 1.24), green),
    ...[-1, 1].flatMap((s) => [
      part(at(slab(0.9, 0.9, 0.3, 0.4, 0.05), s * 1.95, s * 0.7, 0), black),
      ...bushing(s * 2.1, s * 0.7, 0.02),
    ]),
    ...sideways(socket(6), 1, 1.65, 0.55, -0.2),
  ],
  ax64: (): Part[] => [
    part(slab(2.4, 2.4, 0.3, 0.7, 0.05), satin),
    ...screws(1.75, 1.75, 0.3, 0.15),
    part(at(cylinder(1.0, 0.95, 0.09), 0, 0, 0.3), black),
    part(at(ring(1.0, 0.05), 0, 0, 0.42), orange),
    part(at(cut(cylinder(0.72, 0.16, 0.04), at(cylinder(0.52, 1), 0, 0, -0.3)), 0, 0, 1.22), satin),
    part(at(cylinder(0.53, 0.08, 0.01), 0, 0, 1.22), membrane),
    ...sideways(socket(4), 1, 0.85, 0.75),
  ],
  sensor: (): Part[] => [
    part(slab(1.7, 1.4, 0.6, 0.2, 0.07), black),
    part(at(cylinder(0.42, 0.5, 0.04), 0, 0, 0.58), anthracite),
    part(at(ring(0.42, 0.05), 0, 0, 0.68), orange),
    part(at(cylinder(0.3, 0.04, 0.01), 0, 0, 1.06), membrane),
    ...bushing(-1.0, -0.4, 0.02),
  ],
};
