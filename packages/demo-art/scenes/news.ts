// News motifs and the rendered heroes: one object each, seen close.

import { at, block, curve, cylinder, lathe, ring, rod, slab, sphere, turn } from '../solid.ts';
import { frame } from '../camera.ts';
import { hex } from '../colour.ts';
import { hash } from '../noise.ts';
import { type Part, part, place, scale } from '../parts.ts';
import type { Camera, Shot } from '../shot.ts';
import { header, kit, passives, processor } from '../board.ts';
import { hx } from '../chip.ts';
import { ax } from '../automotive.ts';
import { dx } from '../pressure.ts';
import { lx } from '../liquid-flow.ts';
import { mx } from '../gas-flow.ts';
import { cx, fx, px } from '../gas-modules.ts';
import {
  anthracite,
  black,
  chrome,
  darkBoard,
  darkGround,
  glass,
  gold,
  green,
  greenBoard,
  greenGround,
  lightGround,
  mint,
  night,
  orange,
  paper,
  sageGround,
  satin,
  softbox,
  steel,
  water,
  white,
} from '../materials.ts';
import { shot, tint } from '../model.ts';
import { wafer } from './wafer.ts';
import { tradeFair } from './work/trade-fair.ts';

function waferStack(): Shot {
  return shot(
    [0, 1, 2].flatMap((i) =>
      place(wafer(3.6, 0.34), [i * 2.6 - 2.8, i * 1.9 - 1.4, 1.7 + i * 0.02], ['x', 26], ['y', -10], ['z', 14]),
    ),
    { azimuth: 14, elevation: 38, distance: 20, target: [0.2, 0.2, 1.5], angle: 20 },
    { light: { ...night, keyColour: [0.95, 0.94, 0.9], box: 1.2 }, backdrop: { ...darkGround, gloss: 0.5 } },
  );
}

function medal(): Shot {
  const rays = Array.from({ length: 48 }, (_, i) =>
    place([part(at(block(0.5, 0.05, 0.05, 0.02), 2.02, 0, 0.28), gold)], [0, 0, 0], ['z', i * 7.5]),
  ).flat();
  const face = [
    part(
      lathe(
        [
          [0, 0],
          [2.4, 0],
          [2.5, 0.08],
          [2.5, 0.3],
          [2.4, 0.38],
          [2.28, 0.38],
          [2.22, 0.28],
          [0, 0.28],
        ],
        0.02,
      ),
      gold,
    ),
    ...rays,
    part(at(ring(1.7, 0.05), 0, 0, 0.29), gold),
    part(at(cylinder(1.1, 0.1, 0.03), 0, 0, 0.24), green),
    part(at(ring(1.1, 0.06), 0, 0, 0.33), gold),
    part(
      rod(
        curve(
          [
            [-0.7, -0.15, 0.38],
            [-0.3, 0.25, 0.38],
            [0.1, -0.1, 0.38],
            [0.6, 0.3, 0.38],
          ],
          7,
        ),
        0.07,
      ),
      gold,
    ),
    part(at(sphere(0.12), 0.68, 0.34, 0.4), gold),
  ];
  return shot(
    [
      ...place(face, [0, 0, 2.75], ['x', 78]),
      part(at(slab(3.4, 1.8, 0.5, 0.1, 0.05), 0, 0.2, 0), anthracite),
      part(at(slab(4.2, 2.6, 0.3, 0.1, 0.05), 0, 0.2, -0.02), paper),
    ],
    { azimuth: -20, elevation: 13, distance: 20, target: [0, 0, 2.35], angle: 20 },
    { light: { ...softbox, key: [-0.6, -0.5, 0.7] }, backdrop: sageGround },
  );
}

function blockField(columns: number, rows: number, dark: boolean): Part[] {
  const parts: Part[] = [];
  for (let i = 0; i < columns; i++) {
    for (let j = 0; j < rows; j++) {
      const [u, v] = [i / columns, j / rows];
      const h =
        0.25 + 3.2 * (0.28 * Math.sin(u * 7 + v * 2.4) + 0.2 * Math.sin(u * 3 - v * 5.5) + 0.5) * (0.3 + 0.75 * u);
      const ridge = j === Math.floor(rows * 0.42);
      parts.push(
        part(
          at(block(0.5, 0.5, h, 0.03), (i - columns / 2) * 0.62, (j - rows / 2) * 0.62, 0),
          ridge ? (i === columns - 4 ? orange : dark ? mint : green) : dark ? tint('#3b474c', 0.5) : paper,
        ),
      );
    }
  }
  return parts;
}

