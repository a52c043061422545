import { softbox } from '../../materials.ts';
import { opening } from '../../model.ts';
import type { Light } from '../../shot.ts';

export const day: Light = {
  ...softbox,
  key: [-0.62, -0.42, 0.75],
  keyColour: [0.95, 0.92, 0.87],
  sky: [0.46, 0.475, 0.48],
  softness: 0.12,
};
export const windows = (
  count: number,
  x: number,
  width: number,
  z: number,
  height: number,
): ReturnType<typeof opening>[] =>
  Array.from({ length: count }, (_, i) =>
    opening(x + (i - (count - 1) / 2) * (width + 0.25), 3.6, z, width, 3, height),
  );
