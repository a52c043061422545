import { dx } from '../../pressure.ts';
import { green, lightGround, orange, steel, white } from '../../materials.ts';
import { shot, tint } from '../../model.ts';
import { at, block, curve, cylinder, lathe, ring, rod, turn } from '../../solid.ts';
import { type Material, type Part, part, place, scale } from '../../parts.ts';
import type { Shot } from '../../shot.ts';
import { wallLight } from './lights.ts';

const zinc: Material = { ...tint('#cdd4d2', 0.4), metal: 0.25 };

function duct(length: number, width: number, height: number): Part[] {
  const joints = Math.round(length / 2);
  return [
    part(at(turn(block(height, width, length, 0.03), 'y', 90), -length / 2, 0, height / 2), zinc),
    ...Array.from({ length: joints + 1 }, (_, i) =>
      part(at(block(0.12, width + 0.18, height + 0.18, 0.02), -length / 2 + (i * length) / joints, 0, -0.09), steel),
    ),
  ];
}

export function hvac(): Shot {
  const outlet = (x: number): Part[] => [
    part(
      at(
        lathe(
          [
            [0.42, 0],
            [1.0, 0],
            [1.0, 0.08],
            [0.5, 0.5],
            [0.5, 1.2],
            [0.42, 1.2],
          ],
          0.02,
        ),
        x,
        0,
        -1.1,
      ),
      white,
    ),
    part(
      at(
        lathe(
          [
            [0, 0.06],
            [0.7, 0.06],
            [0.3, 0.3],
            [0, 0.34],
          ],
          0.02,
        ),
        x,
        0,
        -1.16,
      ),
      white,
    ),
  ];
  return shot(
    [
      ...place(duct(18, 1.9, 1.5), [0, 0, 3.2]),
      ...place(duct(10, 1.5, 1.1), [2.6, 5.4, 3.4], ['z', 90]),
      part(at(turn(cylinder(0.62, 22), 'y', 90), -11, 3.4, 3.7), white),
      ...Array.from({ length: 30 }, (_, i) =>
        part(at(turn(ring(0.62, 0.03), 'y', 90), -11 + i * 0.75, 3.4, 3.7), white),
      ),
      ...place([...outlet(-4.4), ...outlet(1.2), ...outlet(5.4)], [0, 0, 3.2]),
      ...[-5.6, -2.0, 3.4, 6.4].flatMap((x) => [
        part(at(cylinder(0.04, 4), x, -1.12, 3.1), steel),
        part(at(block(0.12, 2.6, 0.12, 0.02), x, 0, 3.02), steel),
      ]),
      ...place(scale(dx.dx83(), 0.52), [-1.6, -0.97, 3.95], ['x', 90]),
      part(
        rod(
          curve(
            [
              [-2.0, -1.75, 4.1],
              [-2.1, -2.15, 3.95],
              [-2.9, -1.9, 3.7],
              [-3.3, -0.9, 3.75],
            ],
            7,
          ),
          0.085,
        ),
        green,
      ),
      part(
        rod(
          curve(
            [
              [-1.2, -1.75, 4.1],
              [-1.1, -2.15, 3.95],
              [-0.1, -1.9, 3.7],
              [0.3, -0.9, 3.75],
            ],
            7,
          ),
          0.085,
        ),
        orange,
      ),
      part(at(block(40, 0.3, 20), 0, 8.5, -1), tint('#e9edeb')),
    ],
    { azimuth: 26, elevation: 4, distance: 22, target: [-0.6, 0, 3.55], angle: 16.5 },
    { light: wallLight, backdrop: lightGround },
  );
}
