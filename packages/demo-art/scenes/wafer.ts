import { at, cut, cylinder, vec } from '../solid.ts';
import { hex } from '../colour.ts';
import { hash } from '../noise.ts';
import { type Material, type Part, part } from '../parts.ts';

/** A processed wafer: dies in a grid, each catching the light a little differently. */
export function wafer(radius: number, pitch: number): Part[] {
  const face: Material = {
    colour: hex('#8fa7ae'),
    rough: 0.16,
    metal: 1,
    pattern: (x, y) => {
      const [i, j] = [Math.floor(x / pitch), Math.floor(y / pitch)];
      const [u, v] = [x / pitch - i, y / pitch - j];
      const far = Math.hypot((Math.abs(i + 0.5) + 0.5) * pitch, (Math.abs(j + 0.5) + 0.5) * pitch);
      if (far > radius * 0.97) return undefined;
      if (u < 0.07 || v < 0.07) return { colour: hex('#46565b'), rough: 0.3 };
      const shift = 0.5 + 0.5 * Math.sin(x * 0.55 + y * 0.8 + hash(i, j) * 0.5);
      const a = hex('#2f9c83');
      const b = hex('#8e7fb0');
      const c = vec((k) => (a[k] ?? 0) + ((b[k] ?? 0) - (a[k] ?? 0)) * shift);
      if (u > 0.35 && u < 0.75 && v > 0.35 && v < 0.75) return { colour: hex('#d8b97a'), rough: 0.25 };
      return u > 0.2 && u < 0.9 && v > 0.2 && v < 0.9 && Math.floor(u * 20) % 2 === 0
        ? { colour: [c[0] * 0.8, c[1] * 0.8, c[2] * 0.8], rough: 0.2 }
        : { colour: c, rough: 0.18 };
    },
  };
  return [part(cut(cylinder(radius, 0.06, 0.02), at(cylinder(0.1, 1), 0, -radius, -0.5)), face)];
}
