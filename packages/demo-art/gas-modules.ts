// Families CX2 (carbon dioxide), FX3 (formaldehyde) and PX5 (particles): modules that breathe.

import { at, block, cut, cylinder, lathe, ring, slab, turn } from './solid.ts';
import type { Solid } from './solid.ts';
import { type Material, type Part, part, place } from './parts.ts';
import { connector, header, passives, processor } from './board.ts';
import {
  anthracite,
  black,
  brass,
  darkBoard,
  gold,
  green,
  greenBoard,
  grey,
  hole,
  membrane,
  orange,
  satin,
  slate,
  steel,
  white,
  whiteBoard,
} from './materials.ts';

/** Half holes along the edge of a module, for soldering. */
function castellated(size: number, count: number, material: Material): Part[] {
  const pitch = (size * 0.86) / count;
  const spots = Array.from({ length: count }, (_, i) => (i - (count - 1) / 2) * pitch);
  const bites: Solid[] = spots.flatMap((s) =>
    [-1, 1].flatMap((side) => [
      at(cylinder(pitch * 0.22, 1), s, (side * size) / 2, -0.5),
      at(cylinder(pitch * 0.22, 1), (side * size) / 2, s, -0.5),
    ]),
  );
  const pads = spots.flatMap((s) =>
    [-1, 1].flatMap((side) => [
      part(
        at(
          cut(slab(pitch * 0.62, 0.16, 0.22, 0.02, 0.01), at(cylinder(pitch * 0.22, 1), 0, side * 0.08, -0.5)),
          s,
          (side * (size - 0.155)) / 2,
          0,
        ),
        gold,
      ),
      part(
        at(
          cut(slab(0.16, pitch * 0.62, 0.22, 0.02, 0.01), at(cylinder(pitch * 0.22, 1), side * 0.08, 0, -0.5)),
          (side * (size - 0.155)) / 2,
          s,
          0,
        ),
        gold,
      ),
    ]),
  );
  return [part(cut(slab(size, size, 0.21, 0.05, 0.01), ...bites), material), ...pads];
}

const holes = (across: number, pitch: number, radius: number, round: boolean): Solid[] => {
  const half = (across - 1) / 2;
  const spots: Solid[] = [];
  for (let i = -half; i <= half; i++)
    for (let j = -half; j <= half; j++)
      if (!round || Math.hypot(i, j) <= half + 0.3) spots.push(at(cylinder(radius, 2), i * pitch, j * pitch, -0.5));
  return spots;
};

/** A CO2 cube: cap with a window for the gas. */
function cube(
  size: number,
  height: number,
  cap: Material,
  window: 'square' | 'round' | 'grid' | 'double' | 'stripes',
  base: Material,
): Part[] {
  const inner = size * 0.9;
  const shell = slab(inner, inner, height, 0.14, 0.06);
  const parts = castellated(size, 6, base);
  const top = 0.2 + height;
  if (window === 'grid') {
    parts.push(
      part(
        at(
          cut(shell, ...holes(5, inner * 0.15, inner * 0.045, false).map((h) => at(h, 0, 0, height - 0.4))),
          0,
          0,
          0.2,
        ),
        cap,
      ),
    );
    parts.push(part(at(block(inner * 0.75, inner * 0.75, 0.02), 0, 0, top - 0.35), hole));
    return parts;
  }
  if (window === 'double') {
    const cuts = [-1, 1].map((s) =>
      at(slab(inner * 0.34, inner * 0.62, 0.3, 0.14), s * inner * 0.22, 0, height - 0.06),
    );
    parts.push(part(at(cut(shell, ...cuts), 0, 0, 0.2), cap));
    for (const s of [-1, 1])
      parts.push(part(at(slab(inner * 0.33, inner * 0.61, 0.06, 0.13), s * inner * 0.22, 0, top - 0.08), membrane));
    return parts;
  }
  if (window === 'stripes') {
    const slots = [-2, -1, 0, 1, 2].map((i) => at(slab(inner * 0.62, 0.1, 2, 0.05), 0, i * inner * 0.14, height - 0.2));
    parts.push(
      part(at(cut(shell, ...slots), 0, 0, 0.2), cap),
      part(at(block(inner * 0.7, inner * 0.75, 0.02), 0, 0, top - 0.16), membrane),
    );
    return parts;
  }
  const recess = window === 'round' ? cylinder(inner * 0.33, 0.3) : slab(inner * 0.6, inner * 0.6, 0.3, 0.14);
  const film = window === 'round' ? cylinder(inner * 0.325, 0.06) : slab(inner * 0.59, inner * 0.59, 0.06, 0.13);
  parts.push(
    part(at(cut(shell, at(recess, 0, 0, height - 0.06)), 0, 0, 0.2), cap),
    part(at(film, 0, 0, top - 0.08), membrane),
  );
  if (window === 'round') parts.push(part(at(ring(inner * 0.345, 0.035), 0, 0, top), satin));
  return parts;
}

