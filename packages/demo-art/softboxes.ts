// The lamps of the studio, as a reflecting surface sees them.

import { smooth } from './blend.ts';
import type { Light } from './shot.ts';

/** The studio as a reflecting surface sees it: a large softbox above, a strip at the left, dark flags between. */
export function reflectStudio(light: Light, x: number, y: number, z: number, rough: number): number {
  const soft = 0.08 + rough * 0.8;
  const floor = light.dark ? 0.05 : 0.55;
  const horizon = light.dark ? 0.1 : 0.3;
  const base =
    z < 0
      ? floor + (horizon - floor) * smooth(-0.6 - soft, 0, z)
      : horizon + (light.dark ? 0.1 : 0.3) * smooth(0, 1 + soft, z);
  // Panels are never evenly lit; the falloff keeps flat faces from looking painted.
  const overhead =
    smooth(0.42 - soft, 0.42 + soft, z) *
    smooth(-0.75 - soft, -0.75 + soft, -Math.abs(x + 0.1)) *
    (0.55 + 0.75 * smooth(0.7, -0.6, x + y * 0.6));
  const strip = smooth(0.2 + soft, 0.2 - soft, Math.abs(z - 0.35)) * smooth(0.55 - soft, 0.55 + soft, -x);
  const edge =
    smooth(0.1 + soft, 0.1 - soft, Math.abs(z - 0.25)) * smooth(0.6 - soft, 0.6 + soft, x) * smooth(-0.1, 0.5, y);
  const blur = 1 / (1 + rough * 1.2);
  return base + (overhead * 1.25 + strip * 1.1 + edge * 0.7) * blur * light.box;
}
