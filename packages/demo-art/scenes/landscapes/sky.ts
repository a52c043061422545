import { sun } from '../../materials.ts';
import { hex } from '../../colour.ts';
import type { Backdrop, Light } from '../../shot.ts';

export const clear: Light = { ...sun, key: [-0.7, -0.42, 0.5], softness: 0.06 };
export const dawn: Light = {
  ...sun,
  key: [-0.75, 0.1, 0.32],
  keyColour: [1.2, 0.88, 0.62],
  sky: [0.42, 0.45, 0.52],
  bounce: [0.26, 0.25, 0.27],
};
export const sky = (
  colour: string,
  edge: string,
  from: number,
  to: number,
  water = 0.7,
  spot: readonly [number, number] = [0.4, 0.36],
): Backdrop => ({
  centre: hex(colour),
  edge: hex(edge),
  gloss: water,
  spot,
  fog: { from, to, colour: hex(colour) },
  ground: () => [0.62, 0.76, 0.82],
});
