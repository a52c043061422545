// Turns measured light into a picture.

import { clamp } from './blend.ts';
import { tone } from './colour.ts';
import { hash } from './noise.ts';
import type { Part } from './parts.ts';
import type { Vec } from './solid.ts';

export type Plate = {
  readonly width: number;
  readonly height: number;
  readonly rgb: Uint8Array;
  readonly glow?: Uint8Array;
};

/** The color at a position of the picture, from 0 to 1 in both directions. */
type Look = (u: number, v: number) => { colour: Vec; part: Part | undefined; glow: number };

/** Takes a sample for each point of the picture, and more where there are edges. */
export function develop(width: number, height: number, look: Look): Plate {
  const size = width * height;
  const colour = new Float32Array(size * 3);
  const glow = new Float32Array(size);
  const seen: (Part | undefined)[] = Array.from({ length: size });
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const { colour: c, part: p, glow: g } = look((x + 0.5) / width, (y + 0.5) / height);
      colour[i * 3] = tone(c[0]);
      colour[i * 3 + 1] = tone(c[1]);
      colour[i * 3 + 2] = tone(c[2]);
      glow[i] = g;
      seen[i] = p;
    }
  }

  // Edges get more samples; the calm surfaces between them need none.
  const rgb = new Uint8Array(size * 3);
  const offsets = [
    [-0.375, -0.125],
    [0.125, -0.375],
    [0.375, 0.125],
    [-0.125, 0.375],
    [0, 0.02],
  ] as const;
  const luma = (i: number): number =>
    (colour[i * 3] ?? 0) * 0.3 + (colour[i * 3 + 1] ?? 0) * 0.6 + (colour[i * 3 + 2] ?? 0) * 0.1;
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      let [r, g, b] = [colour[i * 3] ?? 0, colour[i * 3 + 1] ?? 0, colour[i * 3 + 2] ?? 0];
      const here = luma(i);
      const rough = [
        x > 0 ? i - 1 : i,
        x < width - 1 ? i + 1 : i,
        y > 0 ? i - width : i,
        y < height - 1 ? i + width : i,
      ].some((j) => seen[j] !== seen[i] || Math.abs(luma(j) - here) > 0.035);
      if (rough) {
        [r, g, b] = [0, 0, 0];
        for (const [ox, oy] of offsets) {
          const c = look((x + 0.5 + ox) / width, (y + 0.5 + oy) / height).colour;
          r += tone(c[0]) / offsets.length;
          g += tone(c[1]) / offsets.length;
          b += tone(c[2]) / offsets.length;
        }
      }
      const dither = hash(x, y) - hash(x + 91, y + 17);
      rgb[i * 3] = Math.round(clamp(r) * 255 + dither * 0.7);
      rgb[i * 3 + 1] = Math.round(clamp(g) * 255 + dither * 0.7);
      rgb[i * 3 + 2] = Math.round(clamp(b) * 255 + dither * 0.7);
    }
  }
  if (!glow.some((v) => v > 0)) return { width, height, rgb };
  const halo = new Uint8Array(size * 3);
  for (let i = 0; i < size; i++) {
    const strength = Math.min(glow[i] ?? 0, 1.5);
    for (const k of [0, 1, 2]) halo[i * 3 + k] = Math.min(255, (rgb[i * 3 + k] ?? 0) * strength);
  }
  return { width, height, rgb, glow: halo };
}
