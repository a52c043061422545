// The parts of a picture: solids and their materials.

import { type Axis, type Solid, type Vec, at, rotate, turn } from './solid.ts';

export type Surface = {
  readonly colour: Vec;
  readonly rough: number;
  readonly metal: number;
  /** 1 is opaque; less lets what is behind shine through, tinted by the colour. */
  readonly opacity?: number;
  readonly glow?: number;
};

export type Material = Surface & {
  /** Changes the surface by place, in the coordinates the part was made in. */
  readonly pattern?: (x: number, y: number, z: number) => Partial<Surface> | undefined;
  /** Height of a fine grain that breaks up the light, as on moulded plastic. */
  readonly grain?: number;
};

export type Part = { readonly solid: Solid; readonly material: Material };

export function part(solid: Solid, material: Material): Part {
  return { solid, material };
}

export function place(parts: readonly Part[], [x, y, z]: Vec, ...turns: readonly (readonly [Axis, number])[]): Part[] {
  return parts.map(({ solid, material }) => {
    const turned = turns.reduce((s, [axis, degrees]) => turn(s, axis, degrees), solid);
    const { pattern } = material;
    return {
      solid: at(turned, x, y, z),
      material: pattern
        ? {
            ...material,
            pattern: (px, py, pz) =>
              pattern(
                ...turns.reduceRight<Vec>((p, [axis, degrees]) => rotate(p, axis, -degrees), [px - x, py - y, pz - z]),
              ),
          }
        : material,
    };
  });
}

/** Scales a group; everything is built at a size that is easy to think in. */
export function scale(parts: readonly Part[], factor: number): Part[] {
  return parts.map(({ solid, material }) => {
    const { pattern } = material;
    const grow = (v: Vec): Vec => [v[0] * factor, v[1] * factor, v[2] * factor];
    return {
      solid: {
        distance: (x, y, z) => solid.distance(x / factor, y / factor, z / factor) * factor,
        lo: grow(solid.lo),
        hi: grow(solid.hi),
      },
      material: pattern ? { ...material, pattern: (x, y, z) => pattern(x / factor, y / factor, z / factor) } : material,
    };
  });
}