/** Smooth value noise summed over octaves, 0..1. */
function haze(x: number, y: number, octaves: number): number {
  let [sum, weight, total] = [0, 1, 0];
  for (let o = 0; o < octaves; o++) {
    const [px0, py0] = [x * 2 ** o + o * 17, y * 2 ** o + o * 31];
    const [i, j] = [Math.floor(px0), Math.floor(py0)];
    const ease = (t: number): number => t * t * (3 - 2 * t);
    const [u, v] = [ease(px0 - i), ease(py0 - j)];
    const top = hash(i, j) * (1 - u) + hash(i + 1, j) * u;
    const low = hash(i, j + 1) * (1 - u) + hash(i + 1, j + 1) * u;
    sum += (top * (1 - v) + low * v) * weight;
    total += weight;
    weight *= 0.55;
  }
  return sum / total;
}

function earth(x: number, y: number): { colour: readonly [number, number, number] } {
  const land = Math.min(Math.max((haze(x * 0.13, y * 0.13, 5) - 0.52) * 22, 0), 1);
  const drift = haze(x * 0.2 + 9, y * 0.34, 2) * 2;
  const cloud = Math.min(Math.max((haze(x * 0.22 + drift, y * 0.42 + drift, 6) - 0.5) * 5, 0), 0.95);
  const [sea, soil, white0] = [hex('#1f5f7e'), hex('#4f7f62'), hex('#f2f8f8')];
  const tone = (k: 0 | 1 | 2): number => (sea[k] + (soil[k] - sea[k]) * land) * (1 - cloud) + white0[k] * cloud;
  return { colour: [tone(0), tone(1), tone(2)] };
}

function satellite(): Shot {
  const cells = {
    ...tint('#173a52', 0.18),
    pattern: (x: number, y: number) =>
      Math.abs(x * 2 - Math.round(x * 2)) < 0.04 || Math.abs(y * 2 - Math.round(y * 2)) < 0.04
        ? { colour: hex('#9fb6bd') }
        : undefined,
  };
  const panel = (s: number): Part[] =>
    [0, 1, 2].map((i) => part(at(slab(1.9, 2.0, 0.06, 0.04, 0.02), s * (2.3 + i * 2.02), 0, 0), cells));
  const body = [
    part(at(slab(1.8, 1.8, 2.2, 0.1, 0.05), 0, 0, -1.1), { ...gold, rough: 0.3, grain: 0.22 }),
    part(at(slab(1.84, 1.84, 0.3, 0.1, 0.03), 0, 0, -0.2), white),
    ...panel(1),
    ...panel(-1),
    part(at(turn(cylinder(0.06, 13), 'y', 90), -6.5, 0, 0.02), steel),
    part(
      at(
        lathe(
          [
            [0, 0],
            [0.3, 0.06],
            [0.9, 0.42],
            [0.94, 0.42],
            [0.34, 0],
            [0, -0.06],
          ],
          0.02,
        ),
        0,
        0,
        1.5,
      ),
      white,
    ),
    part(at(cylinder(0.05, 0.6), 0, 0, 1.4), steel),
    part(at(cylinder(0.1, 0.5), 0, 0, 1.0), steel),
    part(at(cylinder(0.46, 0.5, 0.04), 0, 0, -1.55), anthracite),
    part(at(cylinder(0.34, 0.05), 0, 0, -1.58), { ...tint('#0a2a22', 0.05) }),
  ];
  // High above z = 0, so that the studio floor stays out of the picture.
  return shot(
    place(
      [
        ...place(body, [0.4, 0, 4.6], ['x', 24], ['y', -18], ['z', 20]),
        part(at(sphere(40), 0, 14, -38.6), { ...tint('#2f6f8a', 0.5), pattern: earth }),
      ],
      [0, 0, 60],
    ),
    { azimuth: 0, elevation: 5, distance: 24, target: [0.2, 0, 63.7], angle: 24 },
    {
      light: {
        ...night,
        key: [-0.7, -0.3, 0.55],
        keyColour: [1.15, 1.1, 1.02],
        sky: [0.2, 0.26, 0.3],
        rimColour: [0.2, 0.4, 0.5],
        softness: 0.05,
      },
      backdrop: {
        centre: hex('#1d3038'),
        edge: hex('#0b1216'),
        gloss: 0,
        spot: [0.5, 0.75],
        fog: { from: 34, to: 64, colour: hex('#8fc4d4') },
      },
    },
  );
}

