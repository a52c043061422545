// Family LX1: liquid flow.

import { at, block, curve, cut, cylinder, join, lathe, rod, slab, turn } from './solid.ts';
import { hex } from './colour.ts';
import { type Material, type Part, part, place } from './parts.ts';
import { both, roundConnector, screws, line } from './fittings.ts';
import {
  anthracite,
  black,
  chrome,
  darkMetal,
  glass,
  green,
  greenBoard,
  grey,
  hole,
  peek,
  rubber,
  steel,
  water,
  white,
} from './materials.ts';

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
