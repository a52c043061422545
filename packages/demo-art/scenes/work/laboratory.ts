import { lx } from '../../liquid-flow.ts';
import { mx } from '../../gas-flow.ts';
import { cx, px } from '../../gas-modules.ts';
import { anthracite, glass, green, lightGround, mint, orange, white } from '../../materials.ts';
import { display, figure, plant, room, shelf, shot, stool, table, tiles, tint } from '../../model.ts';
import { at, block, cylinder, lathe, slab, turn } from '../../solid.ts';
import { part, place, scale } from '../../parts.ts';
import type { Shot } from '../../shot.ts';
import { day, windows } from './daylight.ts';
import { people } from './people.ts';

export function laboratory(): Shot {
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
