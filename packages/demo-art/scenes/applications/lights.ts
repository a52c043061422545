import { softbox, sun } from '../../materials.ts';
import { hex } from '../../colour.ts';
import type { Backdrop, Light } from '../../shot.ts';

export const morning: Light = {
  ...sun,
  key: [-0.86, 0.06, 0.5],
  keyColour: [1.25, 1.1, 0.9],
  sky: [0.66, 0.66, 0.66],
  bounce: [0.56, 0.54, 0.51],
  softness: 0.035,
};
export const wallLight: Light = { ...softbox, key: [-0.5, -0.62, 0.7], keyColour: [0.9, 0.89, 0.87], softness: 0.26 };
export const cold: Light = {
  ...softbox,
  keyColour: [0.8, 0.87, 0.92],
  sky: [0.42, 0.48, 0.53],
  bounce: [0.25, 0.29, 0.32],
};
export const ice: Backdrop = { centre: hex('#eef5f8'), edge: hex('#bed0d8'), gloss: 0.45 };