function labBench(): Shot {
  const flask = (c: string, r: number): Part[] => [
    part(
      lathe(
        [
          [0, 0],
          [r, 0],
          [r, 0.06],
          [r * 0.32, r * 1.7],
          [r * 0.32, r * 2.4],
          [r * 0.4, r * 2.45],
          [r * 0.26, r * 2.45],
          [r * 0.26, r * 1.66],
          [r * 0.9, 0.1],
          [0, 0.06],
        ],
        0.02,
      ),
      { ...glass, opacity: 0.2 },
    ),
    part(
      at(
        lathe(
          [
            [0, 0.08],
            [r * 0.9, 0.08],
            [r * 0.62, r * 0.85],
            [0, r * 0.85],
          ],
          0.01,
        ),
        0,
        0,
        0,
      ),
      { ...water, colour: hex(c), opacity: 0.8 },
    ),
  ];
  return shot(
    [
      ...place(flask('#1fc28b', 1.0), [-3.4, 0.6, 0]),
      ...place(flask('#f1a36e', 0.75), [-1.7, 1.8, 0]),
      ...place(flask('#a9dccb', 0.6), [-4.6, -0.9, 0]),
      ...place(scale(lx.lx14(), 0.8), [1.6, 0.6, 0], ['z', -8]),
      part(
        rod(
          curve(
            [
              [-0.6, 0.9, 0.66],
              [-1.6, 0.5, 0.6],
              [-2.4, 0.2, 2.0],
              [-3.4, 0.6, 2.5],
              [-3.4, 0.6, 0.4],
            ],
            7,
          ),
          0.08,
        ),
        { ...glass, opacity: 0.4 },
      ),
      part(at(slab(2.8, 1.3, 0.24, 0.1, 0.04), 1.0, -2.1, 0), satin),
      ...Array.from({ length: 8 }, (_, i) => [
        part(
          at(
            lathe(
              [
                [0.1, 0],
                [0.13, 0],
                [0.13, 0.8],
                [0.1, 0.8],
              ],
              0.01,
            ),
            -0.1 + i * 0.32,
            -2.1,
            0.2,
          ),
          { ...glass, opacity: 0.3 },
        ),
        part(at(cylinder(0.1, 0.3 + 0.3 * hash(i, 3)), -0.1 + i * 0.32, -2.1, 0.2), {
          ...water,
          colour: hex(['#1fc28b', '#8fd6c0', '#f1a36e'][i % 3] ?? '#1fc28b'),
          opacity: 0.85,
        }),
      ]).flat(),
      part(at(block(40, 0.3, 20), 0, 5, -1), tint('#dfe9e5')),
    ],
    { azimuth: 10, elevation: 15, distance: 22, target: [-0.9, 0, 1.1], angle: 18 },
    { light: { ...softbox, key: [-0.5, -0.6, 0.75] }, backdrop: { ...sageGround, gloss: 0.5 } },
  );
}

function circuit(): Part[] {
  return [
    part(slab(30, 30, 0.3, 0.2, 0.02), greenBoard(17)),
    ...place(scale(processor(1.6, 14), 1.3), [-0.6, 0.2, 0.3]),
    ...place(scale(hx.single('filter'), 0.62), [3.2, -0.6, 0.3], ['z', 0]),
    ...place(scale(processor(0.9, 6), 1), [3.6, 2.6, 0.3]),
    ...place(scale(processor(0.8, 5), 1), [-4.4, 2.8, 0.3]),
    ...place(
      passives(22, 18, 0.3, 77, 120).filter(
        ({ solid: { lo } }) => Math.hypot(lo[0] + 0.6, lo[1] - 0.2) > 1.9 && Math.hypot(lo[0] - 3.2, lo[1] + 0.6) > 1.3,
      ),
      [0, 0, 0],
    ),
    ...[
      [-3.9, -1.6],
      [-3.1, -1.6],
      [-4.7, -1.6],
    ].flatMap(([x = 0, y = 0]) => [
      part(at(cylinder(0.34, 0.75, 0.05), x, y, 0.3), satin),
      part(at(cylinder(0.36, 0.1), x, y, 0.3), black),
    ]),
    ...place(header(9, 0.34, 0.4), [-0.4, -2.8, 0.3]),
    part(at(slab(0.9, 0.5, 0.34, 0.2, 0.04), 0.2, 2.9, 0.3), steel),
  ];
}

function partnership(): Shot {
  return shot(
    [
      ...place([part(ring(1.75, 0.42), { ...green, rough: 0.25 })], [-1.15, 0, 2.15], ['x', 90], ['z', 18]),
      ...place([part(ring(1.75, 0.42), chrome)], [1.15, 0.35, 1.95], ['x', 24], ['z', -20]),
      part(at(slab(3.4, 3.0, 0.7, 0.08, 0.04), 2.3, 0.6, 0), paper),
      part(at(slab(2.6, 1.6, 0.12, 0.08, 0.03), -1.2, 0, -0.02), paper),
      part(at(sphere(0.3), 3.9, -1.8, 0.3), orange),
    ],
    { azimuth: 12, elevation: 16, distance: 20, target: [0.2, 0, 1.75], angle: 19 },
    { backdrop: sageGround },
  );
}

