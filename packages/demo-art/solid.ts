// Signed distance solids. Every solid knows its bounding box, so that a ray only visits what it can hit.

export type Vec = readonly [number, number, number];
export type Point = readonly [number, number];
export type Axis = 'x' | 'y' | 'z';

/** A vector from its three parts. */
export const vec = (part: (axis: 0 | 1 | 2) => number): Vec => [part(0), part(1), part(2)];

export type Solid = {
  readonly distance: (x: number, y: number, z: number) => number;
  readonly lo: Vec;
  readonly hi: Vec;
};

/** A block resting on z = 0, centred in x and y. */
export function block(width: number, depth: number, height: number, round = 0): Solid {
  const [a, b, c] = [width / 2 - round, depth / 2 - round, height / 2 - round];
  return {
    distance: (x, y, z) => {
      const dx = Math.abs(x) - a;
      const dy = Math.abs(y) - b;
      const dz = Math.abs(z - height / 2) - c;
      const inside = Math.min(Math.max(dx, dy, dz), 0);
      const ox = dx > 0 ? dx : 0;
      const oy = dy > 0 ? dy : 0;
      const oz = dz > 0 ? dz : 0;
      return inside + Math.sqrt(ox * ox + oy * oy + oz * oz) - round;
    },
    lo: [-width / 2, -depth / 2, 0],
    hi: [width / 2, depth / 2, height],
  };
}

/** A block whose four vertical edges have their own, larger radius. */
export function slab(width: number, depth: number, height: number, corner: number, edge = 0.02): Solid {
  const [a, b, c] = [width / 2 - corner, depth / 2 - corner, height / 2 - edge];
  return {
    distance: (x, y, z) => {
      const dx = Math.abs(x) - a;
      const dy = Math.abs(y) - b;
      const flat = Math.min(Math.max(dx, dy), 0) + Math.hypot(Math.max(dx, 0), Math.max(dy, 0)) - corner + edge;
      const dz = Math.abs(z - height / 2) - c;
      return Math.min(Math.max(flat, dz), 0) + Math.hypot(Math.max(flat, 0), Math.max(dz, 0)) - edge;
    },
    lo: [-width / 2, -depth / 2, 0],
    hi: [width / 2, depth / 2, height],
  };
}

/** A cylinder resting on z = 0. */
export function cylinder(radius: number, height: number, round = 0): Solid {
  return {
    distance: (x, y, z) => {
      const dr = Math.sqrt(x * x + y * y) - radius + round;
      const dz = Math.abs(z - height / 2) - height / 2 + round;
      const or = dr > 0 ? dr : 0;
      const oz = dz > 0 ? dz : 0;
      return Math.min(Math.max(dr, dz), 0) + Math.sqrt(or * or + oz * oz) - round;
    },
    lo: [-radius, -radius, 0],
    hi: [radius, radius, height],
  };
}

export function sphere(radius: number): Solid {
  return {
    distance: (x, y, z) => Math.sqrt(x * x + y * y + z * z) - radius,
    lo: [-radius, -radius, -radius],
    hi: [radius, radius, radius],
  };
}

/** A ring lying around the z axis. */
export function ring(radius: number, thickness: number): Solid {
  const reach = radius + thickness;
  return {
    distance: (x, y, z) => Math.hypot(Math.hypot(x, y) - radius, z) - thickness,
    lo: [-reach, -reach, -thickness],
    hi: [reach, reach, thickness],
  };
}

function polygonDistance(points: readonly Point[]): (x: number, y: number) => number {
  const count = points.length;
  const edges = points.map((a, index) => {
    const b = points[(index + 1) % count] ?? a;
    const [ex, ey] = [b[0] - a[0], b[1] - a[1]];
    return { ax: a[0], ay: a[1], by: b[1], ex, ey, inverse: 1 / (ex * ex + ey * ey || 1) };
  });
  return (x, y) => {
    let nearest = Infinity;
    let sign = 1;
    for (const e of edges) {
      const wx = x - e.ax;
      const wy = y - e.ay;
      let along = (wx * e.ex + wy * e.ey) * e.inverse;
      along = along < 0 ? 0 : along > 1 ? 1 : along;
      const px = wx - e.ex * along;
      const py = wy - e.ey * along;
      const d = px * px + py * py;
      if (d < nearest) nearest = d;
      const above = y >= e.ay;
      const below = y < e.by;
      const left = e.ex * wy > e.ey * wx;
      if ((above && below && left) || (!above && !below && !left)) sign = -sign;
    }
    return sign * Math.sqrt(nearest);
  };
}

/** A polygon in x and y raised from z = 0. */
export function extrude(points: readonly Point[], height: number, round = 0): Solid {
  const flat = polygonDistance(points);
  const xs = points.map((p) => p[0]);
  const ys = points.map((p) => p[1]);
  return {
    distance: (x, y, z) => {
      const d = flat(x, y);
      const dz = Math.abs(z - height / 2) - height / 2 + round;
      return Math.min(Math.max(d, dz), 0) + Math.hypot(Math.max(d, 0), Math.max(dz, 0)) - round;
    },
    lo: [Math.min(...xs) - round, Math.min(...ys) - round, 0],
    hi: [Math.max(...xs) + round, Math.max(...ys) + round, height],
  };
}

/** A turned part: the profile gives radius and height, as on a lathe. */
export function lathe(profile: readonly Point[], round = 0): Solid {
  const flat = polygonDistance(profile);
  const reach = Math.max(...profile.map((p) => p[0])) + round;
  const zs = profile.map((p) => p[1]);
  return {
    distance: (x, y, z) => flat(Math.sqrt(x * x + y * y), z) - round,
    lo: [-reach, -reach, Math.min(...zs) - round],
    hi: [reach, reach, Math.max(...zs) + round],
  };
}

