// Application scenes: where the sensors work, built as models and photographed in the studio.

import { at, block, curve, cut, cylinder, extrude, join, lathe, ring, rod, slab, sphere, turn, vec } from './solid.ts';
import type { Vec } from './solid.ts';
import type { Backdrop, Light, Material, Part, Shot } from './studio.ts';
import { hash, hex, part, place, scale } from './studio.ts';
import { hx } from './chip.ts';
import { ax, dx, lx, mx } from './flow-meter.ts';
import { cx } from './gas-modules.ts';
import {
  anthracite,
  black,
  brass,
  chrome,
  darkGround,
  darkMetal,
  glass,
  green,
  grey,
  hole,
  lightGround,
  mint,
  night,
  orange,
  rubber,
  sageGround,
  satin,
  softbox,
  steel,
  sun,
  water,
  white,
} from './materials.ts';
import { display, figure, lamp, opening, plant, room, shot, table, tiles, tint } from './model.ts';

const morning: Light = {
  ...sun,
  key: [-0.86, 0.06, 0.5],
  keyColour: [1.25, 1.1, 0.9],
  sky: [0.66, 0.66, 0.66],
  bounce: [0.56, 0.54, 0.51],
  softness: 0.035,
};
const wallLight: Light = { ...softbox, key: [-0.5, -0.62, 0.7], keyColour: [0.9, 0.89, 0.87], softness: 0.26 };
const cold: Light = { ...softbox, keyColour: [0.8, 0.87, 0.92], sky: [0.42, 0.48, 0.53], bounce: [0.25, 0.29, 0.32] };
const ice: Backdrop = { centre: hex('#eef5f8'), edge: hex('#bed0d8'), gloss: 0.45 };

const pair = (make: (side: 1 | -1) => Part[]): Part[] => [...make(-1), ...make(1)];

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

