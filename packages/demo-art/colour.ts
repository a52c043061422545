// Colours as light adds them up, and as a picture shows them.

import { type Vec, vec } from './solid.ts';

export function hex(code: string): Vec {
  const channel = (from: number): number => {
    const v = Number.parseInt(code.slice(from, from + 2), 16) / 255;
    return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
  };
  return [channel(1), channel(3), channel(5)];
}

/** The backdrop is given as it shall appear, so it is raised to compensate for the tone curve. */
export const lift = (c: Vec): Vec =>
  vec((k) => (c[k] < 0.6 ? c[k] : 0.6 - 0.4 * Math.log(1 - (Math.min(c[k], 0.985) - 0.6) / 0.4)));

/** The tone curve: highlights roll off as on photographic film. */
export const tone = (v: number): number => {
  const x = v < 0.6 ? v : 0.6 + 0.4 * (1 - Math.exp(-(v - 0.6) / 0.4));
  return x <= 0.0031308 ? 12.92 * x : 1.055 * x ** (1 / 2.4) - 0.055;
};
