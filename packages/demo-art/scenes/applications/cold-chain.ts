import { anthracite, glass, green, satin, water, white } from '../../materials.ts';
import { lamp, shot, tint } from '../../model.ts';
import { at, cut, cylinder, lathe, slab, sphere, turn } from '../../solid.ts';
import { hex } from '../../colour.ts';
import { hash } from '../../noise.ts';
import { type Material, type Part, part, place } from '../../parts.ts';
import type { Shot } from '../../shot.ts';
import { cold, ice } from './lights.ts';

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

export function coldChain(): Shot {
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
