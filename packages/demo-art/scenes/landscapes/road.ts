import type { Shot } from '../../shot.ts';
import { bend, river } from './river.ts';
import { clear, sky } from './sky.ts';

/** The river's valley with a road in it, seen from behind a wheel. */
export function road(): Shot {
  const valley = river();
  return {
    ...valley,
    // The river's gauge and bridge would be in the way here.
    parts: valley.parts.filter(({ solid: { lo, hi } }) => {
      const gauge = lo[1] > -2.2 && hi[1] < -0.9 && lo[0] > -3.6 && hi[0] < -1;
      const bridge = lo[1] > 10.4 && hi[1] < 11.6 && hi[2] < 1.4;
      return !gauge && !bridge;
    }),
    camera: { ...valley.camera, azimuth: -14, elevation: 7, distance: 15, target: [1.7, 3, 1.5] },
    light: { ...clear, keyColour: [1.12, 0.94, 0.72] },
    backdrop: {
      ...sky('#fbeedb', '#b7d0d8', 20, 66, 0.06, [0.62, 0.36]),
      ground: (x, y) =>
        Math.abs(x - bend(y)) < 0.05 && y - Math.floor(y / 1.6) * 1.6 < 0.9 ? [0.9, 0.9, 0.9] : [0.4, 0.41, 0.43],
    },
  };
}
