import { hx } from '../../chip.ts';
import { anthracite, darkMetal, night } from '../../materials.ts';
import { lamp, shot, tint } from '../../model.ts';
import { at, block } from '../../solid.ts';
import { hex } from '../../colour.ts';
import { hash } from '../../noise.ts';
import { type Material, type Part, part, place, scale } from '../../parts.ts';
import type { Shot } from '../../shot.ts';

export function dataCenter(): Shot {
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