const overview = (): Part[] => {
  const grid: readonly (readonly (() => Part[])[])[] = [
    [hx.hx44, cx.cx22, px.px51, fx.fx34, mx.mx72],
    [cx.cx21, fx.fx31, dx.dx81, ax.ax64, lx.lx11],
    [() => hx.single('filter'), ax.ax62, mx.mx71, px.px52, dx.dx83],
  ];
  return grid.flatMap((row, j) =>
    row.flatMap((make, i) => {
      const parts = make();
      const [x, y] = [(i - 2) * 4.1, (1 - j) * 4.1];
      const lo = Math.min(...parts.map((p) => Math.min(p.solid.lo[0], p.solid.lo[1])));
      const hi = Math.max(...parts.map((p) => Math.max(p.solid.hi[0], p.solid.hi[1])));
      const height = [0.4, 0.9, 0.5, 1.2, 0.6, 0.8, 0.35, 1.0, 0.45, 0.7][(i * 3 + j * 4) % 10] ?? 0.5;
      const tone = (i * 2 + j * 3) % 7 === 0 ? green : (i + j * 4) % 9 === 5 ? mint : paper;
      return [
        part(at(slab(3.9, 3.9, height, 0.06, 0.04), x, y, 0), tone),
        ...place(scale(parts, Math.min(1.05, 3.3 / (hi - lo))), [x, y, height]),
      ];
    }),
  );
};

const shotOf = (
  parts: Part[],
  camera: Partial<Camera>,
  fill: readonly [number, number],
  aspect: number,
  rest: Partial<Shot>,
): Shot => {
  const base: Camera = { azimuth: 28, elevation: 28, distance: 20, target: [0, 0, 1], angle: 21, ...camera };
  return { parts, camera: frame(parts, base, aspect, fill), light: softbox, backdrop: lightGround, ...rest };
};

export const news: Readonly<Record<string, () => Shot>> = {
  'news-01': waferStack,
  'news-03': () => {
    const s = tradeFair();
    return { ...s, camera: { ...s.camera, azimuth: -20, elevation: 24, target: [0, 3.4, 1.2] } };
  },
  'news-04': medal,
  'news-06': () => shotOf(blockField(22, 14, false), { azimuth: 30, elevation: 30 }, [0.98, 1.05], 1.5, {}),
  'news-07': satellite,
  'news-08': labBench,
  'news-09': () => ({
    parts: circuit(),
    camera: { azimuth: 26, elevation: 34, distance: 17, target: [0.3, 0.2, 0.4], angle: 24 },
    light: { ...softbox, key: [-0.6, 0.3, 0.7] },
    backdrop: greenGround,
  }),
  'news-12': partnership,
};

export const heroShots: Readonly<Record<string, () => Shot>> = {
  'hero-products': () => ({
    parts: overview(),
    camera: { azimuth: 24, elevation: 33, distance: 34, target: [0, 0.2, 0.9], angle: 21 },
    light: softbox,
    backdrop: lightGround,
  }),
  'hero-developer': () => ({
    parts: [
      ...kit(px.sensor(), { width: 6.2, depth: 3.4, board: darkBoard(5), cable: mint }),
      ...place(kit(cx.sensor(), { board: greenBoard(6) }), [-3.4, 4.6, 0], ['z', 12]),
    ],
    camera: { azimuth: 30, elevation: 22, distance: 16, target: [0.9, 0.9, 0.6], angle: 23 },
    light: { ...night, keyColour: [0.85, 0.88, 0.88], sky: [0.26, 0.28, 0.285] },
    backdrop: darkGround,
  }),
  'hero-investors': () => ({
    parts: blockField(40, 22, true),
    camera: { azimuth: 26, elevation: 22, distance: 21, target: [0.6, -0.6, 1.2], angle: 26 },
    light: { ...night, keyColour: [0.85, 0.88, 0.9] },
    backdrop: { ...darkGround, fog: { from: 20, to: 34, colour: hex('#1b2124') } },
  }),
};

export const chipMacro = (): Shot => ({
  parts: [...place(hx.single('round'), [2.6, 0, 0], ['z', -12])],
  camera: { azimuth: 24, elevation: 24, distance: 15, target: [1.15, -0.65, 0.42], angle: 18 },
  light: { ...night, keyColour: [0.9, 0.92, 0.9], rimColour: [0.1, 0.62, 0.42] },
  backdrop: { ...darkGround, spot: [0.68, 0.5] },
});
