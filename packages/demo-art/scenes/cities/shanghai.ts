import { grey, steel, white } from '../../materials.ts';
import { shot, tint } from '../../model.ts';
import { at, block, cut, cylinder, lathe, rod, slab, sphere } from '../../solid.ts';
import { part, place } from '../../parts.ts';
import type { Shot } from '../../shot.ts';
import { city, dusk, evening, haze } from './city.ts';
import { facade } from './facade.ts';

export function shanghai(): Shot {
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
