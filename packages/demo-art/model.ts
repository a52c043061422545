// The model maker's kit: rooms, furniture, plants and figures for scenes built like architectural models.

import { at, block, curve, cut, cylinder, join, lathe, rod, slab, sphere, turn } from './solid.ts';
import type { Solid, Vec } from './solid.ts';
import { hex } from './colour.ts';
import { hash } from './noise.ts';
import { type Material, type Part, part } from './parts.ts';
import type { Camera, Shot } from './shot.ts';
import { anthracite, black, grey, lightGround, paper, softbox, steel, white } from './materials.ts';

export const tint = (colour: string, rough = 0.75): Material => ({ colour: hex(colour), rough, metal: 0 });
export const lamp = (colour: string, glow = 1.2): Material => ({ colour: hex(colour), rough: 0.6, metal: 0, glow });

export const wood: Material = {
  ...tint('#c9b394', 0.55),
  pattern: (x, y) => {
    const lane = Math.floor(y / 0.42);
    const tone = 0.93 + 0.12 * hash(lane, Math.floor((x + hash(lane, 3) * 4) / 2.6));
    const gap = Math.abs(y / 0.42 - lane) < 0.03 ? 0.72 : 1;
    const [r, g, b] = hex('#cdb999');
    return { colour: [r * tone * gap, g * tone * gap, b * tone * gap] };
  },
};

export const tiles = (colour: string, size: number): Material => {
  const [r, g, b] = hex(colour);
  return {
    ...tint(colour, 0.3),
    pattern: (x, y) => {
      const [u, v] = [x / size - Math.floor(x / size), y / size - Math.floor(y / size)];
      const tone = (u < 0.02 || v < 0.02 ? 0.8 : 1) * (0.97 + 0.04 * hash(Math.floor(x / size), Math.floor(y / size)));
      return { colour: [r * tone, g * tone, b * tone] };
    },
  };
};

/** A display with curves; it faces -y when upright, and its middle is x = 0. */
export function display(width: number, height: number, seed = 1, ink = '#1fc28b'): Part[] {
  const glow = hex(ink);
  const screen: Material = {
    ...tint('#10191a', 0.25),
    pattern: (x, _, z) => {
      const [u, v] = [(x / width + 0.5) * 1.1, (z / height) * 1.15 - 0.07];
      const row = Math.floor(v * 3);
      const base = (row + 0.5) / 3;
      const wave = base + 0.07 * Math.sin(u * (14 + 5 * row) + seed + row) * (0.5 + 0.5 * Math.sin(u * 5 + seed * 2));
      if (u > 0.06 && u < 0.72 && Math.abs(v - wave) < 0.014) return { colour: glow, glow: 1.1 };
      if (
        u > 0.8 &&
        u < 1.02 &&
        Math.abs(v - base) < 0.09 &&
        (Math.floor((v - base) * 60) & 1) === 0 &&
        u < 0.85 + 0.15 * hash(row, Math.floor(v * 20), seed)
      )
        return { colour: hex('#9fb3ae'), glow: 0.5 };
      return undefined;
    },
  };
  return [
    part(at(block(width + 0.12, 0.1, height + 0.12, 0.04), 0, 0.03, -0.06), anthracite),
    part(at(block(width, 0.04, height, 0.01), 0, -0.02, 0), screen),
  ];
}

type RoomOptions = {
  readonly width: number;
  readonly depth: number;
  readonly height: number;
  readonly floor?: Material;
  readonly wall?: Material;
  readonly left?: readonly Solid[];
  readonly back?: readonly Solid[];
};

/** A corner of a room, open to the front and to the right. Openings are cut out of the walls. */
export function room({ width, depth, height, floor = wood, wall = paper, left = [], back = [] }: RoomOptions): Part[] {
  return [
    part(at(block(width + 0.3, depth + 0.3, 0.3, 0.02), -0.15, 0.15, -0.29), floor),
    part(cut(at(block(0.3, depth + 0.3, height, 0.02), -width / 2 - 0.15, 0.15, 0), ...left), wall),
    part(cut(at(block(width, 0.3, height, 0.02), 0, depth / 2 + 0.15, 0), ...back), wall),
  ];
}

export const opening = (x: number, y: number, z: number, width: number, depth: number, height: number): Solid =>
  at(block(width, depth, height), x, y, z);

export function table(
  width: number,
  depth: number,
  height: number,
  top: Material = white,
  legs: Material = steel,
): Part[] {
  return [
    part(at(block(width, depth, 0.12, 0.03), 0, 0, height - 0.12), top),
    ...[
      [1, 1],
      [-1, 1],
      [1, -1],
      [-1, -1],
    ].map(([sx = 1, sy = 1]) =>
      part(at(block(0.09, 0.09, height - 0.1, 0.02), sx * (width / 2 - 0.15), sy * (depth / 2 - 0.15), 0), legs),
    ),
  ];
}