export const cx = {
  cx21: (): Part[] => cube(2.4, 1.35, black, 'square', greenBoard(2)),
  cx22: (): Part[] => cube(2.4, 1.6, steel, 'grid', darkBoard(2)),
  cx23: (): Part[] => cube(2.9, 1.15, brass, 'stripes', greenBoard(7)),
  cx24: (): Part[] => cube(2.7, 1.5, slate, 'double', darkBoard(6)),
  sensor: (): Part[] => cube(1.9, 1.1, black, 'round', darkBoard(2)),
};

/** An electrochemical cell: a can with a perforated lid. */
function cell(radius: number, height: number, can: Material, lid: Material): Part[] {
  return [
    part(
      lathe(
        [
          [0, 0],
          [radius, 0],
          [radius, height - 0.14],
          [radius - 0.06, height - 0.06],
          [radius - 0.14, height],
          [0, height],
        ],
        0.015,
      ),
      can,
    ),
    part(at(ring(radius + 0.005, 0.03), 0, 0, 0.22), can),
    part(
      at(
        cut(cylinder(radius * 0.74, 0.09, 0.02), ...holes(5, radius * 0.27, radius * 0.075, true)),
        0,
        0,
        height - 0.02,
      ),
      lid,
    ),
    part(at(cylinder(radius * 0.7, 0.02), 0, 0, height), hole),
  ];
}

const carrier = (width: number, depth: number, board: Material): Part =>
  part(
    cut(
      slab(width, depth, 0.16, 0.12, 0.015),
      ...[
        [1, 1],
        [-1, 1],
        [1, -1],
        [-1, -1],
      ].map(([sx = 1, sy = 1]) => at(cylinder(0.12, 1), sx * (width / 2 - 0.24), sy * (depth / 2 - 0.24), -0.5)),
    ),
    board,
  );

export const fx = {
  fx31: (): Part[] => [
    carrier(4.2, 2.6, greenBoard(12)),
    ...place(cell(0.95, 0.95, steel, satin), [-0.75, 0, 0.16]),
    ...place(passives(1.1, 1.8, 0, 21, 9), [1.05, 0.1, 0.16]),
    ...place(processor(0.55, 6), [1.1, 0.1, 0.16]),
    ...place(connector(4), [1.2, -1.0, 0.16]),
  ],
  fx32: (): Part[] => [
    carrier(3.6, 2.8, darkBoard(14)),
    part(at(cut(slab(2.1, 2.1, 0.8, 0.18, 0.05), at(slab(1.35, 1.35, 0.3, 0.2), 0, 0, 0.74)), -0.5, 0, 0.16), black),
    part(at(slab(1.32, 1.32, 0.06, 0.19, 0.01), -0.5, 0, 0.9), membrane),
    ...place(passives(0.7, 1.8, 0, 8, 7), [1.12, 0.1, 0.16]),
    ...place(connector(5, black), [1.08, -1.08, 0.16]),
  ],
  fx33: (): Part[] => [
    carrier(4.4, 2.2, whiteBoard(31)),
    ...place(cell(0.82, 0.62, satin, steel), [-1.0, 0, 0.16]),
    ...place(processor(0.7, 8), [0.55, 0.1, 0.16]),
    ...place(
      passives(1.5, 1.4, 0, 41, 10).filter(({ solid: { lo, hi } }) => lo[0] > 0.25 || hi[1] < -0.4),
      [0.7, 0.1, 0.16],
    ),
    ...place(header(5, 0.28), [1.85, 0, 0.16], ['z', 90]),
  ],
  fx34: (): Part[] => [
    carrier(3.4, 3.4, greenBoard(19)),
    ...place(cell(1.28, 1.15, white, grey), [0, 0.05, 0.16]),
    part(at(ring(1.29, 0.05), 0, 0.05, 0.55), green),
    ...place(connector(4, white), [0, -1.45, 0.16]),
    ...place(
      passives(2.6, 2.6, 0, 55, 14).filter(({ solid: { lo } }) => Math.hypot(lo[0], lo[1]) > 1.5),
      [0, 0, 0.16],
    ),
  ],
  sensor: (): Part[] => [...cell(0.8, 0.8, steel, satin), part(slab(1.9, 1.9, 0.06, 0.1, 0.01), greenBoard(19))],
};

/** A radial fan seen through its opening: hub, blades and the dark behind them. */
function fan(radius: number, blades: number): Part[] {
  const parts = [
    part(at(cylinder(radius, 0.02), 0, 0, 0), hole),
    part(at(cylinder(radius * 0.38, 0.2, 0.04), 0, 0, 0.02), anthracite),
  ];
  for (let i = 0; i < blades; i++)
    parts.push(
      ...place(
        [part(at(turn(block(radius * 0.5, 0.035, 0.2, 0.01), 'x', 28), radius * 0.64, 0, 0.03), anthracite)],
        [0, 0, 0],
        ['z', (360 / blades) * i],
      ),
    );
  return parts;
}