function hvac(): Shot {
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

function airPurifier(): Shot {
  const slots = Array.from({ length: 24 }, (_, i) =>
    place([part(at(block(0.2, 0.04, 0.75, 0.01), 0.62, 0, 0.2), hole)], [0, 0, 0], ['z', i * 15]),
  ).flat();
  return shot(
    [
      ...room({
        width: 9,
        depth: 7,
        height: 5,
        left: [
          opening(-4.7, 0.4, 1.1, 2, 1.7, 2.9),
          opening(-4.7, -1.7, 1.1, 2, 1.7, 2.9),
          opening(-4.7, 2.5, 1.1, 2, 1.7, 2.9),
        ],
      }),
      part(at(slab(5.4, 3.8, 0.06, 0.3, 0.02), 0.6, -0.4, 0), tint('#dfe5e1', 0.95)),
      ...place(
        [
          part(cylinder(0.62, 1.5, 0.12), white),
          ...slots,
          part(at(ring(0.5, 0.05), 0, 0, 1.49), lamp('#1fc28b', 1)),
          part(at(cylinder(0.44, 0.05), 0, 0, 1.47), anthracite),
        ],
        [-0.6, -0.6, 0.06],
      ),
      ...place(
        [
          part(at(slab(2.6, 1.15, 0.45, 0.2, 0.12), 0, 0, 0.25), tint('#5f7a70', 0.9)),
          part(at(slab(2.6, 0.4, 1.0, 0.18, 0.12), 0, 0.5, 0.35), tint('#5f7a70', 0.9)),
          ...pair((s) => [
            part(at(slab(0.35, 1.15, 0.7, 0.15, 0.1), s * 1.3, 0, 0.25), tint('#5f7a70', 0.9)),
            part(at(cylinder(0.05, 0.3), s * 1.2, -0.4, 0), black),
          ]),
          part(at(turn(slab(0.75, 0.28, 0.7, 0.12, 0.12), 'x', -14), -0.7, 0.15, 0.68), tint('#e2590b', 0.9)),
        ],
        [1.7, 2.3, 0],
      ),
      ...place(plant(1.35, 4), [-3.6, 2.7, 0]),
      part(at(cylinder(0.03, 2.6), 3.6, 2.9, 0), black),
      part(
        at(
          lathe(
            [
              [0.3, 0],
              [0.5, 0],
              [0.32, 0.5],
              [0.2, 0.5],
            ],
            0.02,
          ),
          3.6,
          2.9,
          2.4,
        ),
        lamp('#ffe6bd', 0.5),
      ),
      part(at(cylinder(0.5, 0.06, 0.03), 2.2, 0.4, 0.55), white),
      part(at(cylinder(0.04, 0.55), 2.2, 0.4, 0), black),
      part(at(cylinder(0.09, 0.16, 0.03), 2.3, 0.3, 0.61), tint('#007a53')),
      part(at(block(1.8, 0.06, 1.2, 0.02), 1.4, 3.45, 2.5), anthracite),
      part(at(block(1.7, 0.07, 1.1, 0.02), 1.4, 3.43, 2.55), tint('#b9cdc3')),
    ],
    { azimuth: 33, elevation: 17, distance: 21, target: [-0.3, 0.4, 1.55], angle: 19 },
    { light: morning, backdrop: sageGround },
  );
}

function hose(path: readonly Vec[], radius: number, material: Material): Part[] {
  return curve(path, 9).map((p) => part(at(sphere(radius), ...p), material));
}

function ventilation(): Shot {
  return shot(
    [
      part(at(block(40, 0.3, 20), 0, 4.5, -1), tint('#cfe0d8')),
      part(at(block(40, 0.1, 0.5), 0, 4.3, 1.5), white),
      ...place(
        [
          part(at(slab(2.3, 1.3, 1.75, 0.18, 0.1), 0, 0, 2.2), white),
          part(at(slab(2.32, 1.32, 0.25, 0.18, 0.03), 0, 0, 2.35), tint('#007a53')),
          ...place(display(1.75, 1.05, 2), [-0.1, -0.66, 2.78]),
          part(at(turn(cylinder(0.14, 0.16, 0.03), 'x', 90), 0.95, -0.6, 2.95), anthracite),
          ...[-0.55, 0.1].flatMap((x) => [part(at(turn(cylinder(0.2, 0.3, 0.03), 'x', 90), x, -0.6, 2.46), steel)]),
          part(cylinder(0.12, 2.3), steel),
          ...[0, 72, 144, 216, 288].flatMap((a) =>
            place(
              [
                part(at(block(1.1, 0.14, 0.1, 0.04), 0.5, 0, 0.14), white),
                part(at(turn(cylinder(0.13, 0.12, 0.03), 'x', 90), 1.0, 0.06, 0.13), black),
              ],
              [0, 0, 0],
              ['z', a + 20],
            ),
          ),
        ],
        [1.8, 1.2, 0],
      ),
      ...place(
        [
          part(at(slab(5.4, 2.2, 0.5, 0.25, 0.12), 0, 0, 1.1), white),
          part(at(slab(3.2, 2.26, 0.24, 0.2, 0.1), 0.9, 0, 1.5), tint('#9cc7b6', 0.95)),
          part(at(turn(slab(1.8, 2.0, 0.4, 0.2, 0.12), 'y', 24), -2.0, 0, 1.45), white),
          part(at(slab(1.0, 1.3, 0.34, 0.2, 0.16), -2.1, 0, 2.0), white),
          part(at(slab(5.2, 2.0, 0.18, 0.1, 0.04), 0, 0, 0.75), grey),
          ...pair((s) => [
            part(at(cylinder(0.09, 0.9), s * 2.1, 0.6, 0), steel),
            part(at(cylinder(0.09, 0.9), s * 2.1, -0.6, 0), steel),
            part(at(turn(cylinder(0.2, 0.14, 0.03), 'x', 90), s * 2.1, -0.6, 0.2), anthracite),
          ]),
          part(
            rod(
              [
                [0.1, -1.18, 1.5],
                [0.1, -1.18, 2.05],
                [2.1, -1.18, 2.05],
                [2.1, -1.18, 1.5],
              ],
              0.05,
            ),
            steel,
          ),
          part(
            rod(
              [
                [2.75, -1, 1.2],
                [2.75, -1, 2.3],
                [2.75, 1, 2.3],
                [2.75, 1, 1.2],
              ],
              0.07,
            ),
            steel,
          ),
        ],
        [-2.4, 0.6, 0],
      ),
      ...hose(
        [
          [1.25, 0.4, 2.46],
          [0.9, -0.4, 2.1],
          [-0.6, -0.4, 1.95],
          [-2.6, 0, 2.3],
          [-4.1, 0.4, 2.42],
        ],
        0.12,
        { ...tint('#e6efec', 0.4) },
      ),
      ...hose(
        [
          [1.9, 0.4, 2.46],
          [1.5, -0.8, 1.9],
          [-0.4, -0.7, 1.85],
          [-2.7, -0.3, 2.2],
          [-4.1, 0.3, 2.36],
        ],
        0.12,
        { ...tint('#7fc0a6', 0.4) },
      ),
      ...place(scale(mx.mx71(), 0.2), [-0.55, -0.42, 1.98], ['z', 6]),
    ],
    { azimuth: 12, elevation: 12, distance: 24, target: [-0.6, 0.3, 2.0], angle: 17.5 },
    { light: wallLight, backdrop: { ...sageGround, gloss: 0.35 } },
  );
}

function smartHome(): Shot {
  const glow = lamp('#ffd9a0', 0.9);
  const wall = tint('#eceae4');
  return shot(
    [
      part(at(slab(13, 9, 0.3, 0.6, 0.05), 0, 0, -0.05), tint('#3b4a45', 0.95)),
      part(at(block(8, 5, 0.3), 0, 0, 0.2), tint('#d9d5cc')),
      part(at(block(8, 0.25, 5.6), 0, 2.4, 0.4), wall),
      part(
        cut(
          at(block(0.25, 5, 5.6), -3.9, 0, 0.4),
          at(block(1, 2.2, 1.6), -3.9, -0.4, 1.1),
          at(block(1, 2.2, 1.5), -3.9, -0.4, 3.8),
        ),
        wall,
      ),
      part(at(block(8, 5, 0.22), 0, 0, 3.1), wall),
      part(at(block(0.18, 4.8, 2.6), 1.2, 0, 0.5), wall),
      part(at(block(0.18, 4.8, 2.6), -1.2, 0, 3.3), wall),
      part(at(block(9.0, 5.8, 0.24, 0.04), 0.1, 0.1, 5.95), anthracite),
      part(at(block(2.6, 1.6, 0.06), 1.6, 0.4, 6.2), { ...tint('#16323c', 0.1) }),
      part(at(block(2.6, 1.6, 0.06), -1.6, 0.4, 6.2), { ...tint('#16323c', 0.1) }),
      part(at(block(3.6, 0.03, 0.06), -1.4, 2.24, 2.95), glow),
      part(at(block(2.0, 0.03, 0.06), 2.6, 2.24, 2.95), glow),
      part(at(block(4.2, 0.03, 0.06), 1.4, 2.24, 5.7), glow),
      part(at(sphere(0.28), -2.4, 0.2, 2.4), glow),
      part(at(cylinder(0.015, 0.6), -2.4, 0.2, 2.5), black),
      part(at(sphere(0.2), 2.7, 0.2, 5.0), glow),
      part(at(cylinder(0.015, 0.9), 2.7, 0.2, 5.1), black),
      ...place(
        [
          part(at(slab(2, 0.9, 0.4, 0.15, 0.1), 0, 0, 0.15), tint('#5f7a70')),
          part(at(slab(2, 0.3, 0.8, 0.12, 0.1), 0, 0.35, 0.2), tint('#5f7a70')),
        ],
        [-0.5, 1.5, 0.5],
      ),
      ...place(table(1.5, 0.8, 0.75, tint('#c9b394')), [-2.4, 0.2, 0.5]),
      ...place(
        [
          part(block(2.2, 0.6, 0.9, 0.02), white),
          part(at(block(2.2, 0.62, 0.06, 0.01), 0, 0, 0.9), anthracite),
          part(at(block(2.2, 0.4, 0.6, 0.02), 0, 0.1, 1.55), white),
        ],
        [2.55, 2.0, 0.5],
      ),
      ...place(
        [
          part(at(slab(1.9, 2.2, 0.35, 0.12, 0.1), 0, 0, 0.15), white),
          part(at(slab(1.92, 1.5, 0.2, 0.12, 0.1), 0, -0.3, 0.4), tint('#9cc7b6', 0.95)),
          part(at(slab(2, 0.14, 0.9, 0.06, 0.05), 0, 1.1, 0.1), tint('#c9b394')),
        ],
        [0.6, 1.0, 3.32],
      ),
      ...place(plant(0.8, 3), [3.4, 1.6, 3.32]),
      ...place(plant(0.8, 8), [0.7, -1.8, 0.5]),
      ...place(table(1.4, 0.6, 0.75), [-2.5, 1.9, 3.32]),
      ...place(display(0.6, 0.36, 4), [-2.5, 1.95, 4.15]),
      ...place(
        figure({ skin: '#e0b08a', hair: '#3a2a20', top: '#e2590b', legs: '#22282b', pose: 'stand' }),
        [-2.4, -1.1, 0.5],
        ['z', 40],
      ),
      ...place(
        figure({ skin: '#8a5a3c', hair: '#1a1512', top: '#eef0ee', legs: '#007a53', pose: 'hold', long: true }),
        [2.6, 0.9, 0.5],
        ['z', 160],
      ),
      ...place(
        [
          part(slab(0.4, 0.4, 0.1, 0.06, 0.03), white),
          part(at(cylinder(0.08, 0.04), 0, 0, 0.09), lamp('#1fc28b', 1.6)),
        ],
        [-0.9, 2.24, 2.2],
        ['x', 90],
      ),
      ...[
        [-5.4, 2.6, 2.6],
        [5.4, 2.9, 3.2],
        [5.2, -2.2, 2.1],
        [-5.3, -2.0, 1.9],
      ].flatMap(([x = 0, y = 0, h = 2], i) =>
        place(
          [
            part(cylinder(h * 0.03, h * 0.6), tint('#6d5f50')),
            part(at(sphere(h * 0.28), 0, 0, h * 0.7), tint('#41705c', 0.95)),
          ],
          [x, y, 0.2],
          ['z', i * 40],
        ),
      ),
    ],
    { azimuth: 26, elevation: 13, distance: 30, target: [0.1, 0, 2.9], angle: 19 },
    {
      light: {
        ...night,
        key: [-0.7, -0.55, 0.5],
        keyColour: [0.5, 0.56, 0.62],
        sky: [0.36, 0.4, 0.44],
        bounce: [0.34, 0.28, 0.2],
        rimColour: [0.35, 0.22, 0.1],
      },
      backdrop: { centre: hex('#5f7680'), edge: hex('#26343a'), gloss: 0.1, spot: [0.5, 0.55] },
    },
  );
}

function agriculture(): Shot {
  const rows = [-4, -2, 0, 2, 4];
  const bed = tint('#6b5a49', 0.95);
  const crops = rows.flatMap((x, r) => [
    part(at(slab(1.1, 15, 0.35, 0.1, 0.05), x, 0, 0), white),
    part(at(block(0.95, 14.8, 0.06), x, 0, 0.31), bed),
    ...Array.from({ length: 12 }, (_, i) => {
      const s = 0.36 + 0.14 * hash(i, r);
      const heads = [0, 1, 2, 3].map((k) =>
        at(sphere(s * 0.62), Math.cos(k * 1.57 + i) * s * 0.55, Math.sin(k * 1.57 + i) * s * 0.55, s * 0.5),
      );
      return part(
        at(join([at(sphere(s * 0.75), 0, 0, s * 0.8), ...heads], 0.12), x, -6.8 + i * 1.23, 0.35),
        tint(['#4fa06f', '#3c8c62', '#6db37f'][Math.floor(hash(r, i) * 3)] ?? '#4fa06f', 0.85),
      );
    }),
  ]);
  const arch = (y: number): Part =>
    part(
      rod(
        curve(
          [
            [-5.6, y, 0],
            [-5.6, y, 3.2],
            [-3.6, y, 4.9],
            [0, y, 5.9],
            [3.6, y, 4.9],
            [5.6, y, 3.2],
            [5.6, y, 0],
          ],
          8,
        ),
        0.07,
      ),
      white,
    );
  return shot(
    [
      ...crops,
      ...[-7.4, -3.7, 0, 3.7, 7.4].map(arch),
      ...[
        [-5.6, 3.2],
        [5.6, 3.2],
        [0, 5.9],
        [-3.6, 4.9],
        [3.6, 4.9],
      ].map(([x = 0, z = 0]) =>
        part(
          rod(
            [
              [x, -7.4, z],
              [x, 7.4, z],
            ],
            0.05,
          ),
          white,
        ),
      ),
      ...[-3, -1, 1, 3].map((x) =>
        part(
          rod(
            [
              [x, -7.3, 0.12],
              [x, 7.3, 0.12],
            ],
            0.06,
          ),
          rubber,
        ),
      ),
      part(at(cylinder(0.05, 2.6), 0, -3.2, 3.2), steel),
      ...place(scale(cx.cx21(), 0.34), [0, -3.2, 2.4]),
      part(at(slab(1.0, 1.0, 0.08, 0.1, 0.02), 0, -3.2, 3.25), white),
      part(at(slab(0.9, 0.9, 0.06, 0.1, 0.02), 0, -3.2, 2.36), white),
      part(at(sphere(0.09), 0.3, -3.68, 3.28), lamp('#1fc28b', 1.5)),
    ],
    { azimuth: 8, elevation: 20, distance: 22, target: [0, -0.5, 2.1], angle: 26 },
    {
      light: { ...sun, key: [-0.75, 0.5, 0.42], keyColour: [1.1, 0.92, 0.68], softness: 0.06 },
      backdrop: {
        centre: hex('#fff6e2'),
        edge: hex('#cfe0d0'),
        gloss: 0,
        spot: [0.3, 0.2],
        fog: { from: 20, to: 42, colour: hex('#fbf3df') },
      },
    },
  );
}

/** A processed wafer: dies in a grid, each catching the light a little differently. */
export function wafer(radius: number, pitch: number): Part[] {
  const face: Material = {
    colour: hex('#8fa7ae'),
    rough: 0.16,
    metal: 1,
    pattern: (x, y) => {
      const [i, j] = [Math.floor(x / pitch), Math.floor(y / pitch)];
      const [u, v] = [x / pitch - i, y / pitch - j];
      const far = Math.hypot((Math.abs(i + 0.5) + 0.5) * pitch, (Math.abs(j + 0.5) + 0.5) * pitch);
      if (far > radius * 0.97) return undefined;
      if (u < 0.07 || v < 0.07) return { colour: hex('#46565b'), rough: 0.3 };
      const shift = 0.5 + 0.5 * Math.sin(x * 0.55 + y * 0.8 + hash(i, j) * 0.5);
      const a = hex('#2f9c83');
      const b = hex('#8e7fb0');
      const c = vec((k) => (a[k] ?? 0) + ((b[k] ?? 0) - (a[k] ?? 0)) * shift);
      if (u > 0.35 && u < 0.75 && v > 0.35 && v < 0.75) return { colour: hex('#d8b97a'), rough: 0.25 };
      return u > 0.2 && u < 0.9 && v > 0.2 && v < 0.9 && Math.floor(u * 20) % 2 === 0
        ? { colour: [c[0] * 0.8, c[1] * 0.8, c[2] * 0.8], rough: 0.2 }
        : { colour: c, rough: 0.18 };
    },
  };
  return [part(cut(cylinder(radius, 0.06, 0.02), at(cylinder(0.1, 1), 0, -radius, -0.5)), face)];
}

function semiconductor(): Shot {
  return shot(
    [
      ...place(wafer(3.4, 0.42), [0, 0, 1.55]),
      ...place(
        [
          part(
            extrude(
              [
                [-0.55, -2.2],
                [0.55, -2.2],
                [0.9, -0.4],
                [1.5, 0.6],
                [1.5, 2.6],
                [1.15, 2.6],
                [1.0, 0.9],
                [-1.0, 0.9],
                [-1.15, 2.6],
                [-1.5, 2.6],
                [-1.5, 0.6],
                [-0.9, -0.4],
              ],
              0.12,
              0.03,
            ),
            white,
          ),
          part(at(slab(1.4, 4, 0.4, 0.2, 0.06), 0, -4, -0.2), satin),
          part(at(cylinder(0.8, 0.5, 0.05), 0, -5.6, -0.3), anthracite),
          part(at(cylinder(0.7, 3, 0.05), 0, -5.6, -3.2), white),
        ],
        [0, 0, 1.38],
        ['z', 128],
      ),
      ...place(
        [
          part(cut(slab(8.4, 8.0, 5.2, 0.3, 0.1), at(slab(7.4, 9, 4.3, 0.2), 0, -1, 0.4)), {
            ...tint('#2b3236', 0.35),
          }),
          ...Array.from({ length: 7 }, (_, i) =>
            pair((s) => [part(at(block(0.5, 6.4, 0.05), s * 3.4, 0, 0.9 + i * 0.5), grey)]),
          ).flat(),
          ...[1, 2, 4, 5].flatMap((i) => place(wafer(3.3, 0.42), [0, 0, 0.95 + i * 0.5])),
        ],
        [-8.0, 6.6, 0],
        ['z', 38],
      ),
    ],
    { azimuth: 24, elevation: 27, distance: 22, target: [-1.0, 0.9, 1.4], angle: 22 },
    { light: { ...night, keyColour: [0.95, 0.94, 0.88], box: 1.15 }, backdrop: { ...darkGround, gloss: 0.55 } },
  );
}

function dataCenter(): Shot {
  const rack = (seed: number, side: number): Part[] => {
    const front: Material = {
      ...tint('#1c2225', 0.35),
      pattern: (_, y, z) => {
        const unit = Math.floor(z / 0.16);
        const [v, w] = [z / 0.16 - unit, y / 0.055 - Math.floor(y / 0.055)];
        if (v < 0.12) return { colour: hex('#0b0e0f') };
        const lane = Math.floor(y / 0.055);
        if (lane > 1 && v > 0.4 && v < 0.68 && w > 0.3 && w < 0.75 && hash(lane, unit, seed) > 0.62)
          return { colour: hash(lane, unit, seed + 3) > 0.965 ? hex('#e2590b') : hex('#1fc28b'), glow: 1.6 };
        return lane < 1 && v > 0.3 && v < 0.8 && w < 0.6 ? { colour: hex('#0f1314') } : undefined;
      },
    };
    return [
      part(block(1.2, 1.16, 4.4, 0.02), darkMetal),
      part(at(block(0.04, 1.02, 4.1, 0.01), side * 0.6, 0, 0.14), front),
    ];
  };
  return shot(
    [
      ...Array.from({ length: 20 }, (_, i) => [
        ...place(rack(i, 1), [-2.3, i * 1.18 - 5.2, 0]),
        ...place(rack(i + 40, -1), [2.3, i * 1.18 - 5.2, 0]),
      ]).flat(),
      part(at(block(6, 26, 0.1), 0, 5.8, 5.6), anthracite),
      part(at(block(0.5, 25, 0.06), 0, 5.8, 5.52), lamp('#eafff6', 0.9)),
      ...Array.from({ length: 8 }, (_, i) => part(at(block(3.2, 0.08, 0.3), 0, i * 2.3, 5.2), darkMetal)),
      part(at(block(8, 0.2, 6), 0, 17, 0), lamp('#cfeee2', 0.25)),
      ...place(scale(hx.single('filter'), 0.09), [0, 1.6, 4.9]),
    ],
    { azimuth: 7, elevation: 3.2, distance: 7.5, target: [-0.05, 1.5, 2.25], angle: 48 },
    {
      light: {
        ...night,
        key: [0.05, -0.25, 0.95],
        sky: [0.4, 0.44, 0.45],
        bounce: [0.2, 0.25, 0.23],
        softness: 0.4,
        rimColour: [0.05, 0.2, 0.14],
      },
      backdrop: {
        centre: hex('#6d7f7d'),
        edge: hex('#20282b'),
        gloss: 0.75,
        spot: [0.5, 0.5],
        fog: { from: 9, to: 26, colour: hex('#7f9692') },
        ground: (x, y) =>
          Math.abs(x / 0.75 - Math.round(x / 0.75)) < 0.015 || Math.abs(y / 0.75 - Math.round(y / 0.75)) < 0.015
            ? [0.55, 0.55, 0.55]
            : [0.8, 0.8, 0.8],
      },
    },
  );
}

function vial(fill: Material, cap: Material, level: number): Part[] {
  return [
    part(
      lathe(
        [
          [0.36, 0.06],
          [0.4, 0.06],
          [0.4, 1.05],
          [0.2, 1.28],
          [0.2, 1.45],
          [0.16, 1.45],
          [0.16, 1.26],
          [0.36, 1.0],
        ],
        0.01,
      ),
      { ...glass, opacity: 0.22 },
    ),
    part(at(cylinder(0.36, level, 0.03), 0, 0, 0.07), fill),
    part(at(cylinder(0.25, 0.2, 0.03), 0, 0, 1.38), satin),
    part(at(cylinder(0.23, 0.1, 0.03), 0, 0, 1.55), cap),
  ];
}

function coldChain(): Shot {
  const spots = [-2, -1, 0, 1, 2].flatMap((i) => [-1, 0, 1].map((j) => [i, j] as const));
  return shot(
    [
      part(cut(slab(6.6, 4.6, 1.6, 0.5, 0.12), at(slab(5.7, 3.7, 2, 0.3), 0, 0, 0.35)), tint('#f4f8f9', 0.6)),
      part(
        at(
          cut(
            slab(5.6, 3.6, 0.5, 0.28, 0.02),
            ...spots.map(([i, j]) => at(cylinder(0.43, 2), i * 1.08, j * 1.1, -0.5)),
          ),
          0,
          0,
          0.7,
        ),
        tint('#c5d8df', 0.8),
      ),
      ...spots.flatMap(([i, j]) =>
        place(
          vial(
            { ...water, colour: hex(hash(i + 5, j + 5) > 0.8 ? '#f0c9a8' : '#bfe6ee') },
            hash(i, j + 9) > 0.55 ? green : anthracite,
            0.6 + 0.2 * hash(j + 4, i + 4),
          ),
          [i * 1.08, j * 1.1, 0.75],
        ),
      ),
      ...place([part(turn(slab(6.6, 4.6, 0.7, 0.5, 0.12), 'x', 62), tint('#f4f8f9', 0.6))], [0, 3.6, 2.2]),
      ...place(
        [
          part(slab(1.5, 1.0, 0.35, 0.2, 0.06), white),
          part(at(slab(0.8, 0.5, 0.02, 0.06, 0.01), -0.15, 0, 0.345), { ...tint('#122022', 0.2) }),
          part(at(slab(0.5, 0.06, 0.02, 0.02, 0.01), -0.2, 0.08, 0.36), lamp('#1fc28b', 1.2)),
          part(at(slab(0.34, 0.06, 0.02, 0.02, 0.01), -0.28, -0.08, 0.36), lamp('#1fc28b', 1.2)),
          part(at(sphere(0.05), 0.5, 0.25, 0.35), lamp('#1fc28b', 1.6)),
        ],
        [1.4, -3.6, 0],
        ['z', -14],
      ),
      ...[
        [-3.9, -2.4],
        [-4.6, -1.7],
        [4.2, -1.9],
      ].flatMap(([x = 0, y = 0], i) =>
        place(vial({ ...water, colour: hex('#bfe6ee') }, i === 1 ? green : anthracite, 0.7), [x, y, 0]),
      ),
    ],
    { azimuth: 26, elevation: 30, distance: 22, target: [0, 0.2, 1.1], angle: 22 },
    { light: cold, backdrop: ice },
  );
}

function analytics(): Shot {
  const tube = (colour: string): Part[] => [
    part(
      lathe(
        [
          [0.17, 0.1],
          [0.2, 0.05],
          [0.2, 1.7],
          [0.23, 1.75],
          [0.17, 1.75],
        ],
        0.01,
      ),
      { ...glass, opacity: 0.2 },
    ),
    part(at(cylinder(0.165, 0.9, 0.08), 0, 0, 0.08), { ...water, colour: hex(colour), opacity: 0.8 }),
  ];
  const ringOf = (count: number, r: number, shift: number): Part[] =>
    Array.from({ length: count }, (_, i) =>
      place(tube(['#1fc28b', '#8fd6c0', '#f0a878', '#cfe9df', '#007a53'][(i * 3 + shift) % 5] ?? '#1fc28b'), [
        r * Math.cos((i / count) * 6.283 + shift),
        r * Math.sin((i / count) * 6.283 + shift),
        0.5,
      ]),
    ).flat();
  return shot(
    [
      part(cylinder(3.0, 0.35, 0.1), white),
      part(
        at(
          cut(
            cylinder(2.75, 0.12, 0.03),
            ...Array.from({ length: 20 }, (_, i) =>
              at(cylinder(0.22, 1), 2.35 * Math.cos((i / 20) * 6.283), 2.35 * Math.sin((i / 20) * 6.283), -0.5),
            ),
            ...Array.from({ length: 12 }, (_, i) =>
              at(cylinder(0.22, 1), 1.5 * Math.cos((i / 12) * 6.283 + 1), 1.5 * Math.sin((i / 12) * 6.283 + 1), -0.5),
            ),
          ),
          0,
          0,
          1.5,
        ),
        satin,
      ),
      part(at(cylinder(0.5, 1.5, 0.06), 0, 0, 0.3), anthracite),
      ...ringOf(20, 2.35, 0),
      ...ringOf(12, 1.5, 1),
      ...place(
        [
          part(slab(3.4, 2.4, 4.8, 0.25, 0.1), white),
          part(at(slab(2.6, 0.2, 1.6, 0.1, 0.04), 0, -1.15, 2.6), anthracite),
          ...place(display(2.2, 1.2, 5), [0, -1.28, 2.85]),
          part(at(block(3.42, 2.42, 0.08), 0, 0, 2.1), green),
        ],
        [3.9, 3.0, 0],
        ['z', -8],
      ),
      part(
        rod(
          [
            [2.9, 1.6, 4.2],
            [0.6, 0.2, 4.2],
            [-0.5, -1.45, 4.2],
          ],
          0.16,
        ),
        satin,
      ),
      part(at(slab(0.6, 0.5, 0.8, 0.1, 0.05), -0.5, -1.45, 3.8), anthracite),
      part(at(cylinder(0.035, 1.9), -0.5, -1.45, 2.0), steel),
      ...place(scale(lx.lx11(), 0.62), [-4.4, 1.6, 0], ['z', 18]),
      part(
        rod(
          curve(
            [
              [-2.7, 2.15, 0.53],
              [-1.4, 3.2, 0.8],
              [0.8, 3.2, 1.2],
              [2.2, 2.6, 1.3],
            ],
            8,
          ),
          0.07,
        ),
        { ...water, opacity: 0.9 },
      ),
      ...place(
        [
          part(
            lathe(
              [
                [0, 0],
                [0.85, 0],
                [0.85, 1.5],
                [0.35, 2.0],
                [0.35, 2.5],
                [0.3, 2.5],
                [0.3, 1.97],
                [0.79, 1.46],
                [0.79, 0.06],
                [0, 0.06],
              ],
              0.02,
            ),
            { ...glass, opacity: 0.2 },
          ),
          part(at(cylinder(0.78, 0.9, 0.02), 0, 0, 0.07), { ...water, colour: hex('#f3b184'), opacity: 0.8 }),
          part(at(cylinder(0.4, 0.3, 0.04), 0, 0, 2.4), orange),
        ],
        [-3.9, -1.9, 0],
      ),
    ],
    { azimuth: 20, elevation: 24, distance: 26, target: [0, 0.3, 1.6], angle: 20 },
  );
}

function gasMetering(): Shot {
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

function leakDetection(): Shot {
  const run = (y: number, z: number, r: number, m: Material): Part[] => [
    part(at(turn(cylinder(r, 30), 'y', 90), -15, y, z), m),
    ...[-6, -1.6, 3.4, 7.6].map((x) => part(at(turn(cylinder(r * 1.5, 0.34, 0.04), 'y', 90), x, y, z), steel)),
    ...[-6, -1.6, 3.4, 7.6].flatMap((x) =>
      Array.from({ length: 8 }, (_, i) =>
        part(
          at(
            turn(cylinder(0.08, 0.56, 0.02), 'y', 90),
            x - 0.11,
            y + r * 1.25 * Math.cos(i * 0.785),
            z + r * 1.25 * Math.sin(i * 0.785),
          ),
          darkMetal,
        ),
      ),
    ),
  ];
  return shot(
    [
      ...run(0, 2.3, 0.8, tint('#2f8f6d', 0.3)),
      ...run(3.0, 1.7, 0.55, tint('#c7d0cd', 0.3)),
      ...run(3.0, 3.9, 0.55, satin),
      part(at(block(40, 0.3, 20), 0, 5.5, -1), tint('#dde2df')),
      ...[-4, 5.4].flatMap((x) => [
        part(at(block(0.5, 1.3, 1.6, 0.03), x, 0, 0), grey),
        part(at(block(0.4, 4.4, 0.3), x, 1.6, 0), grey),
      ]),
      part(at(turn(cylinder(0.98, 1.1, 0.08), 'y', 90), 0.45, 0, 2.3), anthracite),
      part(at(slab(1.3, 1.1, 0.6, 0.14, 0.06), 1.0, 0, 3.1), black),
      part(at(slab(0.7, 0.08, 0.04, 0.03, 0.01), 1.0, -0.35, 3.69), lamp('#1fc28b', 1.6)),
      part(at(turn(cylinder(0.06, 0.8), 'z', 0), 1.4, 0.3, 3.6), steel),
      part(
        at(
          lathe(
            [
              [0, 0],
              [0.13, 0.1],
              [0.12, 0.22],
              [0, 0.5],
            ],
            0.02,
          ),
          -1.43,
          -0.1,
          0.62,
        ),
        { ...water, opacity: 0.75 },
      ),
      part(
        at(
          lathe(
            [
              [0, 0],
              [1.2, 0],
              [0.9, 0.03],
              [0, 0.05],
            ],
            0.005,
          ),
          -1.43,
          -0.2,
          0,
        ),
        { ...water, opacity: 0.5, colour: hex('#bfe0da') },
      ),
      ...[0.35, 0.62, 0.9].map((r) => part(at(ring(r, 0.025), -1.43, -0.2, 0.035), { ...water, opacity: 0.5 })),
      part(at(slab(1.2, 0.8, 0.14, 0.2, 0.05), 0.6, -1.5, 0), white),
      part(at(sphere(0.06), 0.9, -1.6, 0.14), lamp('#e2590b', 1.8)),
      part(
        rod(
          [
            [-3.4, -0.95, 0.06],
            [-0.6, -1.25, 0.06],
            [0.1, -1.4, 0.06],
          ],
          0.05,
        ),
        orange,
      ),
    ],
    { azimuth: 22, elevation: 17, distance: 22, target: [0.2, 0.4, 1.9], angle: 21 },
    { light: wallLight, backdrop: { ...lightGround, gloss: 0.5 } },
  );
}

function infusion(): Shot {
  return shot(
    [
      part(at(block(40, 0.3, 24), 0, 3.2, -2), tint('#d7e6df')),
      part(at(cylinder(0.09, 9), 0, 0.6, 0), steel),
      part(
        rod(
          [
            [-1.5, 0.6, 8.6],
            [0, 0.6, 8.9],
            [1.5, 0.6, 8.6],
          ],
          0.06,
        ),
        steel,
      ),
      ...[0, 72, 144, 216, 288].flatMap((a) =>
        place([part(at(block(1.5, 0.16, 0.14, 0.05), 0.7, 0, 0.2), satin)], [0, 0.6, 0], ['z', a]),
      ),
      ...place(
        [
          part(slab(1.5, 0.5, 2.3, 0.25, 0.22), { ...glass, opacity: 0.3 }),
          part(at(slab(1.4, 0.42, 1.5, 0.2, 0.18), 0, 0, 0.04), { ...water, colour: hex('#cfe9e3'), opacity: 0.6 }),
          part(at(cylinder(0.1, 0.4), -0.0, 0, -0.3), white),
          part(at(block(0.9, 0.08, 0.3, 0.03), 0, 0, 2.2), white),
          part(at(slab(0.9, 0.5, 0.8, 0.05, 0.02), 0, -0.03, 0.9), { ...tint('#f4f6f5', 0.7), opacity: 0.8 }),
        ],
        [-1.3, 0.5, 6.1],
      ),
      part(
        rod(
          [
            [-1.3, 0.55, 8.3],
            [-1.35, 0.6, 8.66],
          ],
          0.03,
        ),
        steel,
      ),
      part(
        at(
          lathe(
            [
              [0.15, 0],
              [0.2, 0],
              [0.2, 0.8],
              [0.15, 0.8],
            ],
            0.02,
          ),
          -1.3,
          0.5,
          4.95,
        ),
        { ...glass, opacity: 0.3 },
      ),
      part(at(cylinder(0.15, 0.3), -1.3, 0.5, 4.97), water),
      part(at(sphere(0.055), -1.3, 0.5, 5.45), water),
      part(
        rod(
          curve(
            [
              [-1.3, 0.5, 5.0],
              [-1.35, 0.4, 4.2],
              [-1.1, 0.1, 3.2],
              [-1.7, -0.2, 2.6],
              [-2.2, -0.5, 1.6],
              [-1.2, -0.8, 1.1],
              [0, -0.6, 1.6],
              [0.2, -0.6, 2.4],
            ],
            8,
          ),
          0.06,
        ),
        { ...water, opacity: 0.9, colour: hex('#a9dccb') },
      ),
      ...place(
        [
          part(slab(3.0, 1.2, 2.0, 0.25, 0.1), white),
          part(at(slab(3.04, 1.24, 0.2, 0.25, 0.03), 0, 0, 0.2), green),
          ...place(display(1.6, 0.9, 7), [-0.45, -0.62, 0.75]),
          ...[0, 1, 2].map((i) =>
            part(at(turn(cylinder(0.13, 0.12, 0.03), 'x', 90), 0.95, -0.56, 0.85 + i * 0.38), i === 0 ? mint : grey),
          ),
        ],
        [0.5, 0, 2.4],
      ),
      ...place(
        [
          part(at(turn(cylinder(0.28, 2.2, 0.04), 'y', 90), -1.1, 0, 0.4), { ...glass, opacity: 0.3 }),
          part(at(turn(cylinder(0.24, 1.4, 0.02), 'y', 90), -1.0, 0, 0.4), water),
          part(at(turn(cylinder(0.1, 1.4), 'y', 90), 0.4, 0, 0.4), white),
          part(at(turn(cylinder(0.36, 0.12, 0.03), 'y', 90), 1.75, 0, 0.4), white),
          part(slab(2.8, 0.9, 0.3, 0.15, 0.05), anthracite),
        ],
        [0.7, 0, 4.4],
      ),
      part(
        rod(
          curve(
            [
              [2.1, -0.1, 3.0],
              [2.9, -0.6, 2.4],
              [3.6, -1.0, 1.3],
              [5.2, -1.2, 0.8],
            ],
            8,
          ),
          0.06,
        ),
        { ...water, opacity: 0.9, colour: hex('#a9dccb') },
      ),
      ...place(scale(lx.lx13().slice(0, -2), 0.42), [-2.05, -0.4, 1.9], ['y', 68]),
    ],
    { azimuth: 14, elevation: 7, distance: 26, target: [0.2, 0, 4.6], angle: 20 },
    { light: wallLight, backdrop: { ...sageGround, gloss: 0.35 } },
  );
}

/** A car as a block model, nose towards -x; glass so that one looks inside. */
export function car(body: Material, glazed: Material = { ...glass, opacity: 0.12, colour: hex('#d5e6e0') }): Part[] {
  const hull = extrude(
    [
      [-3.2, 0.5],
      [-3.34, 0.72],
      [-3.26, 0.92],
      [-3.0, 1.06],
      [-2.4, 1.18],
      [-1.7, 1.27],
      [-1, 1.32],
      [2.0, 1.36],
      [2.9, 1.32],
      [3.2, 1.18],
      [3.28, 0.9],
      [3.2, 0.55],
      [2.9, 0.42],
      [-2.9, 0.42],
    ],
    2.3,
    0.16,
  );
  const cabin = extrude(
    [
      [-1.75, 1.36],
      [-1.1, 1.78],
      [-0.5, 2.06],
      [0, 2.19],
      [0.6, 2.24],
      [1.2, 2.18],
      [1.8, 2.0],
      [2.4, 1.72],
      [2.9, 1.38],
    ],
    1.8,
    0.14,
  );
  const wells = [-2.05, 2.0].map((x) => at(turn(cylinder(0.66, 4), 'x', 90), x, 2, 0.5));
  const stand = (s: ReturnType<typeof extrude>, width: number): ReturnType<typeof extrude> =>
    at(turn(s, 'x', 90), 0, width / 2, 0);
  const wheel = (x: number, y: number): Part[] => [
    part(at(turn(cylinder(0.55, 0.42, 0.1), 'x', 90), x, y + 0.21, 0.55), rubber),
    part(at(turn(cylinder(0.36, 0.46, 0.03), 'x', 90), x, y + 0.23, 0.55), satin),
    part(at(turn(cylinder(0.1, 0.5, 0.03), 'x', 90), x, y + 0.25, 0.55), anthracite),
  ];
  return [
    part(cut(stand(hull, 2.3), ...wells, at(slab(3.2, 1.8, 2, 0.3), 0.6, 0, 0.75)), body),
    part(stand(cabin, 1.9), glazed),
    ...[-2.05, 2.0].flatMap((x) => [-0.98, 0.98].flatMap((y) => wheel(x, y))),
    part(at(block(0.12, 0.6, 0.1, 0.04), -3.38, -0.7, 0.86), lamp('#eafff8', 1)),
    part(at(block(0.12, 0.6, 0.1, 0.04), -3.38, 0.7, 0.86), lamp('#eafff8', 1)),
    part(at(block(0.1, 1.9, 0.07, 0.02), 3.42, 0, 1.02), lamp('#e2590b', 0.9)),
  ];
}

const seat = (x: number, y: number): Part[] => [
  part(at(slab(0.75, 0.68, 0.24, 0.14, 0.08), x, y, 0.78), tint('#4c5a57', 0.9)),
  part(at(turn(slab(0.22, 0.66, 0.95, 0.08, 0.08), 'y', 14), x + 0.36, y, 0.85), tint('#4c5a57', 0.9)),
  part(at(slab(0.16, 0.34, 0.22, 0.06, 0.05), x + 0.6, y, 1.78), tint('#4c5a57', 0.9)),
];

function cabinAir(): Shot {
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

function evBattery(): Shot {
  const cells = [-2, -1, 0, 1, 2].flatMap((i) => [-1, 1].map((j) => [i, j] as const));
  return shot(
    [
      part(cut(slab(9.4, 5.2, 0.9, 0.5, 0.06), at(slab(8.8, 4.6, 2, 0.3), 0, 0, 0.2)), satin),
      ...[-1, 1].flatMap((s) =>
        [-3.4, -1.1, 1.1, 3.4].map((x) => part(at(slab(0.7, 0.5, 0.2, 0.2, 0.03), x, s * 2.75, 0.2), satin)),
      ),
      ...cells.flatMap(([i, j]) =>
        place(
          [
            part(slab(1.5, 1.95, 0.85, 0.06, 0.04), anthracite),
            ...Array.from({ length: 9 }, (_, k) =>
              part(at(block(1.3, 0.14, 0.1, 0.02), 0, (k - 4) * 0.2, 0.82), k % 2 ? grey : satin),
            ),
            ...[-1, 1].flatMap((s) =>
              Array.from({ length: 4 }, (_, k) =>
                part(at(block(0.16, 0.34, 0.06, 0.01), s * 0.52, (k - 1.5) * 0.42, 0.92), brass),
              ),
            ),
          ],
          [i * 1.68, j * 1.08, 0.22],
        ),
      ),
      part(
        rod(
          curve(
            [
              [-3.4, -0.05, 1.25],
              [-1.7, 0.05, 1.32],
              [0, -0.05, 1.25],
              [1.7, 0.05, 1.32],
              [3.6, 0, 1.28],
            ],
            6,
          ),
          0.12,
        ),
        orange,
      ),
      part(
        rod(
          curve(
            [
              [3.6, 0, 1.28],
              [4.3, 0.3, 1.2],
              [4.9, 0.7, 0.8],
              [6.4, 0.9, 0.6],
              [9, 0.4, 0.4],
            ],
            6,
          ),
          0.14,
        ),
        orange,
      ),
      part(
        rod(
          curve(
            [
              [3.6, -0.6, 1.0],
              [4.4, -0.4, 1.0],
              [5.0, 0.2, 0.7],
              [6.4, 0.4, 0.45],
              [9, -0.2, 0.3],
            ],
            6,
          ),
          0.14,
        ),
        orange,
      ),
      part(at(slab(0.7, 1.6, 0.7, 0.12, 0.05), 4.6, 0.4, 0.3), black),
      ...place(scale(ax.ax64(), 0.5), [-3.36, -0.02, 1.22], ['z', 20]),
      ...place(
        [
          part(
            turn(
              cut(
                slab(9.4, 5.2, 0.3, 0.5, 0.06),
                ...[-3, -1.8, -0.6, 0.6, 1.8, 3].map((x) => at(slab(0.3, 3.8, 1, 0.15), x, 0, 0.22)),
              ),
              'x',
              60,
            ),
            { ...tint('#e9ecea', 0.35) },
          ),
        ],
        [0, 4.9, 2.6],
      ),
    ],
    { azimuth: 28, elevation: 30, distance: 28, target: [0.2, 1.0, 1.9], angle: 23 },
  );
}

function fuelCell(): Shot {
  const plates = Array.from({ length: 34 }, (_, i) =>
    part(
      at(block(0.09, 2.5, 2.5, 0.01), (i - 16.5) * 0.125, 0, 0.5),
      i % 2 ? darkMetal : i % 4 === 0 ? tint('#1f8f6a', 0.4) : grey,
    ),
  );
  const elbow = (x: number, y: number, z: number, m: Material, s: number): Part[] => [
    part(
      rod(
        curve(
          [
            [x, y, z],
            [x + s * 0.8, y, z],
            [x + s * 1.4, y - 0.2, z - 0.1],
            [x + s * 1.7, y - 1.2, z - 0.25],
            [x + s * 1.9, y - 3, z - 0.6],
            [x + s * 2, y - 5, z - 0.8],
          ],
          7,
        ),
        0.26,
      ),
      m,
    ),
    part(at(turn(cylinder(0.38, 0.3, 0.04), 'y', 90), x + (s > 0 ? 0 : -0.3), y, z), steel),
  ];
  return shot(
    [
      ...plates,
      ...pair((s) => [
        part(at(slab(0.5, 3.0, 3.0, 0.1, 0.06), s * 2.45, 0, 0.25), satin),
        ...[
          [1, 1],
          [1, -1],
          [-1, 1],
          [-1, -1],
        ].map(([a = 1, b = 1]) =>
          part(at(turn(cylinder(0.13, 0.5, 0.02), 'y', 90), s > 0 ? 2.55 : -3.05, a * 1.32, 1.75 + b * 1.32), steel),
        ),
      ]),
      ...[
        [1, 1],
        [1, -1],
        [-1, 1],
        [-1, -1],
      ].map(([a = 1, b = 1]) => part(at(turn(cylinder(0.08, 5), 'y', 90), -2.5, a * 1.36, 1.75 + b * 1.36), chrome)),
      ...elbow(2.6, 0.6, 2.5, tint('#2f8f6d', 0.3), 1),
      ...elbow(2.6, -0.6, 1.1, tint('#c9d2cf', 0.3), 0.7),
      ...place(scale(mx.mx72(), 0.5), [4.35, -2.9, 1.72], ['z', 98], ['x', 0]),
      part(at(slab(7.4, 3.4, 0.25, 0.2, 0.05), 0, 0, 0), anthracite),
      part(
        rod(
          curve(
            [
              [-2.7, 0.5, 2.9],
              [-3.4, 0.4, 3.1],
              [-4.2, -0.6, 2.2],
              [-4.6, -2.4, 0.6],
              [-5.2, -5, 0.3],
            ],
            7,
          ),
          0.12,
        ),
        orange,
      ),
      part(
        rod(
          curve(
            [
              [-2.7, -0.1, 2.9],
              [-3.3, -0.2, 3.0],
              [-3.9, -1.0, 2.0],
              [-4.1, -2.6, 0.5],
              [-4.5, -5, 0.3],
            ],
            7,
          ),
          0.12,
        ),
        black,
      ),
      ...place(scale(ax.ax62(), 0.42), [0, 0, 3.0]),
      part(at(slab(1.6, 1.4, 0.06, 0.1, 0.02), 0, 0, 2.98), satin),
    ],
    { azimuth: 28, elevation: 24, distance: 22, target: [0, -0.3, 1.6], angle: 20.5 },
    { light: softbox, backdrop: sageGround },
  );
}

export const applications: Readonly<Record<string, () => Shot>> = {
  'app-hvac': hvac,
  'app-air-purifier': airPurifier,
  'app-ventilation': ventilation,
  'app-smart-home': smartHome,
  'app-agriculture': agriculture,
  'app-semiconductor': semiconductor,
  'app-data-center': dataCenter,
  'app-cold-chain': coldChain,
  'app-analytics': analytics,
  'app-gas-metering': gasMetering,
  'app-leak-detection': leakDetection,
  'app-infusion': infusion,
  'app-cabin-air': cabinAir,
  'app-ev-battery': evBattery,
  'app-fuel-cell': fuelCell,
};
