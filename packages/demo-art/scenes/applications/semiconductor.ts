import { anthracite, darkGround, grey, night, satin, white } from '../../materials.ts';
import { pair, shot, tint } from '../../model.ts';
import { at, block, cut, cylinder, extrude, slab } from '../../solid.ts';
import { part, place } from '../../parts.ts';
import type { Shot } from '../../shot.ts';
import { wafer } from '../wafer.ts';

export function semiconductor(): Shot {
  return shot(
    [
      ...place(wafer(3.4, 0.42), [0, 0, 1.55]),
      ...place(
        [
          part(
            extrude(
              [
                [-0.55, -2.2],
                [0.55, -2.2],
                [0.9, -0.4],
                [1.5, 0.6],
                [1.5, 2.6],
                [1.15, 2.6],
                [1.0, 0.9],
                [-1.0, 0.9],
                [-1.15, 2.6],
                [-1.5, 2.6],
                [-1.5, 0.6],
                [-0.9, -0.4],
              ],
              0.12,
              0.03,
            ),
            white,
          ),
          part(at(slab(1.4, 4, 0.4, 0.2, 0.06), 0, -4, -0.2), satin),
          part(at(cylinder(0.8, 0.5, 0.05), 0, -5.6, -0.3), anthracite),
          part(at(cylinder(0.7, 3, 0.05), 0, -5.6, -3.2), white),
        ],
        [0, 0, 1.38],
        ['z', 128],
      ),
      ...place(
        [
          part(cut(slab(8.4, 8.0, 5.2, 0.3, 0.1), at(slab(7.4, 9, 4.3, 0.2), 0, -1, 0.4)), {
            ...tint('#2b3236', 0.35),
          }),
          ...Array.from({ length: 7 }, (_, i) =>
            pair((s) => [part(at(block(0.5, 6.4, 0.05), s * 3.4, 0, 0.9 + i * 0.5), grey)]),
          ).flat(),
          ...[1, 2, 4, 5].flatMap((i) => place(wafer(3.3, 0.42), [0, 0, 0.95 + i * 0.5])),
        ],
        [-8.0, 6.6, 0],
        ['z', 38],
      ),
    ],
    { azimuth: 24, elevation: 27, distance: 22, target: [-1.0, 0.9, 1.4], angle: 22 },
    { light: { ...night, keyColour: [0.95, 0.94, 0.88], box: 1.15 }, backdrop: { ...darkGround, gloss: 0.55 } },
  );
}