export function plant(size: number, seed: number, pot: Material = white): Part[] {
  const leaves = Array.from({ length: 11 }, (_, i) => {
    const angle = i * 2.4 + hash(i, seed) * 0.5;
    const lean = 0.25 + 0.6 * hash(seed, i);
    const tip: Vec = [Math.cos(angle) * lean * size, Math.sin(angle) * lean * size, size * (1.55 - lean * 0.6)];
    const leaf = join([
      rod(curve([[0, 0, size * 0.4], [tip[0] * 0.4, tip[1] * 0.4, tip[2] * 0.85], tip], 3), 0.025 * size),
      at(
        turn(turn(sphereish(size * 0.2), 'y', 30 + 50 * lean), 'z', (angle * 180) / Math.PI),
        tip[0],
        tip[1],
        tip[2] - 0.06 * size,
      ),
    ]);
    return part(leaf, tint(['#2f7d5b', '#1f6a4c', '#4c9a73'][i % 3] ?? '#2f7d5b'));
  });
  return [
    part(
      lathe(
        [
          [0, 0],
          [0.22 * size, 0],
          [0.3 * size, 0.45 * size],
          [0.26 * size, 0.45 * size],
          [0.25 * size, 0.4 * size],
          [0, 0.4 * size],
        ],
        0.01,
      ),
      pot,
    ),
    ...leaves,
  ];
}

const sphereish = (radius: number): Solid => {
  const ball = sphere(radius);
  return {
    distance: (x, y, z) => ball.distance(x, y * 1.9, z * 3.2) * 0.32,
    lo: [-radius, -radius * 0.6, -radius * 0.4],
    hi: [radius, radius * 0.6, radius * 0.4],
  };
};

export function tree(height: number, seed: number, leaf = '#3f8f6b'): Part[] {
  const r = height * 0.3;
  const blobs = Array.from({ length: 5 }, (_, i) =>
    at(
      sphere(r * (0.55 + 0.3 * hash(i, seed))),
      (hash(seed, i) - 0.5) * r * 1.1,
      (hash(i, i, seed) - 0.5) * r * 1.1,
      height * 0.62 + (hash(i, 7, seed) - 0.3) * r,
    ),
  );
  return [part(cylinder(height * 0.03, height * 0.6), tint('#7a6a58')), part(join(blobs, r * 0.5), tint(leaf, 0.9))];
}

export function conifer(height: number, colour = '#2c6b52'): Part[] {
  return [
    part(
      lathe(
        [
          [0, 0],
          [height * 0.05, 0],
          [height * 0.05, height * 0.1],
          [height * 0.2, height * 0.1],
          [0, height],
        ],
        0.02,
      ),
      tint(colour, 0.9),
    ),
  ];
}

type FigureOptions = {
  readonly skin: string;
  readonly hair: string;
  readonly top: string;
  readonly legs: string;
  readonly coat?: string;
  readonly suit?: string;
  readonly pose?: 'stand' | 'reach' | 'sit' | 'walk' | 'hold';
  readonly long?: boolean;
};

