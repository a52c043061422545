import { grey, sun } from '../../materials.ts';
import { at, block } from '../../solid.ts';
import { hex } from '../../colour.ts';
import { hash } from '../../noise.ts';
import { type Part, part, place } from '../../parts.ts';
import type { Backdrop, Light } from '../../shot.ts';
import { facade } from './facade.ts';

export const evening: Light = {
  ...sun,
  key: [-0.8, 0.25, 0.34],
  keyColour: [1.15, 0.8, 0.55],
  sky: [0.36, 0.42, 0.5],
  bounce: [0.22, 0.22, 0.24],
  rimColour: [0.16, 0.12, 0.1],
  softness: 0.07,
};

type CityOptions = {
  readonly seed: number;
  readonly width: number;
  readonly depth: number;
  readonly low: number;
  readonly high: number;
  readonly pitch?: number;
  readonly colours: readonly string[];
  readonly lit: number;
  readonly keepOut?: (x: number, y: number) => boolean;
};

export function city({ seed, width, depth, low, high, pitch = 1.25, colours, lit, keepOut }: CityOptions): Part[] {
  const parts: Part[] = [];
  for (let i = 0; i < width / pitch; i++) {
    for (let j = 0; j < depth / pitch; j++) {
      const [x, y] = [(i + 0.5) * pitch - width / 2, (j + 0.5) * pitch - depth / 2];
      if (keepOut?.(x, y) || hash(i, j, seed) < 0.08) continue;
      const h = low + (high - low) * hash(i, j, seed + 1) ** 2.4;
      const [w, d] = [pitch * (0.55 + 0.3 * hash(j, i, seed)), pitch * (0.55 + 0.3 * hash(i + 5, j, seed))];
      const skin = facade(
        colours[Math.floor(hash(i, j, seed + 2) * colours.length)] ?? '#dfe4e2',
        seed + i * 7 + j,
        lit,
      );
      parts.push(...place([part(block(w, d, h, 0.01), skin)], [x, y, 0]));
      if (hash(i, j, seed + 4) > 0.5) parts.push(part(at(block(w * 0.5, d * 0.5, 0.14), x, y, h), grey));
    }
  }
  return parts;
}

export const pale = ['#e4e8e6', '#d3dbd8', '#c3cdca', '#eef0ee'];
export const dusk = ['#7f8f98', '#697a84', '#93a0a6', '#59686f'];
export const haze = (colour: string, edge: string, from: number, to: number, gloss = 0.25): Backdrop => ({
  centre: hex(colour),
  edge: hex(edge),
  gloss,
  spot: [0.4, 0.32],
  fog: { from, to, colour: hex(colour) },
});
