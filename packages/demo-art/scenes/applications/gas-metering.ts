import { anthracite, brass, grey, lightGround, orange, steel } from '../../materials.ts';
import { lamp, pair, shot, tiles, tint } from '../../model.ts';
import { at, block, cylinder, slab, sphere, turn } from '../../solid.ts';
import { hex } from '../../colour.ts';
import { part, place } from '../../parts.ts';
import type { Shot } from '../../shot.ts';
import { wallLight } from './lights.ts';

export function gasMetering(): Shot {
  const pipe = tint('#e0a21c', 0.35);
  return shot(
    [
      part(at(block(40, 0.3, 24), 0, 1.4, -2), tiles('#e7ebe8', 3)),
      ...place(
        [
          part(at(slab(3.6, 1.7, 3.2, 0.35, 0.14), 0, 0, 0), tint('#dfe3e0', 0.4)),
          part(at(slab(3.64, 1.74, 0.08, 0.35, 0.03), 0, 0, 1.9), grey),
          part(at(slab(2.1, 0.24, 1.0, 0.1, 0.05), 0, -0.86, 0.6), anthracite),
          part(at(slab(1.6, 0.1, 0.46, 0.05, 0.02), -0.1, -0.97, 0.95), {
            ...tint('#b7c9b8', 0.2),
            pattern: (x, _, z) =>
              [0, 1, 2, 3, 4, 5].some(
                (i) =>
                  Math.abs(x + 0.6 - i * 0.21) < 0.06 &&
                  Math.abs(z - 0.23) < 0.1 &&
                  (Math.abs(x + 0.6 - i * 0.21) > 0.035 || Math.abs(z - 0.23) > 0.075),
              )
                ? { colour: hex('#22282b') }
                : undefined,
          }),
          part(at(slab(0.9, 0.06, 0.06, 0.02, 0.01), -0.1, -1.0, 0.75), lamp('#1fc28b', 1)),
          ...pair((s) => [
            part(at(cylinder(0.42, 0.3, 0.04), s * 1.05, 0, 3.15), brass),
            part(at(cylinder(0.34, 5.2), s * 1.05, 0, 3.3), pipe),
            part(at(cylinder(0.44, 0.35, 0.04), s * 1.05, 0, 4.6), steel),
          ]),
          part(at(turn(block(1.4, 0.16, 0.3, 0.06), 'y', 0), -1.05, -0.5, 5.15), orange),
          part(at(cylinder(0.5, 0.8, 0.06), -1.05, 0, 4.9), brass),
          part(at(turn(cylinder(0.1, 0.5), 'x', 90), -1.05, 0, 5.3), steel),
        ],
        [0, 0, 0.6],
      ),
      part(at(turn(cylinder(0.34, 12), 'y', 90), 1.05, 0, 6.4), pipe),
      part(at(sphere(0.36), 1.05, 0, 6.4), pipe),
    ],
    { azimuth: 18, elevation: 8, distance: 24, target: [0.2, 0, 3.3], angle: 17 },
    { light: wallLight, backdrop: lightGround },
  );
}
