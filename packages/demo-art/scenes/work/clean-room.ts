import { glass, green, sageGround, satin, steel, white } from '../../materials.ts';
import { display, figure, lamp, opening, room, shot, table, tiles, tint } from '../../model.ts';
import { at, block, cylinder, slab, sphere } from '../../solid.ts';
import { hex } from '../../colour.ts';
import { type Part, part, place, scale } from '../../parts.ts';
import type { Shot } from '../../shot.ts';
import { wafer } from '../wafer.ts';
import { day } from './daylight.ts';
import { people } from './people.ts';

export function cleanRoom(): Shot {
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
