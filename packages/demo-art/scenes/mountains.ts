import { tint } from '../model.ts';
import { at, extrude } from '../solid.ts';
import { hex } from '../colour.ts';
import { hash } from '../noise.ts';
import { type Part, part } from '../parts.ts';

export const mountains = (
  spots: readonly (readonly [number, number, number, number])[],
  rock: string,
  snow: string,
): Part[] =>
  spots.map(([x, y, r, h]) => {
    const sides = Array.from(
      { length: 7 },
      (_, i) =>
        [
          r * (0.8 + 0.4 * hash(i, Math.round(x * 9))) * Math.cos((i / 7) * 6.283),
          r * (0.8 + 0.4 * hash(i, Math.round(x * 7))) * Math.sin((i / 7) * 6.283),
        ] as const,
    );
    const flat = extrude(sides, h);
    return part(
      at(
        {
          distance: (px0, py0, z) => {
            const k = Math.max(1 - z / h, 0.02);
            return Math.max(
              flat.distance(px0 / k, py0 / k, Math.min(Math.max(z, 0.01), h - 0.02)) * k * 0.62,
              z - h * 0.98,
              -z,
            );
          },
          lo: [-r * 1.3, -r * 1.3, 0],
          hi: [r * 1.3, r * 1.3, h],
        },
        x,
        y,
        0,
      ),
      {
        ...tint(rock, 0.95),
        pattern: (mx0, my0, z) =>
          z >
          h * (0.5 + 0.1 * Math.abs(((mx0 * 0.9) % 1) - 0.5) + 0.16 * Math.abs(((mx0 * 0.37 + my0 * 0.2) % 1) - 0.5))
            ? { colour: hex(snow) }
            : undefined,
      },
    );
  });