type BoxOptions = {
  readonly size: number;
  readonly depth: number;
  readonly height: number;
  readonly shell: Material;
  readonly lid?: Material;
  readonly slots: number;
  readonly fanRadius: number;
  readonly guard?: boolean;
};

/** A particle counter: flat box, fan on top, inlet slits at the front and a connector at the side. */
function particleBox({ size, depth, height, shell, lid = shell, slots, fanRadius, guard = false }: BoxOptions): Part[] {
  const [fx0, fy0] = [-size * 0.2, depth * 0.14];
  const seam = height * 0.55;
  const inlets = Array.from({ length: slots }, (_, i) =>
    at(slab(0.09, 1.2, height * 0.5, 0.045), size * 0.2 + (i - (slots - 1) / 2) * 0.2, -depth / 2, height * 0.25),
  );
  const tops = Array.from({ length: 7 }, (_, i) =>
    at(slab(0.07, depth * 0.34, 1, 0.035), size * 0.2 + (i - 3) * 0.17, depth * 0.2, height - 0.12),
  );
  const body = slab(size, depth, height, 0.2, 0.06);
  const opening = at(cylinder(fanRadius, 1), fx0, fy0, height - 0.3);
  const groove = cut(
    slab(size + 0.2, depth + 0.2, 0.035, 0.2),
    at(slab(size - 0.05, depth - 0.05, 0.2, 0.18), 0, 0, -0.1),
  );
  const socket = at(block(0.9, 0.5, 0.26), -size * 0.22, -depth / 2, height * 0.28);
  const parts = [
    part(cut(body, opening, ...inlets, ...tops, at(groove, 0, 0, seam), socket), shell),
    part(at(block(0.82, 0.3, 0.22), -size * 0.22, -depth / 2 + 0.34, height * 0.3), white),
    ...Array.from({ length: 5 }, (_, i) =>
      part(
        at(turn(block(0.05, 0.05, 0.3), 'x', 90), -size * 0.22 + (i - 2) * 0.15, -depth / 2 + 0.3, height * 0.3 + 0.11),
        gold,
      ),
    ),
    ...place(fan(fanRadius * 0.97, 9), [fx0, fy0, height - 0.27]),
    part(at(ring(fanRadius + 0.02, 0.045), fx0, fy0, height), lid),
    ...[
      [1, 1],
      [-1, 1],
      [1, -1],
      [-1, -1],
    ].flatMap(([sx = 1, sy = 1]) => [
      part(at(cylinder(0.12, 0.05, 0.02), sx * (size / 2 - 0.25), sy * (depth / 2 - 0.25), height - 0.02), satin),
      part(at(block(0.15, 0.03, 0.02), sx * (size / 2 - 0.25), sy * (depth / 2 - 0.25), height + 0.022), hole),
    ]),
  ];
  if (guard) {
    for (const r of [0.35, 0.68]) parts.push(part(at(ring(fanRadius * r, 0.025), fx0, fy0, height), steel));
    for (const a of [45, 135])
      parts.push(...place([part(block(fanRadius * 2, 0.05, 0.04, 0.015), steel)], [fx0, fy0, height - 0.02], ['z', a]));
  }
  return parts;
}

export const px = {
  px51: (): Part[] =>
    particleBox({ size: 4.1, depth: 4.1, height: 1.2, shell: anthracite, slots: 6, fanRadius: 0.95, lid: satin }),
  px52: (): Part[] =>
    particleBox({ size: 3.7, depth: 2.9, height: 0.85, shell: white, slots: 5, fanRadius: 0.68, lid: grey }),
  px53: (): Part[] =>
    particleBox({
      size: 4.6,
      depth: 3.9,
      height: 1.45,
      shell: satin,
      slots: 7,
      fanRadius: 1.05,
      lid: steel,
      guard: true,
    }),
  px54: (): Part[] => [
    ...particleBox({
      size: 3.9,
      depth: 3.9,
      height: 1.5,
      shell: slate,
      slots: 0,
      fanRadius: 0.85,
      lid: green,
      guard: true,
    }),
    part(
      at(
        turn(
          lathe(
            [
              [0, 0],
              [0.3, 0],
              [0.3, 0.35],
              [0.26, 0.4],
              [0.32, 0.52],
              [0.24, 0.68],
              [0.32, 0.72],
              [0.22, 1],
              [0.14, 1],
              [0.14, 0.3],
              [0, 0.3],
            ],
            0.01,
          ),
          'x',
          90,
        ),
        0.75,
        -1.8,
        0.78,
      ),
      orange,
    ),
  ],
  sensor: (): Part[] =>
    particleBox({ size: 2.6, depth: 2.6, height: 0.75, shell: anthracite, slots: 5, fanRadius: 0.6, lid: satin }),
};