/** A figure 1.75 units tall, as in an architect's model; it looks towards -y. */
export function figure({ skin, hair, top, legs, coat, suit, pose = 'stand', long = false }: FigureOptions): Part[] {
  const seated = pose === 'sit';
  const hip = seated ? 0.52 : 0.9;
  const skinned = tint(suit ?? skin, 0.6);
  const dressed = tint(suit ?? coat ?? top, 0.8);
  const step = pose === 'walk' ? 0.17 : 0.02;
  const leg = (side: number): Solid =>
    seated
      ? rod(
          [
            [side * 0.1, 0, hip],
            [side * 0.11, -0.42, hip + 0.02],
            [side * 0.11, -0.44, 0.06],
          ],
          0.085,
        )
      : rod(
          [
            [side * 0.09, 0, hip],
            [side * 0.1, side * step * 0.6, 0.48],
            [side * 0.1, side * step + 0.02, 0.07],
          ],
          0.083,
        );
  const shoe = (side: number): Solid =>
    at(block(0.13, 0.28, 0.1, 0.04), side * (seated ? 0.11 : 0.1), seated ? -0.5 : side * step - 0.05, 0);
  const shoulder = hip + 0.52;
  const arm = (side: number): Vec[] => {
    const from: Vec = [side * 0.22, 0, shoulder - 0.04];
    if (pose === 'reach' || seated)
      return [from, [side * 0.27, -0.1, shoulder - 0.3], [side * 0.16, -0.4, shoulder - 0.27]];
    if (pose === 'hold') return [from, [side * 0.27, -0.06, shoulder - 0.3], [side * 0.1, -0.28, shoulder - 0.2]];
    return [from, [side * 0.27, 0.02, shoulder - 0.3], [side * 0.25, -0.06 - side * step, shoulder - 0.55]];
  };
  const body = join(
    [
      at(slab(0.36, 0.22, 0.5, 0.1, 0.08), 0, 0, hip - 0.02),
      at(slab(0.42, 0.22, 0.16, 0.1, 0.07), 0, 0, shoulder - 0.14),
    ],
    0.12,
  );
  const skirt = lathe(
    [
      [0, hip - 0.36],
      [0.25, hip - 0.36],
      [0.18, hip + 0.2],
      [0, hip + 0.2],
    ],
    0.02,
  );
  const head = hip + 0.72;
  const [l0, l1, l2] = arm(-1);
  const [r0, r1, r2] = arm(1);
  const sleeves = [
    rod([l0 ?? [0, 0, 0], l1 ?? [0, 0, 0], l2 ?? [0, 0, 0]], 0.062),
    rod([r0 ?? [0, 0, 0], r1 ?? [0, 0, 0], r2 ?? [0, 0, 0]], 0.062),
  ];
  return [
    part(join([leg(-1), leg(1)], 0.03), tint(suit ?? legs, 0.85)),
    part(join([shoe(-1), shoe(1)]), suit ? tint(suit) : black),
    part(join([body, ...sleeves, ...(coat && !seated ? [skirt] : [])], 0.05), dressed),
    ...(coat ? [part(at(block(0.1, 0.06, 0.3, 0.02), 0, -0.1, shoulder - 0.28), tint(top))] : []),
    part(
      join([at(sphere(0.055), ...(l2 ?? [0, 0, 0])), at(sphere(0.055), ...(r2 ?? [0, 0, 0]))]),
      tint(suit ? '#7fb9d0' : skin, 0.6),
    ),
    part(
      join(
        [
          at(cylinder(0.058, 0.2), 0, 0.01, shoulder - 0.02),
          at(sphere(0.135), 0, 0, head),
          at(sphere(0.11), 0, -0.03, head - 0.06),
        ],
        0.06,
      ),
      tint(skin, 0.6),
    ),
    suit
      ? part(
          cut(at(sphere(0.165), 0, 0.015, head + 0.01), at(block(0.2, 0.3, 0.13, 0.04), 0, -0.16, head - 0.06)),
          skinned,
        )
      : part(
          cut(at(sphere(0.158), 0, 0.015, head + 0.025), at(block(0.5, 0.34, 0.4, 0.05), 0, -0.175, head - 0.34)),
          tint(hair, 0.85),
        ),
    ...(long && !suit ? [part(at(slab(0.24, 0.12, 0.3, 0.05, 0.05), 0, 0.1, head - 0.24), tint(hair, 0.85))] : []),
  ];
}

export function stool(height = 0.5): Part[] {
  return [
    part(at(cylinder(0.24, 0.09, 0.04), 0, 0, height - 0.09), anthracite),
    part(cylinder(0.035, height), steel),
    part(cylinder(0.26, 0.04, 0.02), steel),
  ];
}

export function shot(
  parts: readonly Part[],
  camera: Partial<Camera> & Pick<Camera, 'target' | 'distance'>,
  rest: Partial<Pick<Shot, 'light' | 'backdrop'>> = {},
): Shot {
  return {
    parts,
    camera: { azimuth: 28, elevation: 26, angle: 24, ...camera },
    light: softbox,
    backdrop: lightGround,
    ...rest,
  };
}

export const shelf = (width: number, height: number, rows: number, seed: number): Part[] => [
  ...Array.from({ length: rows + 1 }, (_, i) =>
    part(at(block(width, 0.5, 0.06, 0.01), 0, 0, (i * height) / rows), white),
  ),
  ...[-1, 1].map((s) => part(at(block(0.06, 0.5, height + 0.06, 0.01), (s * width) / 2, 0, 0), white)),
  ...Array.from({ length: rows * 4 }, (_, i) => {
    const tall = (height / rows) * (0.35 + 0.4 * hash(i, seed));
    return part(
      at(
        block(width * 0.14, 0.32, tall, 0.02),
        (((i % 4) - 1.5) * width) / 4.4,
        0,
        Math.floor(i / 4) * (height / rows) + 0.06,
      ),
      [grey, anthracite, white, tint('#007a53'), tint('#9fb3ae')][Math.floor(hash(seed, i) * 5)] ?? grey,
    );
  }),
];

/** Buildings on both sides. */
export const pair = (make: (side: 1 | -1) => Part[]): Part[] => [...make(-1), ...make(1)];
