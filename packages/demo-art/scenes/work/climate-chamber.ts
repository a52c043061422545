import { mx } from '../../gas-flow.ts';
import { cx, px } from '../../gas-modules.ts';
import { glass, sageGround, satin, steel, white } from '../../materials.ts';
import { display, figure, lamp, room, shot, table, tiles, tint } from '../../model.ts';
import { at, block, cut, slab } from '../../solid.ts';
import { part, place, scale } from '../../parts.ts';
import type { Shot } from '../../shot.ts';
import { day } from './daylight.ts';
import { people } from './people.ts';

export function climateChamber(): Shot {
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
