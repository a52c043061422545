// A small studio: it photographs solids on a seamless ground. Distance fields give soft shadows, contact
// shadow and reflections of softboxes without noise, which a painted gradient never gets quite right.

import { clamp, mix, normalise, smooth } from './blend.ts';
import { aim } from './camera.ts';
import { lift } from './colour.ts';
import { type Plate, develop } from './develop.ts';
import type { Part, Surface } from './parts.ts';
import { makeRays } from './rays.ts';
import type { Shot } from './shot.ts';
import { reflectStudio } from './softboxes.ts';
import { type Vec, vec } from './solid.ts';

/** Takes a picture. */
export function photograph(shot: Shot, width: number, height: number): Plate {
  const { parts, camera, light, backdrop } = shot;
  const key = normalise(light.key);
  const rim = normalise(light.rim);
  const spot = backdrop.spot ?? [0.45, 0.52];

  const { right, back, up, lens } = aim(camera);
  const eye: Vec = [
    camera.target[0] + back[0] * camera.distance,
    camera.target[1] + back[1] * camera.distance,
    camera.target[2] + back[2] * camera.distance,
  ];
  const eps = camera.distance * 0.00004;

  const { march, shadow, occlusion, normal } = makeRays(parts, key, light.softness, eps);
  const studio = (x: number, y: number, z: number, rough: number): number => reflectStudio(light, x, y, z, rough);

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
    // The panels are near, so reflections change along a face.
    const near = (0.1 + 0.16 * s.metal) * (1 - s.rough * 0.3);
    const seenSky = studio(rx + (x - camera.target[0]) * near, ry + (y - camera.target[1]) * near, rz, s.rough);
    // A side face mirrors the ground, which is darker close to the object.
    const foot = rz < 0 ? 0.5 + 0.6 * smooth(-0.1, 2.2, z / -rz) : 1;
    const sky = seenSky * foot * (s.metal > 0.5 ? 0.1 + 0.9 * ao : 0.35 + 0.65 * ao);
    const half = normalise([key[0] - d[0], key[1] - d[1], key[2] - d[2]]);
    const shine = 2 / Math.max(s.rough ** 3, 0.004);
    const gleam =
      Math.max(n[0] * half[0] + n[1] * half[1] + n[2] * half[2], 0) ** shine * open * (0.12 + 0.9 * (1 - s.rough) ** 2);
    // A lamp beyond the range of the exposure loses its hue, so its brightest channel stops below white.
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

  return develop(width, height, (u, v) => {
    const { colour, part } = look(u, v);
    return { colour, part, glow: lit };
  });
}
