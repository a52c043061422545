import { ax } from '../../automotive.ts';
import { anthracite, black, brass, grey, orange, satin } from '../../materials.ts';
import { shot, tint } from '../../model.ts';
import { at, block, curve, cut, rod, slab, turn } from '../../solid.ts';
import { part, place, scale } from '../../parts.ts';
import type { Shot } from '../../shot.ts';

export function evBattery(): Shot {
  const cells = [-2, -1, 0, 1, 2].flatMap((i) => [-1, 1].map((j) => [i, j] as const));
  return shot(
    [
      part(cut(slab(9.4, 5.2, 0.9, 0.5, 0.06), at(slab(8.8, 4.6, 2, 0.3), 0, 0, 0.2)), satin),
      ...[-1, 1].flatMap((s) =>
        [-3.4, -1.1, 1.1, 3.4].map((x) => part(at(slab(0.7, 0.5, 0.2, 0.2, 0.03), x, s * 2.75, 0.2), satin)),
      ),
      ...cells.flatMap(([i, j]) =>
        place(
          [
            part(slab(1.5, 1.95, 0.85, 0.06, 0.04), anthracite),
            ...Array.from({ length: 9 }, (_, k) =>
              part(at(block(1.3, 0.14, 0.1, 0.02), 0, (k - 4) * 0.2, 0.82), k % 2 ? grey : satin),
            ),
            ...[-1, 1].flatMap((s) =>
              Array.from({ length: 4 }, (_, k) =>
                part(at(block(0.16, 0.34, 0.06, 0.01), s * 0.52, (k - 1.5) * 0.42, 0.92), brass),
              ),
            ),
          ],
          [i * 1.68, j * 1.08, 0.22],
        ),
      ),
      part(
        rod(
          curve(
            [
              [-3.4, -0.05, 1.25],
              [-1.7, 0.05, 1.32],
              [0, -0.05, 1.25],
              [1.7, 0.05, 1.32],
              [3.6, 0, 1.28],
            ],
            6,
          ),
          0.12,
        ),
        orange,
      ),
      part(
        rod(
          curve(
            [
              [3.6, 0, 1.28],
              [4.3, 0.3, 1.2],
              [4.9, 0.7, 0.8],
              [6.4, 0.9, 0.6],
              [9, 0.4, 0.4],
            ],
            6,
          ),
          0.14,
        ),
        orange,
      ),
      part(
        rod(
          curve(
            [
              [3.6, -0.6, 1.0],
              [4.4, -0.4, 1.0],
              [5.0, 0.2, 0.7],
              [6.4, 0.4, 0.45],
              [9, -0.2, 0.3],
            ],
            6,
          ),
          0.14,
        ),
        orange,
      ),
      part(at(slab(0.7, 1.6, 0.7, 0.12, 0.05), 4.6, 0.4, 0.3), black),
      ...place(scale(ax.ax64(), 0.5), [-3.36, -0.02, 1.22], ['z', 20]),
      ...place(
        [
          part(
            turn(
              cut(
                slab(9.4, 5.2, 0.3, 0.5, 0.06),
                ...[-3, -1.8, -0.6, 0.6, 1.8, 3].map((x) => at(slab(0.3, 3.8, 1, 0.15), x, 0, 0.22)),
              ),
              'x',
              60,
            ),
            { ...tint('#e9ecea', 0.35) },
          ),
        ],
        [0, 4.9, 2.6],
      ),
    ],
    { azimuth: 28, elevation: 30, distance: 28, target: [0.2, 1.0, 1.9], angle: 23 },
  );
}