/** A hexagonal nut resting on z = 0; `width` is measured across the flats. */
export function nut(width: number, height: number, round = 0.03): Solid {
  const corner = width / 2 / Math.cos(Math.PI / 6) - round;
  const points = Array.from({ length: 6 }, (_, i): Point => {
    const angle = (i * Math.PI) / 3;
    return [corner * Math.cos(angle), corner * Math.sin(angle)];
  });
  return extrude(points, height, round);
}

/** A round rod along a polyline. */
export function rod(path: readonly Vec[], radius: number): Solid {
  const pieces = path.slice(1).map((to, index) => {
    const from = path[index] ?? to;
    const d: Vec = [to[0] - from[0], to[1] - from[1], to[2] - from[2]];
    return { from, d, inverse: 1 / (d[0] * d[0] + d[1] * d[1] + d[2] * d[2] || 1) };
  });
  return {
    distance: (x, y, z) => {
      let nearest = Infinity;
      for (const { from, d, inverse } of pieces) {
        const px = x - from[0];
        const py = y - from[1];
        const pz = z - from[2];
        let along = (px * d[0] + py * d[1] + pz * d[2]) * inverse;
        along = along < 0 ? 0 : along > 1 ? 1 : along;
        const qx = px - d[0] * along;
        const qy = py - d[1] * along;
        const qz = pz - d[2] * along;
        const squared = qx * qx + qy * qy + qz * qz;
        if (squared < nearest) nearest = squared;
      }
      return Math.sqrt(nearest) - radius;
    },
    lo: vec((k) => Math.min(...path.map((p) => p[k] ?? 0)) - radius),
    hi: vec((k) => Math.max(...path.map((p) => p[k] ?? 0)) + radius),
  };
}

/** Points on a smooth curve through the given ones (Catmull-Rom). */
export function curve(through: readonly Vec[], steps = 8): Vec[] {
  const path: Vec[] = [];
  const point = (i: number): Vec => through[Math.min(Math.max(i, 0), through.length - 1)] ?? [0, 0, 0];
  for (let i = 0; i < through.length - 1; i++) {
    const [a, b, c, d] = [point(i - 1), point(i), point(i + 1), point(i + 2)];
    for (let s = 0; s < steps; s++) {
      const t = s / steps;
      const mix = (k: 0 | 1 | 2): number =>
        0.5 *
        (2 * b[k] +
          (c[k] - a[k]) * t +
          (2 * a[k] - 5 * b[k] + 4 * c[k] - d[k]) * t * t +
          (3 * b[k] - a[k] - 3 * c[k] + d[k]) * t * t * t);
      path.push([mix(0), mix(1), mix(2)]);
    }
  }
  path.push(point(through.length - 1));
  return path;
}

export function at(solid: Solid, x: number, y: number, z: number): Solid {
  const inner = solid.distance;
  return {
    distance: (px, py, pz) => inner(px - x, py - y, pz - z),
    lo: [solid.lo[0] + x, solid.lo[1] + y, solid.lo[2] + z],
    hi: [solid.hi[0] + x, solid.hi[1] + y, solid.hi[2] + z],
  };
}

export function rotate([x, y, z]: Vec, axis: Axis, degrees: number): Vec {
  const s = Math.sin((degrees * Math.PI) / 180);
  const c = Math.cos((degrees * Math.PI) / 180);
  if (axis === 'x') return [x, c * y - s * z, s * y + c * z];
  if (axis === 'y') return [c * x + s * z, y, -s * x + c * z];
  return [c * x - s * y, s * x + c * y, z];
}

export function turn(solid: Solid, axis: Axis, degrees: number): Solid {
  const s = Math.sin((degrees * Math.PI) / 180);
  const c = Math.cos((degrees * Math.PI) / 180);
  const inner = solid.distance;
  const { lo, hi } = solid;
  const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((i) =>
    rotate([i & 1 ? hi[0] : lo[0], i & 2 ? hi[1] : lo[1], i & 4 ? hi[2] : lo[2]], axis, degrees),
  );
  const reach = (pick: (...values: number[]) => number): Vec => [
    pick(...corners.map((p) => p[0])),
    pick(...corners.map((p) => p[1])),
    pick(...corners.map((p) => p[2])),
  ];
  const distance: Solid['distance'] =
    axis === 'x'
      ? (x, y, z) => inner(x, c * y + s * z, -s * y + c * z)
      : axis === 'y'
        ? (x, y, z) => inner(c * x - s * z, y, s * x + c * z)
        : (x, y, z) => inner(c * x + s * y, -s * x + c * y, z);
  return { distance, lo: reach(Math.min), hi: reach(Math.max) };
}

export function cut(from: Solid, ...tools: readonly Solid[]): Solid {
  const inner = from.distance;
  return {
    distance: (x, y, z) => {
      let d = inner(x, y, z);
      for (const tool of tools) d = Math.max(d, -tool.distance(x, y, z));
      return d;
    },
    lo: from.lo,
    hi: from.hi,
  };
}

/** Joins solids; `blend` rounds the seam like a fillet. */
export function join(solids: readonly Solid[], blend = 0): Solid {
  return {
    distance: (x, y, z) => {
      let d = Infinity;
      for (const solid of solids) {
        const next = solid.distance(x, y, z);
        const h = blend > 0 ? Math.max(blend - Math.abs(d - next), 0) / blend : 0;
        d = Math.min(d, next) - h * h * blend * 0.25;
      }
      return d;
    },
    lo: vec((k) => Math.min(...solids.map((s) => s.lo[k] ?? 0)) - blend / 4),
    hi: vec((k) => Math.max(...solids.map((s) => s.hi[k] ?? 0)) + blend / 4),
  };
}
