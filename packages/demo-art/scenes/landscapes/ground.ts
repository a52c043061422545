import { conifer, tint } from '../../model.ts';
import { type Point, at, lathe } from '../../solid.ts';
import { hex } from '../../colour.ts';
import { hash } from '../../noise.ts';
import { type Part, part, place } from '../../parts.ts';

export const meadow = (colour: string): Part['material'] => {
  const [r, g, b] = hex(colour);
  return {
    ...tint(colour, 0.95),
    pattern: (x, y) => {
      const t = 0.94 + 0.08 * Math.sin(x * 0.8 + Math.sin(y * 0.9) * 1.7);
      return { colour: [r * t, g * t, b * t] };
    },
  };
};
export const hill = (x: number, y: number, radius: number, height: number, colour: string): Part =>
  part(
    at(
      lathe(
        [
          [0, 0],
          ...Array.from({ length: 13 }, (_, i): Point => {
            const t = 1 - i / 12;
            return [radius * t, height * Math.cos((t * Math.PI) / 2) ** 1.4];
          }),
        ],
        0.02,
      ),
      x,
      y,
      0,
    ),
    meadow(colour),
  );
export const wooded = (x: number, y: number, radius: number, height: number, count: number, seed: number): Part[] =>
  Array.from({ length: count }, (_, i) => {
    const [a, t] = [hash(i, seed) * 6.283, 0.2 + 0.75 * hash(seed, i)];
    return place(conifer(0.8 + 0.6 * hash(i, i, seed), ['#3f7d61', '#2f6a51', '#56937a'][i % 3]), [
      x + radius * t * Math.cos(a),
      y + radius * t * Math.sin(a),
      height * Math.cos((t * Math.PI) / 2) ** 1.4 - 0.1,
    ]);
  }).flat();
