// Evaluation kits: a board with processor, USB connector and cable, and the sensor on its own spot.

import { at, block, curve, cut, cylinder, extrude, lathe, rod, slab, turn } from './solid.ts';
import { hash } from './noise.ts';
import { type Material, type Part, part, place } from './parts.ts';
import { anthracite, black, darkBoard, gold, hole, mint, peek, rubber, satin, steel, white } from './materials.ts';

/** Chip capacitors and resistors, scattered on a lattice so that they look placed by a machine. */
export function passives(width: number, depth: number, z: number, seed: number, count: number): Part[] {
  return Array.from({ length: count }, (_, i) => {
    const x = (Math.round((hash(i, seed) - 0.5) * 12) / 12) * width;
    const y = (Math.round((hash(seed, i, 4) - 0.5) * 10) / 10) * depth;
    const along = hash(i, seed, 9) > 0.5;
    const body = hash(i, seed, 2) > 0.5 ? peek : black;
    const size = [along ? 0.2 : 0.11, along ? 0.11 : 0.2] as const;
    return [
      part(at(block(size[0], size[1], 0.07, 0.01), x, y, z), satin),
      part(at(block(along ? 0.11 : 0.115, along ? 0.115 : 0.11, 0.085, 0.01), x, y, z), body),
    ];
  }).flat();
}

export function processor(size: number, legs: number): Part[] {
  const parts = [
    part(at(slab(size, size, 0.12, 0.04, 0.02), 0, 0, 0.02), black),
    part(at(cylinder(0.035, 0.01), -size * 0.36, size * 0.36, 0.138), anthracite),
  ];
  for (let i = 0; i < legs; i++) {
    const o = (i - (legs - 1) / 2) * ((size * 0.9) / legs);
    for (const turned of [0, 90])
      parts.push(
        ...place([part(at(block(0.035, size + 0.22, 0.035, 0.005), o, 0, 0.01), steel)], [0, 0, 0], ['z', turned]),
      );
  }
  return parts;
}

export function header(count: number, pitch: number, tall = 0.28): Part[] {
  return [
    part(slab(count * pitch, pitch, tall, 0.02, 0.015), black),
    ...Array.from({ length: count }, (_, i) =>
      part(at(block(0.07, 0.07, tall + 0.42, 0.015), (i - (count - 1) / 2) * pitch, 0, 0), gold),
    ),
  ];
}

/** USB-C socket with the plug and its cable leaving towards positive x. */
function usb(cable: Material, plugged = true): Part[] {
  const shell = turn(slab(0.34, 0.94, 0.62, 0.16, 0.02), 'y', 90);
  const parts = [
    part(cut(at(shell, -0.3, 0, 0.2), at(turn(slab(0.27, 0.86, 0.6, 0.13), 'y', 90), -0.1, 0, 0.2)), steel),
    part(at(block(0.3, 0.6, 0.07), 0, 0, 0.17), black),
  ];
  if (!plugged) return parts;
  const plug = turn(slab(0.44, 1.1, 1.3, 0.2, 0.05), 'y', 90);
  return [
    ...parts,
    part(at(turn(slab(0.26, 0.84, 0.5, 0.12, 0.02), 'y', 90), 0.1, 0, 0.2), steel),
    part(at(plug, 0.45, 0, 0.24), cable),
    part(
      at(
        turn(
          lathe(
            [
              [0, 0],
              [0.2, 0],
              [0.13, 0.6],
              [0, 0.6],
            ],
            0.02,
          ),
          'y',
          90,
        ),
        1.75,
        0,
        0.24,
      ),
      cable,
    ),
    ...[
      [1.9, 2.2, 2.6, 3.0],
      [3.0, 3.6, 4.4, 5.4, 7, 9.5],
    ].map((xs) =>
      part(
        rod(
          curve(
            xs.map((x) => [
              x,
              Math.sin((x - 1.9) * 0.8) * 0.9 * Math.min(1, (x - 1.9) / 2),
              Math.max(0.13, 0.24 - (x - 1.9) * 0.15),
            ]),
            5,
          ),
          0.12,
        ),
        cable,
      ),
    ),
  ];
}

