// Family HX4: digital humidity and temperature chips, a few tenths of a millimetre tall.

import { at, block, cut, cylinder, lathe, slab, turn } from './solid.ts';
import { hex } from './colour.ts';
import { hash } from './noise.ts';
import { type Material, type Part, part, place } from './parts.ts';
import {
  anthracite,
  black,
  darkBoard,
  electrodes,
  gold,
  greenBoard,
  hole,
  membrane,
  satin,
  steel,
  white,
} from './materials.ts';

/** Laser marking without text: an orientation dot and a data matrix. */
function marked(base: Material, x0: number, y0: number, size: number): Material {
  const mark = hex('#8b9492');
  return {
    ...base,
    pattern: (x, y, z) => {
      if (z < 0.3) return undefined;
      const [u, v] = [Math.floor(((x - x0) / size) * 8), Math.floor(((y - y0) / size) * 8)];
      if (u < 0 || v < 0 || u > 7 || v > 7) return undefined;
      const on = u === 0 || v === 0 || (u === 7 && v % 2 === 0) || (v === 7 && u % 2 === 0) || hash(u, v, 11) > 0.55;
      return on ? { colour: mark } : undefined;
    },
  };
}

type ChipOptions = {
  readonly width: number;
  readonly depth: number;
  readonly height: number;
  readonly pads: number;
  readonly opening: 'round' | 'square' | 'slot' | 'filter' | 'cap';
  readonly body?: Material;
};

function chip({ width, depth, height, pads, opening, body = black }: ChipOptions): Part[] {
  const parts: Part[] = [];
  const side = Math.min(width, depth);
  const well = side * 0.27;
  const tool =
    opening === 'round'
      ? lathe(
          [
            [0, -0.28],
            [well * 0.72, -0.28],
            [well, 0.1],
            [0, 0.1],
          ],
          0,
        )
      : opening === 'square'
        ? at(slab(well * 2, well * 2, 0.6, 0.12), 0, 0, -0.3)
        : opening === 'slot'
          ? at(slab(well * 2.3, well * 0.9, 0.6, well * 0.44), 0, 0, -0.3)
          : at(slab(side * 0.72, side * 0.72, 0.2, 0.14), 0, 0, -0.07);
  parts.push(
    part(
      cut(at(slab(width, depth, height, 0.1, 0.035), 0, 0, 0.05), at(tool, 0, 0, height + 0.05)),
      marked(body, width * 0.29, -depth * 0.42, side * 0.13),
    ),
  );
  if (opening === 'filter') {
    parts.push(part(at(slab(side * 0.7, side * 0.7, 0.09, 0.13, 0.03), 0, 0, height - 0.02), membrane));
  } else if (opening === 'cap') {
    const holes = [-1, 0, 1].flatMap((i) => [-1, 0, 1].map((j) => at(cylinder(0.07, 0.6), i * 0.3, j * 0.3, -0.1)));
    parts.push(part(at(cut(slab(side * 0.74, side * 0.74, 0.2, 0.1, 0.04), ...holes), 0, 0, height), satin));
    parts.push(part(at(block(side * 0.5, side * 0.5, 0.02), 0, 0, height + 0.02), hole));
  } else {
    parts.push(part(at(block(well * 2.3, well * 2, 0.03), 0, 0, height - 0.205), electrodes));
  }
  parts.push(
    part(at(cylinder(side * 0.03, 0.012), -width * 0.4, depth * 0.4, height + 0.045), {
      ...steel,
      colour: hex('#9aa3a1'),
      metal: 0,
      rough: 0.6,
    }),
  );
  const count = pads / 2;
  for (let i = 0; i < count; i++) {
    const x = (i - (count - 1) / 2) * (width / count) * 0.86;
    for (const y of [-1, 1])
      parts.push(part(at(slab((width / count) * 0.44, 0.2, 0.2, 0.04, 0.02), x, y * (depth / 2 - 0.065), 0), gold));
  }
  return parts;
}

