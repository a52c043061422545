// Position and view of the camera.

import type { Part } from './parts.ts';
import type { Camera } from './shot.ts';
import { type Vec, vec } from './solid.ts';

type Aim = { right: Vec; back: Vec; up: Vec; lens: number };

/** The directions of the picture in the room, and how wide the lens is. */
export function aim({ azimuth, elevation, angle }: Camera): Aim {
  const a = (azimuth * Math.PI) / 180;
  const e = (elevation * Math.PI) / 180;
  return {
    right: [Math.cos(a), Math.sin(a), 0],
    back: [Math.cos(e) * Math.sin(a), -Math.cos(e) * Math.cos(a), Math.sin(e)],
    up: [-Math.sin(e) * Math.sin(a), Math.sin(e) * Math.cos(a), Math.cos(e)],
    lens: Math.tan((angle * Math.PI) / 360),
  };
}

/** Aims and moves the camera so that the parts fill the given share of the picture. */
export function frame(parts: readonly Part[], camera: Camera, aspect: number, fill: readonly [number, number]): Camera {
  const { right, back, up, lens } = aim(camera);
  let { target, distance } = camera;
  for (let round = 0; round < 6; round++) {
    let [left, rightmost, low, high] = [Infinity, -Infinity, Infinity, -Infinity];
    for (const {
      solid: { lo, hi },
    } of parts) {
      for (let i = 0; i < 8; i++) {
        const p = [
          (i & 1 ? hi[0] : lo[0]) - target[0],
          (i & 2 ? hi[1] : lo[1]) - target[1],
          (i & 4 ? hi[2] : lo[2]) - target[2],
        ] as const;
        const along = (axis: Vec): number => p[0] * axis[0] + p[1] * axis[1] + p[2] * axis[2];
        const depth = distance - along(back);
        const [u, v] = [along(right) / depth / lens / aspect, along(up) / depth / lens];
        left = Math.min(left, u);
        rightmost = Math.max(rightmost, u);
        low = Math.min(low, v);
        high = Math.max(high, v);
      }
    }
    const [du, dv] = [((left + rightmost) / 2) * lens * aspect * distance, ((low + high) / 2) * lens * distance];
    target = vec((k) => (target[k] ?? 0) + (right[k] ?? 0) * du + (up[k] ?? 0) * dv);
    distance *= Math.max((rightmost - left) / 2 / fill[0], (high - low) / 2 / fill[1]);
  }
  return { ...camera, target, distance };
}
