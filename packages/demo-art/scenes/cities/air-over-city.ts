import { grey, lightGround, orange, softbox } from '../../materials.ts';
import { lamp, shot } from '../../model.ts';
import { at, curve, cylinder, rod, sphere } from '../../solid.ts';
import { hex } from '../../colour.ts';
import { part } from '../../parts.ts';
import type { Shot } from '../../shot.ts';
import { city } from './city.ts';

export function airOverCity(): Shot {
  const lines = Array.from({ length: 9 }, (_, i) => {
    const y = (i - 4) * 1.15;
    return part(
      rod(
        curve(
          Array.from(
            { length: 9 },
            (_u, k) =>
              [(k - 4) * 2.7, y + 0.5 * Math.sin(k * 0.9 + i), 4.1 + 0.7 * Math.sin(k * 0.8 + i * 0.7)] as const,
          ),
          5,
        ),
        0.045,
      ),
      lamp(i % 3 === 0 ? '#0f9d6e' : '#1fc28b', 0.35),
    );
  });
  return shot(
    [
      ...city({
        seed: 44,
        width: 17,
        depth: 14,
        low: 0.4,
        high: 3.0,
        pitch: 1.15,
        colours: ['#f0f2f0', '#e4e9e6', '#dbe2df'],
        lit: 0,
      }),
      ...lines,
      part(at(sphere(0.16), 1.6, -1.2, 4.9), orange),
      part(at(cylinder(0.02, 3), 1.6, -1.2, 1.9), grey),
    ],
    { azimuth: 30, elevation: 27, distance: 25, target: [0, 0, 1.9], angle: 24 },
    {
      light: { ...softbox, softness: 0.12 },
      backdrop: { ...lightGround, fog: { from: 24, to: 46, colour: hex('#f1f4f2') } },
    },
  );
}
