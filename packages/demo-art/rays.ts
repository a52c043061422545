// Ray marching: the hit of a ray, the light at a point, and the normal of a face.

import { normalise } from './blend.ts';
import { hash } from './noise.ts';
import type { Part } from './parts.ts';
import type { Solid, Vec } from './solid.ts';

/** One flat shape for every part: these numbers are read hundreds of times for every pixel. */
type Target = {
  readonly lx: number;
  readonly ly: number;
  readonly lz: number;
  readonly hx: number;
  readonly hy: number;
  readonly hz: number;
  readonly distance: Solid['distance'];
  readonly part: Part;
};

const target = (p: Part): Target => {
  const { lo, hi, distance } = p.solid;
  return { lx: lo[0], ly: lo[1], lz: lo[2], hx: hi[0], hy: hi[1], hz: hi[2], distance, part: p };
};

type Hit = { readonly t: number; readonly part: Part | undefined };

export type Rays = {
  /** The first part that a ray meets, and how far away; `far` when there is none. */
  march: (origin: Vec, direction: Vec, far: number, skip: Part | undefined) => Hit;
  /** How much of the key light reaches a place, from 0 to 1. */
  shadow: (x: number, y: number, z: number) => number;
  /** How open a place is, from 0 to 1, as far as the reach. */
  occlusion: (x: number, y: number, z: number, nx: number, ny: number, nz: number, reach: number) => number;
  /** The direction in which a face looks, unsteady by its grain. */
  normal: (solid: Solid, x: number, y: number, z: number, grain: number) => Vec;
};

/** Rays among parts. The key light comes from `key`, from a panel of this softness; `eps` is as near as touching. */
export function makeRays(parts: readonly Part[], key: Vec, softness: number, eps: number): Rays {
  const targets = parts.map(target);
  const casting = targets.filter((t) => (t.part.material.opacity ?? 1) > 0.6);

  function march(o: Vec, d: Vec, far: number, skip: Part | undefined): Hit {
    let best = far;
    let hit: Part | undefined;
    const [ox, oy, oz] = o;
    const [dx, dy, dz] = d;
    const [ix, iy, iz] = [1 / dx, 1 / dy, 1 / dz];
    for (const it of targets) {
      const ax = (it.lx - ox) * ix;
      const bx = (it.hx - ox) * ix;
      let near = ax < bx ? ax : bx;
      let end = ax < bx ? bx : ax;
      const ay = (it.ly - oy) * iy;
      const by = (it.hy - oy) * iy;
      if (ay < by) {
        if (ay > near) near = ay;
        if (by < end) end = by;
      } else {
        if (by > near) near = by;
        if (ay < end) end = ay;
      }
      const az = (it.lz - oz) * iz;
      const bz = (it.hz - oz) * iz;
      if (az < bz) {
        if (az > near) near = az;
        if (bz < end) end = bz;
      } else {
        if (bz > near) near = bz;
        if (az < end) end = az;
      }
      if (near < 0) near = 0;
      if (best < end) end = best;
      if (near >= end) continue;
      if (it.part === skip) continue;
      const { distance } = it;
      let t = near;
      for (let i = 0; i < 96 && t < end + eps; i++) {
        const r = distance(ox + dx * t, oy + dy * t, oz + dz * t);
        if (r < eps) {
          if (t < best) {
            best = t;
            hit = it.part;
          }
          break;
        }
        t += r;
      }
    }
    return { t: best, part: hit };
  }

  function shadow(px: number, py: number, pz: number): number {
    let open = 1;
    const w = softness;
    const [kx, ky, kz] = key;
    const [ix, iy, iz] = [1 / kx, 1 / ky, 1 / kz];
    for (const it of casting) {
      const [lx, ly, lz] = [it.lx - px, it.ly - py, it.lz - pz];
      const [hx, hy, hz] = [it.hx - px, it.hy - py, it.hz - pz];
      const tc = ((lx + hx) * kx + (ly + hy) * ky + (lz + hz) * kz) / 2;
      const e = w * (tc > 0 ? tc : 0) + 0.01;
      const ax = (lx - e) * ix;
      const bx = (hx + e) * ix;
      const ay = (ly - e) * iy;
      const by = (hy + e) * iy;
      const az = (lz - e) * iz;
      const bz = (hz + e) * iz;
      const near = Math.max(ax < bx ? ax : bx, ay < by ? ay : by, az < bz ? az : bz, 0.008);
      const end = Math.min(ax < bx ? bx : ax, ay < by ? by : ay, az < bz ? bz : az);
      if (near >= end) continue;
      const { distance } = it;
      let t = near;
      for (let i = 0; i < 40 && t < end; i++) {
        const r = distance(px + key[0] * t, py + key[1] * t, pz + key[2] * t);
        open = Math.min(open, r / (w * t));
        if (open < -1) return 0;
        t += Math.max(Math.abs(r) * 0.8, 0.006 + t * 0.012);
      }
    }
    open = Math.max(open, -1);
    return 0.25 * (1 + open) * (1 + open) * (2 - open);
  }

  const close: Target[] = [];
  function occlusion(px: number, py: number, pz: number, nx: number, ny: number, nz: number, reach: number): number {
    close.length = 0;
    for (const it of casting) {
      const outside =
        px < it.lx - reach ||
        px > it.hx + reach ||
        py < it.ly - reach ||
        py > it.hy + reach ||
        pz < it.lz - reach ||
        pz > it.hz + reach;
      if (!outside) close.push(it);
    }
    let shut = 0;
    let weight = 1;
    for (let i = 0; i < 5; i++) {
      const h = reach * (0.03 + (i * i * 0.97) / 16);
      const [x, y, z] = [px + nx * h, py + ny * h, pz + nz * h];
      let d = pz > 0.001 ? Math.min(h, z) : h;
      for (const it of close) d = Math.min(d, it.distance(x, y, z));
      shut += (Math.max(h - d, 0) / h) * weight;
      weight *= 0.82;
    }
    return Math.max(1 - shut * 0.3, 0);
  }

  function normal(solid: Solid, x: number, y: number, z: number, rough: number): Vec {
    const e = eps * 2;
    const f = solid.distance;
    const a = f(x + e, y - e, z - e);
    const b = f(x - e, y - e, z + e);
    const c = f(x - e, y + e, z - e);
    const d = f(x + e, y + e, z + e);
    let [nx, ny, nz] = [a - b - c + d, -a - b + c + d, -a + b - c + d];
    const l = Math.hypot(nx, ny, nz) || 1;
    [nx, ny, nz] = [nx / l, ny / l, nz / l];
    if (rough > 0) {
      const q = 60;
      const [gx, gy, gz] = [Math.floor(x * q), Math.floor(y * q), Math.floor(z * q)];
      nx += (hash(gx, gy, gz) - 0.5) * rough;
      ny += (hash(gx + 7, gy, gz) - 0.5) * rough;
      nz += (hash(gx, gy + 13, gz) - 0.5) * rough;
    }
    return normalise([nx, ny, nz]);
  }

  return { march, shadow, occlusion, normal };
}
