import { darkMetal } from '../../materials.ts';
import { lamp, shot, tint } from '../../model.ts';
import { at, block, curve, cylinder, extrude, join, sphere, turn } from '../../solid.ts';
import { part, place } from '../../parts.ts';
import type { Shot } from '../../shot.ts';
import { city, dusk, evening, haze } from './city.ts';
import { facade } from './facade.ts';

export function eventSkyline(): Shot {
  return shot(
    [
      ...place(
        city({
          seed: 61,
          width: 28,
          depth: 9,
          low: 0.6,
          high: 4.8,
          colours: dusk,
          lit: 0.4,
          keepOut: (_x, y) => y < -2.6,
        }),
        [0, 6, 0],
      ),
      part(
        at(
          join([
            turn(
              extrude(
                curve(
                  [
                    [-6, 0, 0],
                    [-5.4, 1.0, 0],
                    [-2, 2.0, 0],
                    [1.5, 1.5, 0],
                    [5.4, 2.3, 0],
                    [6, 0, 0],
                  ],
                  5,
                ).map((p) => [p[0], p[1]] as const),
                3.4,
              ),
              'x',
              90,
            ),
          ]),
          0,
          1.4,
          0,
        ),
        tint('#e7ecea', 0.35),
      ),
      part(at(block(11.2, 0.06, 0.95), 0, -2.02, 0.05), { ...facade('#8fa5a3', 3, 0.9, 1.2, 0.5) }),
      ...Array.from({ length: 16 }, (_, i) => [
        part(at(cylinder(0.02, 0.9), -8 + i * 1.1, -3.1, 0), darkMetal),
        part(at(sphere(0.07), -8 + i * 1.1, -3.1, 0.95), lamp('#ffe0ac', 1.5)),
      ]).flat(),
    ],
    { azimuth: 8, elevation: 8, distance: 24, target: [0, 0.6, 2.6], angle: 22 },
    {
      light: { ...evening, keyColour: [0.55, 0.46, 0.44], sky: [0.32, 0.38, 0.46] },
      backdrop: { ...haze('#d8a688', '#2d4a5b', 20, 44, 0.6), spot: [0.5, 0.4], ground: () => [0.45, 0.52, 0.62] },
    },
  );
}
