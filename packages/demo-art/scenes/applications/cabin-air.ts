import { ax } from '../../automotive.ts';
import { anthracite, black, lightGround, softbox } from '../../materials.ts';
import { lamp, shot, tint } from '../../model.ts';
import { at, curve, ring, rod, slab, turn } from '../../solid.ts';
import { type Material, type Part, part, place, scale } from '../../parts.ts';
import type { Shot } from '../../shot.ts';
import { car } from '../car.ts';

const seat = (x: number, y: number): Part[] => [
  part(at(slab(0.75, 0.68, 0.24, 0.14, 0.08), x, y, 0.78), tint('#4c5a57', 0.9)),
  part(at(turn(slab(0.22, 0.66, 0.95, 0.08, 0.08), 'y', 14), x + 0.36, y, 0.85), tint('#4c5a57', 0.9)),
  part(at(slab(0.16, 0.34, 0.22, 0.06, 0.05), x + 0.6, y, 1.78), tint('#4c5a57', 0.9)),
];

export function cabinAir(): Shot {
  const stream = (y: number, z: number, m: Material): Part =>
    part(
      rod(
        curve(
          [
            [-1.35, y, 1.42 + z * 0.3],
            [-0.6, y, 1.65 + z],
            [0.4, y * 1.05, 1.8 + z * 0.8],
            [1.4, y, 1.72 + z * 0.6],
            [2.2, y * 0.95, 1.5 + z * 0.3],
          ],
          8,
        ),
        0.028,
      ),
      m,
    );
  return shot(
    [
      ...car(tint('#f1f3f1', 0.2)),
      ...[0, 1.35].flatMap((x) => [...seat(x, -0.48), ...seat(x, 0.48)]),
      part(at(slab(0.5, 1.8, 0.35, 0.12, 0.1), -1.15, 0, 1.05), anthracite),
      ...place([part(ring(0.24, 0.035), black)], [-0.75, -0.48, 1.4], ['y', 65]),
      ...[-0.72, -0.4, -0.1, 0.2, 0.5, 0.78].flatMap((y, i) => [
        stream(y, 0.02, lamp('#1fc28b', 0.5)),
        stream(y * 0.9, 0.2 - 0.03 * (i % 3), i % 2 ? lamp('#8fe6c8', 0.4) : lamp('#1fc28b', 0.5)),
      ]),
      ...place(scale(ax.sensor(), 0.2), [-1.0, 0.3, 1.4]),
    ],
    { azimuth: 30, elevation: 22, distance: 18, target: [0, 0, 1.05], angle: 20 },
    { light: { ...softbox, box: 1.2 }, backdrop: { ...lightGround, gloss: 0.6 } },
  );
}
