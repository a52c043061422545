// A small studio: it photographs solids on a seamless ground. Distance fields give soft shadows, contact
// shadow and reflections of softboxes without noise, which a painted gradient never gets quite right.

import type { Axis, Solid, Vec } from './solid.ts';
import { at, rotate, turn, vec } from './solid.ts';

type Surface = {
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

export type Camera = {
  readonly azimuth: number;
  readonly elevation: number;
  readonly distance: number;
  readonly target: Vec;
  /** Height of the picture as an angle; small angles look calm, like a long lens. */
  readonly angle: number;
};

export type Light = {
  readonly key: Vec;
  readonly keyColour: Vec;
  readonly sky: Vec;
  readonly bounce: Vec;
  readonly rim: Vec;
  readonly rimColour: Vec;
  /** Tangent of the key light's half angle: small is a sunny day, large is a softbox. */
  readonly softness: number;
  readonly shadow: number;
  readonly box: number;
  readonly dark?: boolean;
};

export type Backdrop = {
  readonly centre: Vec;
  readonly edge: Vec;
  readonly gloss: number;
  /** Where the brightest spot of the backdrop is, in picture coordinates from 0 to 1. */
  readonly spot?: readonly [number, number];
  readonly fog?: { readonly from: number; readonly to: number; readonly colour: Vec };
  /** Colour of the ground by place, multiplied onto the backdrop. */
  readonly ground?: (x: number, y: number) => Vec;
};

export type Shot = {
  readonly parts: readonly Part[];
  readonly camera: Camera;
  readonly light: Light;
  readonly backdrop: Backdrop;
};

type Plate = {
  readonly width: number;
  readonly height: number;
  readonly rgb: Uint8Array;
  readonly glow?: Uint8Array;
};

export function hex(code: string): Vec {
  const channel = (from: number): number => {
    const v = Number.parseInt(code.slice(from, from + 2), 16) / 255;
    return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
  };
  return [channel(1), channel(3), channel(5)];
}

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

const normalise = ([x, y, z]: Vec): Vec => {
  const l = Math.hypot(x, y, z);
  return [x / l, y / l, z / l];
};
const clamp = (v: number): number => (v < 0 ? 0 : v > 1 ? 1 : v);
const smooth = (a: number, b: number, v: number): number => {
  const t = clamp((v - a) / (b - a));
  return t * t * (3 - 2 * t);
};
const mix = (a: Vec, b: Vec, t: number): Vec => [
  a[0] + (b[0] - a[0]) * t,
  a[1] + (b[1] - a[1]) * t,
  a[2] + (b[2] - a[2]) * t,
];

/** Deterministic noise in 0..1 from whole coordinates. */
export function hash(x: number, y: number, z = 0): number {
  let h = (Math.imul(x | 0, 374761393) + Math.imul(y | 0, 668265263) + Math.imul(z | 0, 2147483647)) | 0;
  h = Math.imul(h ^ (h >>> 13), 1274126177);
  return ((h ^ (h >>> 16)) >>> 0) / 4294967296;
}

/** Aims and moves the camera so that the parts fill the given share of the picture. */
export function frame(parts: readonly Part[], camera: Camera, aspect: number, fill: readonly [number, number]): Camera {
  const a = (camera.azimuth * Math.PI) / 180;
  const e = (camera.elevation * Math.PI) / 180;
  const right: Vec = [Math.cos(a), Math.sin(a), 0];
  const back: Vec = [Math.cos(e) * Math.sin(a), -Math.cos(e) * Math.cos(a), Math.sin(e)];
  const up: Vec = [-Math.sin(e) * Math.sin(a), Math.sin(e) * Math.cos(a), Math.cos(e)];
  const lens = Math.tan((camera.angle * Math.PI) / 360);
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

/** The backdrop is given as it shall appear, so it is lifted by what the tone curve will take away. */
const lift = (c: Vec): Vec =>
  vec((k) => (c[k] < 0.6 ? c[k] : 0.6 - 0.4 * Math.log(1 - (Math.min(c[k], 0.985) - 0.6) / 0.4)));

export function photograph(shot: Shot, width: number, height: number): Plate {
  const { parts, camera, light, backdrop } = shot;
  const targets = parts.map(target);
  const casting = targets.filter((t) => (t.part.material.opacity ?? 1) > 0.6);
  const key = normalise(light.key);
  const rim = normalise(light.rim);
  const spot = backdrop.spot ?? [0.45, 0.52];

  const azimuth = (camera.azimuth * Math.PI) / 180;
  const elevation = (camera.elevation * Math.PI) / 180;
  const back: Vec = [
    Math.cos(elevation) * Math.sin(azimuth),
    -Math.cos(elevation) * Math.cos(azimuth),
    Math.sin(elevation),
  ];
  const right: Vec = [Math.cos(azimuth), Math.sin(azimuth), 0];
  const up: Vec = [
    back[1] * right[2] - back[2] * right[1],
    back[2] * right[0] - back[0] * right[2],
    back[0] * right[1] - back[1] * right[0],
  ];
  const eye: Vec = [
    camera.target[0] + back[0] * camera.distance,
    camera.target[1] + back[1] * camera.distance,
    camera.target[2] + back[2] * camera.distance,
  ];
  const lens = Math.tan((camera.angle * Math.PI) / 360);
  const eps = camera.distance * 0.00004;

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
    const w = light.softness;
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

  /** The studio as a reflecting surface sees it: a large softbox above, a strip at the left, dark flags between. */
  function studio(x: number, y: number, z: number, rough: number): number {
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

  let lit = 0;

  function shade(hit: Part, o: Vec, d: Vec, t: number, depth: number, behind: () => Vec): Vec {
    const [x, y, z] = [o[0] + d[0] * t, o[1] + d[1] * t, o[2] + d[2] * t];
    const m = hit.material;
    const s: Surface = m.pattern ? { ...m, ...m.pattern(x, y, z) } : m;
    const n = normal(hit.solid, x, y, z, m.grain ?? 0);
    const facing = -(d[0] * n[0] + d[1] * n[1] + d[2] * n[2]);
    const opacity = s.opacity ?? 1;
    const ndl = n[0] * key[0] + n[1] * key[1] + n[2] * key[2];
    const open = ndl > 0 && depth === 0 ? shadow(x + n[0] * 0.01, y + n[1] * 0.01, z + n[2] * 0.01) : ndl > 0 ? 0.8 : 0;
    const ao = depth === 0 ? occlusion(x, y, z, n[0], n[1], n[2], 0.8) : 0.85;
    const hemi = 0.5 + 0.5 * n[2];
    const direct = Math.max(ndl, 0) * open;
    const side = Math.max(n[0] * rim[0] + n[1] * rim[1] + n[2] * rim[2], 0);
    const edge = (1 - clamp(facing)) ** 5;
    const f0 = 0.04;
    const fresnel = f0 + (1 - f0) * edge * (1 - s.rough * 0.85);
    const [rx, ry, rz] = [d[0] + 2 * facing * n[0], d[1] + 2 * facing * n[1], d[2] + 2 * facing * n[2]];
    let mirrored: Vec | undefined;
    if (depth === 0 && s.rough < 0.5 && (s.metal > 0.3 || s.rough < 0.2)) {
      const start: Vec = [x + n[0] * eps * 6, y + n[1] * eps * 6, z + n[2] * eps * 6];
      const other = march(start, [rx, ry, rz], 6, undefined);
      if (other.part) {
        const seen = shade(other.part, start, [rx, ry, rz], other.t, 1, () => lift(backdrop.centre));
        const fade = smooth(2.5, 0.3, other.t * s.rough * 3);
        const e = studio(rx, ry, rz, s.rough) * 0.8;
        mirrored = mix([e, e, e], seen, fade);
      }
    }
    // The panels stand near: what a face mirrors changes along it.
    const near = (0.1 + 0.16 * s.metal) * (1 - s.rough * 0.3);
    const seenSky = studio(rx + (x - camera.target[0]) * near, ry + (y - camera.target[1]) * near, rz, s.rough);
    // A side face mirrors the ground, which is darker close to the object.
    const foot = rz < 0 ? 0.5 + 0.6 * smooth(-0.1, 2.2, z / -rz) : 1;
    const sky = seenSky * foot * (s.metal > 0.5 ? 0.1 + 0.9 * ao : 0.35 + 0.65 * ao);
    const half = normalise([key[0] - d[0], key[1] - d[1], key[2] - d[2]]);
    const shine = 2 / Math.max(s.rough ** 3, 0.004);
    const gleam =
      Math.max(n[0] * half[0] + n[1] * half[1] + n[2] * half[2], 0) ** shine * open * (0.12 + 0.9 * (1 - s.rough) ** 2);
    // A lamp that outshines the film loses its hue, so its brightest channel stops below white.
    const glow = Math.min(s.glow ?? 0, 0.85 / Math.max(...s.colour));
    const under: Vec = opacity < 1 ? behind() : [0, 0, 0];
    const out = vec((i) => {
      const ambient = (light.bounce[i] + (light.sky[i] - light.bounce[i]) * hemi) * ao;
      const diffuse =
        s.colour[i] * (light.keyColour[i] * direct + ambient + light.rimColour[i] * side * (0.4 + 0.6 * ao));
      const reflection = mirrored ? mirrored[i] : sky * (0.6 * light.keyColour[i] + 0.4);
      const specular = s.metal * s.colour[i] + (1 - s.metal);
      const strength = s.metal * (1 - 0.25 * s.rough) + (1 - s.metal) * fresnel;
      const body = diffuse * (1 - s.metal * 0.9) * opacity * (glow > 0 ? 0.3 : 1);
      return (
        body +
        under[i] * (1 - opacity) * (0.35 + 0.65 * s.colour[i]) * (1 - edge * 0.6) +
        reflection * specular * strength +
        gleam * specular * light.keyColour[i] * (s.metal * 0.8 + 0.2) +
        light.rimColour[i] * edge * 0.35 * ao * (1 - s.rough * 0.6) +
        glow * s.colour[i]
      );
    });
    if (depth === 0) lit = s.glow ?? 0;
    const { fog } = backdrop;
    return fog ? mix(out, fog.colour, smooth(fog.from, fog.to, t)) : out;
  }

  function wall(u: number, v: number): Vec {
    const [sx, sy] = spot;
    return mix(backdrop.centre, backdrop.edge, smooth(0, 0.95, Math.hypot((u - sx) * 1.15, (v - sy) * 1.0)));
  }

  function look(u: number, v: number): { colour: Vec; part: Part | undefined } {
    const sx = ((u - 0.5) * 2 * lens * width) / height;
    const sy = (0.5 - v) * 2 * lens;
    const d = normalise([
      -back[0] + right[0] * sx + up[0] * sy,
      -back[1] + right[1] * sx + up[1] * sy,
      -back[2] + right[2] * sx + up[2] * sy,
    ]);
    lit = 0;
    const ground = d[2] < -1e-4 ? -eye[2] / d[2] : Infinity;
    const see = (
      o: Vec,
      far: number,
      skip: Part | undefined,
      depth: number,
    ): { colour: Vec; part: Part | undefined } => {
      const hit = march(o, d, far, skip);
      if (hit.part) {
        const behind = (): Vec => {
          if (depth > 3) return lift(wall(u, v));
          const from: Vec = [o[0] + d[0] * hit.t, o[1] + d[1] * hit.t, o[2] + d[2] * hit.t];
          return see(from, far - hit.t, hit.part, depth + 1).colour;
        };
        return { colour: shade(hit.part, o, d, hit.t, 0, behind), part: hit.part };
      }
      return { colour: floor(o, far), part: undefined };
    };
    const floor = (o: Vec, far: number): Vec => {
      const base = wall(u, v);
      if (far === Infinity || far > 400) return lift(base);
      const [x, y] = [o[0] + d[0] * far, o[1] + d[1] * far];
      const open = 1 - light.shadow * (1 - shadow(x, y, 0.002));
      const ao = occlusion(x, y, 0, 0, 0, 1, 1.6) * 0.6 + 0.4 * occlusion(x, y, 0, 0, 0, 1, 0.35);
      const dim = (0.4 + 0.6 * open) * (0.25 + 0.75 * ao);
      const paint = backdrop.ground?.(x, y) ?? [1, 1, 1];
      let c = lift([
        base[0] * dim * paint[0],
        base[1] * (dim + (1 - dim) * 0.015) * paint[1],
        base[2] * (dim + (1 - dim) * 0.03) * paint[2],
      ]);
      if (backdrop.gloss > 0) {
        const up2: Vec = [d[0], d[1], -d[2]];
        const other = march([x, y, 0.003], up2, 5, undefined);
        if (other.part) {
          const seen = shade(other.part, [x, y, 0.003], up2, other.t, 1, () => lift(base));
          c = mix(c, seen, backdrop.gloss * (0.3 + 0.7 * (1 + d[2]) ** 2) * smooth(2.2, 0, other.t));
        }
      }
      const { fog } = backdrop;
      return fog ? mix(c, lift(base), smooth(fog.from, fog.to, far)) : c;
    };
    return see(eye, ground, undefined, 0);
  }

  const tone = (v: number): number => {
    const x = v < 0.6 ? v : 0.6 + 0.4 * (1 - Math.exp(-(v - 0.6) / 0.4));
    return x <= 0.0031308 ? 12.92 * x : 1.055 * x ** (1 / 2.4) - 0.055;
  };

  const size = width * height;
  const colour = new Float32Array(size * 3);
  const glow = new Float32Array(size);
  const seen: (Part | undefined)[] = Array.from({ length: size });
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const { colour: c, part: p } = look((x + 0.5) / width, (y + 0.5) / height);
      colour[i * 3] = tone(c[0]);
      colour[i * 3 + 1] = tone(c[1]);
      colour[i * 3 + 2] = tone(c[2]);
      glow[i] = lit;
      seen[i] = p;
    }
  }

  // Edges get more samples; the calm surfaces between them need none.
  const rgb = new Uint8Array(size * 3);
  const offsets = [
    [-0.375, -0.125],
    [0.125, -0.375],
    [0.375, 0.125],
    [-0.125, 0.375],
    [0, 0.02],
  ] as const;
  const luma = (i: number): number =>
    (colour[i * 3] ?? 0) * 0.3 + (colour[i * 3 + 1] ?? 0) * 0.6 + (colour[i * 3 + 2] ?? 0) * 0.1;
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      let [r, g, b] = [colour[i * 3] ?? 0, colour[i * 3 + 1] ?? 0, colour[i * 3 + 2] ?? 0];
      const here = luma(i);
      const rough = [
        x > 0 ? i - 1 : i,
        x < width - 1 ? i + 1 : i,
        y > 0 ? i - width : i,
        y < height - 1 ? i + width : i,
      ].some((j) => seen[j] !== seen[i] || Math.abs(luma(j) - here) > 0.035);
      if (rough) {
        [r, g, b] = [0, 0, 0];
        for (const [ox, oy] of offsets) {
          const c = look((x + 0.5 + ox) / width, (y + 0.5 + oy) / height).colour;
          r += tone(c[0]) / offsets.length;
          g += tone(c[1]) / offsets.length;
          b += tone(c[2]) / offsets.length;
        }
      }
      const dither = hash(x, y) - hash(x + 91, y + 17);
      rgb[i * 3] = Math.round(clamp(r) * 255 + dither * 0.7);
      rgb[i * 3 + 1] = Math.round(clamp(g) * 255 + dither * 0.7);
      rgb[i * 3 + 2] = Math.round(clamp(b) * 255 + dither * 0.7);
    }
  }
  if (!glow.some((v) => v > 0)) return { width, height, rgb };
  const halo = new Uint8Array(size * 3);
  for (let i = 0; i < size; i++) {
    const strength = Math.min(glow[i] ?? 0, 1.5);
    for (const k of [0, 1, 2]) halo[i * 3 + k] = Math.min(255, (rgb[i * 3 + k] ?? 0) * strength);
  }
  return { width, height, rgb, glow: halo };
}
