// Shared by the flat pictures: a seeded random source, gradients, film grain, smooth paths.

export type Dot = readonly [number, number];

/** A seeded random source, so that a picture is the same each time it is drawn. */
export function chance(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const n = (v: number): string => String(Math.round(v * 10) / 10);

export const line = (dots: readonly Dot[]): string =>
  dots.map(([x, y], i) => `${i === 0 ? 'M' : 'L'}${n(x)} ${n(y)}`).join('');

/** A smooth path through the dots. */
export function smoothLine(dots: readonly Dot[]): string {
  const dot = (i: number): Dot => dots[Math.min(Math.max(i, 0), dots.length - 1)] ?? [0, 0];
  let d = `M${n(dot(0)[0])} ${n(dot(0)[1])}`;
  for (let i = 0; i < dots.length - 1; i++) {
    const [a, b, c, e] = [dot(i - 1), dot(i), dot(i + 1), dot(i + 2)];
    d += `C${n(b[0] + (c[0] - a[0]) / 6)} ${n(b[1] + (c[1] - a[1]) / 6)} ${n(c[0] - (e[0] - b[0]) / 6)} ${n(c[1] - (e[1] - b[1]) / 6)} ${n(c[0])} ${n(c[1])}`;
  }
  return d;
}

export const linear = (
  id: string,
  from: Dot,
  to: Dot,
  stops: readonly (readonly [number, string, number?])[],
): string =>
  `<linearGradient id="${id}" x1="${from[0]}" y1="${from[1]}" x2="${to[0]}" y2="${to[1]}">${stops.map(([o, c, a = 1]) => `<stop offset="${o}" stop-color="${c}" stop-opacity="${a}"/>`).join('')}</linearGradient>`;

export const radial = (
  id: string,
  centre: Dot,
  radius: number,
  stops: readonly (readonly [number, string, number?])[],
): string =>
  `<radialGradient id="${id}" cx="${centre[0]}" cy="${centre[1]}" r="${radius}">${stops.map(([o, c, a = 1]) => `<stop offset="${o}" stop-color="${c}" stop-opacity="${a}"/>`).join('')}</radialGradient>`;

export const blur = (id: string, deviation: number): string =>
  `<filter id="${id}" x="-200%" y="-200%" width="500%" height="500%"><feGaussianBlur stdDeviation="${deviation}"/></filter>`;

export function sheet(width: number, height: number, defs: string, body: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><defs>${defs}</defs>${body}</svg>`;
}

/** Film grain over the whole picture; it also keeps gradients from banding. */
export const grain = (width: number, height: number, opacity = 0.05): string =>
  `<filter id="grain" x="0" y="0" width="100%" height="100%"><feTurbulence type="fractalNoise" baseFrequency="0.8" numOctaves="2" seed="7"/><feColorMatrix values="0 0 0 0 0.5  0 0 0 0 0.5  0 0 0 0 0.5  0.8 0.8 0.8 0 -0.9"/></filter><rect width="${width}" height="${height}" filter="url(#grain)" opacity="${opacity}"/>`;
