import { lx } from '../../liquid-flow.ts';
import { anthracite, glass, green, orange, satin, steel, water, white } from '../../materials.ts';
import { display, shot } from '../../model.ts';
import { at, block, curve, cut, cylinder, lathe, rod, slab } from '../../solid.ts';
import { hex } from '../../colour.ts';
import { type Part, part, place, scale } from '../../parts.ts';
import type { Shot } from '../../shot.ts';

export function analytics(): Shot {
  const tube = (colour: string): Part[] => [
    part(
      lathe(
        [
          [0.17, 0.1],
          [0.2, 0.05],
          [0.2, 1.7],
          [0.23, 1.75],
          [0.17, 1.75],
        ],
        0.01,
      ),
      { ...glass, opacity: 0.2 },
    ),
    part(at(cylinder(0.165, 0.9, 0.08), 0, 0, 0.08), { ...water, colour: hex(colour), opacity: 0.8 }),
  ];
  const ringOf = (count: number, r: number, shift: number): Part[] =>
    Array.from({ length: count }, (_, i) =>
      place(tube(['#1fc28b', '#8fd6c0', '#f0a878', '#cfe9df', '#007a53'][(i * 3 + shift) % 5] ?? '#1fc28b'), [
        r * Math.cos((i / count) * 6.283 + shift),
        r * Math.sin((i / count) * 6.283 + shift),
        0.5,
      ]),
    ).flat();
  return shot(
    [
      part(cylinder(3.0, 0.35, 0.1), white),
      part(
        at(
          cut(
            cylinder(2.75, 0.12, 0.03),
            ...Array.from({ length: 20 }, (_, i) =>
              at(cylinder(0.22, 1), 2.35 * Math.cos((i / 20) * 6.283), 2.35 * Math.sin((i / 20) * 6.283), -0.5),
            ),
            ...Array.from({ length: 12 }, (_, i) =>
              at(cylinder(0.22, 1), 1.5 * Math.cos((i / 12) * 6.283 + 1), 1.5 * Math.sin((i / 12) * 6.283 + 1), -0.5),
            ),
          ),
          0,
          0,
          1.5,
        ),
        satin,
      ),
      part(at(cylinder(0.5, 1.5, 0.06), 0, 0, 0.3), anthracite),
      ...ringOf(20, 2.35, 0),
      ...ringOf(12, 1.5, 1),
      ...place(
        [
          part(slab(3.4, 2.4, 4.8, 0.25, 0.1), white),
          part(at(slab(2.6, 0.2, 1.6, 0.1, 0.04), 0, -1.15, 2.6), anthracite),
          ...place(display(2.2, 1.2, 5), [0, -1.28, 2.85]),
          part(at(block(3.42, 2.42, 0.08), 0, 0, 2.1), green),
        ],
        [3.9, 3.0, 0],
        ['z', -8],
      ),
      part(
        rod(
          [
            [2.9, 1.6, 4.2],
            [0.6, 0.2, 4.2],
            [-0.5, -1.45, 4.2],
          ],
          0.16,
        ),
        satin,
      ),
      part(at(slab(0.6, 0.5, 0.8, 0.1, 0.05), -0.5, -1.45, 3.8), anthracite),
      part(at(cylinder(0.035, 1.9), -0.5, -1.45, 2.0), steel),
      ...place(scale(lx.lx11(), 0.62), [-4.4, 1.6, 0], ['z', 18]),
      part(
        rod(
          curve(
            [
              [-2.7, 2.15, 0.53],
              [-1.4, 3.2, 0.8],
              [0.8, 3.2, 1.2],
              [2.2, 2.6, 1.3],
            ],
            8,
          ),
          0.07,
        ),
        { ...water, opacity: 0.9 },
      ),
      ...place(
        [
          part(
            lathe(
              [
                [0, 0],
                [0.85, 0],
                [0.85, 1.5],
                [0.35, 2.0],
                [0.35, 2.5],
                [0.3, 2.5],
                [0.3, 1.97],
                [0.79, 1.46],
                [0.79, 0.06],
                [0, 0.06],
              ],
              0.02,
            ),
            { ...glass, opacity: 0.2 },
          ),
          part(at(cylinder(0.78, 0.9, 0.02), 0, 0, 0.07), { ...water, colour: hex('#f3b184'), opacity: 0.8 }),
          part(at(cylinder(0.4, 0.3, 0.04), 0, 0, 2.4), orange),
        ],
        [-3.9, -1.9, 0],
      ),
    ],
    { azimuth: 20, elevation: 24, distance: 26, target: [0, 0.3, 1.6], angle: 20 },
  );
}