type KitOptions = {
  readonly board?: Material;
  readonly cable?: Material;
  readonly width?: number;
  readonly depth?: number;
  readonly seed?: number;
  readonly bridge?: boolean;
};

/** `sensor` is on the left half of the board. */
export function kit(
  sensor: readonly Part[],
  { board = darkBoard(3), cable = rubber, width = 5.4, depth = 3.2, seed = 3, bridge = false }: KitOptions = {},
): Part[] {
  const corner = (sx: number, sy: number): ReturnType<typeof at> =>
    at(cylinder(0.14, 1), sx * (width / 2 - 0.26), sy * (depth / 2 - 0.26), -0.5);
  const plate = cut(slab(width, depth, 0.15, 0.2, 0.015), corner(1, 1), corner(1, -1), corner(-1, 1), corner(-1, -1));
  const feet = [
    [1, 1],
    [1, -1],
    [-1, 1],
    [-1, -1],
  ].map(([sx = 1, sy = 1]) => at(cylinder(0.17, 0.3, 0.03), sx * (width / 2 - 0.26), sy * (depth / 2 - 0.26), 0));
  const rings = [
    [1, 1],
    [1, -1],
    [-1, 1],
    [-1, -1],
  ].map(([sx = 1, sy = 1]) =>
    part(
      at(
        cut(cylinder(0.22, 0.02), at(cylinder(0.14, 0.2), 0, 0, -0.1)),
        sx * (width / 2 - 0.26),
        sy * (depth / 2 - 0.26),
        0.435,
      ),
      gold,
    ),
  );
  const top = 0.45;
  return [
    ...feet.map((f) => part(f, white)),
    part(at(plate, 0, 0, 0.3), board),
    ...rings,
    ...place(processor(0.85, 9), [width * 0.16, -depth * 0.05, top]),
    ...place(
      passives(width * 0.34, depth * 0.6, 0, seed, 16).filter(
        ({ solid: { lo, hi } }) => lo[0] > 0.62 || hi[0] < -0.62 || lo[1] > 0.68 || hi[1] < -0.62,
      ),
      [width * 0.16, -depth * 0.05, top],
    ),
    ...place(header(8, 0.25), [width * 0.14, depth * 0.4, top]),
    part(at(slab(0.36, 0.24, 0.14, 0.03, 0.02), width * 0.32, -depth * 0.37, top), steel),
    part(at(cylinder(0.08, 0.18, 0.02), width * 0.32, -depth * 0.37, top), hole),
    part(at(slab(0.16, 0.1, 0.09, 0.02, 0.02), width * 0.2, -depth * 0.39, top), { ...mint, glow: 1.2 }),
    ...place(usb(cable), [width / 2 - 0.2, 0, top]),
    ...(bridge
      ? [
          part(
            at(
              extrude(
                [
                  [0, -0.3],
                  [1.2, -0.3],
                  [1.2, 0.3],
                  [0, 0.3],
                ],
                0.03,
              ),
              -width * 0.02,
              0,
              top + 0.04,
            ),
            peek,
          ),
        ]
      : []),
    ...place(sensor, [-width * 0.27, 0, top]),
  ];
}

/** A wire-to-board connector with its pins. */
export function connector(poles: number, body: Material = white): Part[] {
  const width = poles * 0.22 + 0.24;
  return [
    part(cut(slab(width, 0.62, 0.5, 0.05, 0.02), at(slab(width - 0.14, 0.8, 0.36, 0.03), 0, -0.2, 0.1)), body),
    ...Array.from({ length: poles }, (_, i) =>
      part(at(turn(block(0.06, 0.06, 0.5, 0.01), 'x', 90), (i - (poles - 1) / 2) * 0.22, 0.2, 0.27), gold),
    ),
  ];
}