/** The underside, pads up, for designers of boards. */
function underside(width: number, depth: number, height: number, pads: number, body: Material = black): Part[] {
  const parts: Part[] = [part(slab(width, depth, height, 0.1, 0.035), body)];
  const count = pads / 2;
  for (let i = 0; i < count; i++) {
    const x = (i - (count - 1) / 2) * (width / count) * 0.86;
    for (const y of [-1, 1])
      parts.push(
        part(at(slab((width / count) * 0.44, 0.36, 0.03, 0.05, 0.01), x, y * (depth / 2 - 0.17), height - 0.012), gold),
      );
  }
  parts.push(part(at(slab(width * 0.46, depth * 0.42, 0.03, 0.05, 0.01), 0, 0, height - 0.012), gold));
  return parts;
}

const pins = (count: number, pitch: number): Part[] =>
  Array.from({ length: count }, (_, i) =>
    part(at(turn(block(0.1, 0.1, 1.15, 0.02), 'x', 90), (i - (count - 1) / 2) * pitch, 0, 0.12), gold),
  );

/** Sensor on a small board with a row of gold pins. */
function pinModule(): Part[] {
  return [
    part(
      cut(
        slab(2.2, 2.9, 0.16, 0.1, 0.015),
        at(slab(0.12, 1.1, 1, 0.06), -0.72, 0.75, -0.2),
        at(slab(0.12, 1.1, 1, 0.06), 0.72, 0.75, -0.2),
      ),
      greenBoard(4),
    ),
    ...place(chip({ width: 1.1, depth: 1.1, height: 0.42, pads: 4, opening: 'filter' }), [0, 0.72, 0.14]),
    ...[-0.5, 0, 0.5].map((x) =>
      part(
        at(block(0.22, 0.14, 0.12, 0.02), x, -0.2, 0.16),
        x === 0 ? anthracite : { ...steel, colour: hex('#b9a27c') },
      ),
    ),
    part(at(slab(2.0, 0.34, 0.3, 0.03), 0, -1.02, 0.14), black),
    ...place(pins(4, 0.48), [0, -1.1, 0.16]),
  ];
}

export const hx = {
  hx41: (): Part[] => [
    ...place(chip({ width: 2.3, depth: 2.3, height: 0.78, pads: 4, opening: 'round' }), [-0.75, -0.35, 0], ['z', -4]),
    ...place(underside(2.3, 2.3, 0.78, 4), [1.75, 1.25, 0], ['z', 22]),
  ],
  hx42: (): Part[] => [
    ...place(chip({ width: 2.3, depth: 2.3, height: 0.78, pads: 4, opening: 'filter' }), [-0.75, -0.35, 0], ['z', -4]),
    ...place(underside(2.3, 2.3, 0.78, 4), [1.75, 1.25, 0], ['z', 22]),
  ],
  hx43: (): Part[] => [
    ...place(
      chip({ width: 2.9, depth: 2.5, height: 0.8, pads: 8, opening: 'cap', body: anthracite }),
      [-0.65, -0.3, 0],
      ['z', -4],
    ),
    ...place(underside(2.9, 2.5, 0.8, 8, anthracite), [2.1, 1.45, 0], ['z', 24]),
  ],
  hx44: (): Part[] => [
    ...place(pinModule(), [-0.6, 0.1, 0.02], ['z', -8]),
    ...place(pinModule(), [2.2, 1.3, 0.02], ['z', 24]),
  ],
  single: (opening: ChipOptions['opening']): Part[] =>
    chip({ width: 2.3, depth: 2.3, height: 0.78, pads: opening === 'cap' ? 8 : 4, opening }),
  pins: pinModule,
  white: (): Part[] => chip({ width: 2.3, depth: 2.3, height: 0.7, pads: 6, opening: 'slot', body: white }),
  darkModule: (): Part[] => [
    part(slab(3, 3, 0.14, 0.1, 0.015), darkBoard(9)),
    ...place(chip({ width: 1.5, depth: 1.5, height: 0.5, pads: 4, opening: 'round' }), [0, 0, 0.12]),
  ],
};
