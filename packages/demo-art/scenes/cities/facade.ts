import { tint } from '../../model.ts';
import { hex } from '../../colour.ts';
import { hash } from '../../noise.ts';
import type { Material } from '../../parts.ts';

/** A facade with storeys; after dark some windows are lit. */
export function facade(colour: string, seed: number, lit: number, storey = 0.16, bay = 0.13): Material {
  const [r, g, b] = hex(colour);
  return {
    ...tint(colour, 0.45),
    pattern: (x, y, z) => {
      const [u, v, w] = [
        x / bay - Math.floor(x / bay),
        y / bay - Math.floor(y / bay),
        z / storey - Math.floor(z / storey),
      ];
      if (w < 0.32 || u < 0.22 || v < 0.22 || z < 0.12) return undefined;
      const on = hash(Math.floor(x / bay) + Math.floor(y / bay) * 31, Math.floor(z / storey), seed) < lit;
      return on ? { colour: hex('#ffd79a'), glow: 0.75 } : { colour: [r * 0.62, g * 0.68, b * 0.72], rough: 0.15 };
    },
  };
}
