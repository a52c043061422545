// Small sums that light and colour are made of.

import type { Vec } from './solid.ts';

export const normalise = ([x, y, z]: Vec): Vec => {
  const l = Math.hypot(x, y, z);
  return [x / l, y / l, z / l];
};
export const clamp = (v: number): number => (v < 0 ? 0 : v > 1 ? 1 : v);
export const smooth = (a: number, b: number, v: number): number => {
  const t = clamp((v - a) / (b - a));
  return t * t * (3 - 2 * t);
};
export const mix = (a: Vec, b: Vec, t: number): Vec => [
  a[0] + (b[0] - a[0]) * t,
  a[1] + (b[1] - a[1]) * t,
  a[2] + (b[2] - a[2]) * t,
];
