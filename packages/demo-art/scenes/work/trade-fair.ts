import { mx } from '../../gas-flow.ts';
import { cx, px } from '../../gas-modules.ts';
import { anthracite, black, lightGround, white } from '../../materials.ts';
import { display, figure, lamp, shot, tint } from '../../model.ts';
import { at, block, cylinder, slab } from '../../solid.ts';
import { hex } from '../../colour.ts';
import { hash } from '../../noise.ts';
import { type Part, part, place, scale } from '../../parts.ts';
import type { Shot } from '../../shot.ts';
import { day } from './daylight.ts';
import { people } from './people.ts';

const crowd = (count: number, seed: number, width: number, depth: number): Part[] =>
  Array.from({ length: count }, (_, i) => {
    const who =
      [
        people.dia,
        people.eli,
        people.fay,
        people.gus,
        { ...people.ben, coat: undefined },
        { ...people.cho, coat: undefined },
      ][Math.floor(hash(i, seed) * 6)] ?? people.eli;
    const { coat: _coat, ...plain } = { coat: undefined, ...who };
    return place(
      figure({ ...plain, pose: hash(seed, i) > 0.5 ? 'stand' : 'walk' }),
      [(hash(i, seed, 1) - 0.5) * width, (hash(i, seed, 2) - 0.5) * depth, 0],
      ['z', hash(i, 9, seed) * 360],
    );
  }).flat();

const booth = (colour: string, seed: number): Part[] => [
  part(at(block(3.4, 3, 0.08, 0.02), 0, 0, 0), white),
  part(at(block(3.4, 0.14, 2.6, 0.02), 0, 1.43, 0), tint(colour)),
  part(at(block(0.14, 1.6, 2.6, 0.02), -1.63, 0.7, 0), tint(colour)),
  ...place(display(1.3, 0.8, seed), [0.2, 1.3, 1.3]),
  part(at(slab(1.1, 0.5, 1.0, 0.06, 0.03), 0.6, -0.6, 0.08), white),
  part(at(slab(1.14, 0.54, 0.06, 0.06, 0.02), 0.6, -0.6, 1.06), anthracite),
  ...place(scale([px.px51, cx.cx21, mx.mx72][seed % 3]?.() ?? [], 0.1), [0.6, -0.6, 1.12]),
  part(at(block(3.4, 3, 0.1, 0.02), 0, 0, 3.3), white),
  ...[-1, 1].map((s) => part(at(cylinder(0.02, 1.8), s * 1.3, 0, 3.4), black)),
  part(at(block(2.6, 0.1, 0.08), 0, -1.2, 3.24), lamp('#f6fff9', 0.6)),
];

export function tradeFair(): Shot {
  return shot(
    [
      ...[-6.2, -2.1, 2.1, 6.2].flatMap((x, i) =>
        place(booth(['#007a53', '#343c40', '#e2590b', '#8fb5a8'][i] ?? '#007a53', i + 1), [x, 3.2, 0]),
      ),
      ...[-6.2, -2.1, 2.1, 6.2].flatMap((x, i) =>
        place(booth(['#b9c9c2', '#1f8f6a', '#c9d2cf', '#343c40'][i] ?? '#007a53', i + 5), [x, 9.2, 0]),
      ),
      ...place(crowd(26, 3, 15, 3.0), [0, -0.6, 0]),
      ...place(crowd(14, 6, 15, 1.6), [0, 6.3, 0]),
      ...Array.from({ length: 6 }, (_, i) => part(at(block(26, 0.16, 0.5, 0.02), 0, -2 + i * 3.6, 5.4), white)),
      ...Array.from({ length: 8 }, (_, i) => part(at(block(0.16, 22, 0.3, 0.02), (i - 3.5) * 3.2, 7, 5.7), white)),
      part(at(block(40, 0.2, 12), 0, 16, -1), tint('#e3ebe8')),
    ],
    { azimuth: 16, elevation: 16, distance: 24, target: [0, 2.4, 1.9], angle: 22 },
    {
      light: { ...day, softness: 0.3 },
      backdrop: { ...lightGround, gloss: 0.45, fog: { from: 24, to: 46, colour: hex('#eef3f1') } },
    },
  );
}
