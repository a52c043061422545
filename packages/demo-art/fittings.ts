// Fittings of bodies with ports: threads, barbs, connectors, screws.

import { at, cut, cylinder, join, lathe, nut, slab } from './solid.ts';
import type { Point, Solid } from './solid.ts';
import { type Material, type Part, part, place } from './parts.ts';
import { black, brass, gold, hole, mint, steel } from './materials.ts';

/** A thread as fine rings; at this size it does not show that they do not climb. */
function threaded(radius: number, length: number, pitch: number, bore: number): Solid {
  const profile: Point[] = [
    [bore, 0],
    [radius, 0],
  ];
  const turns = Math.floor(length / pitch);
  for (let i = 0; i < turns; i++)
    profile.push([radius, i * pitch + pitch * 0.2], [radius - pitch * 0.42, i * pitch + pitch * 0.6]);
  profile.push([radius, turns * pitch], [radius - 0.06, length], [bore, length]);
  return lathe(profile);
}

/** A barbed port for a hose. */
export function barb(radius: number, length: number, barbs: number, material: Material): Part[] {
  const step = (length * 0.62) / barbs;
  const profile: Point[] = [
    [radius * 0.45, 0],
    [radius, 0],
    [radius, length * 0.3],
  ];
  for (let i = 0; i < barbs; i++)
    profile.push([radius * 1.28, length * 0.32 + i * step], [radius * 0.92, length * 0.32 + (i + 0.92) * step]);
  profile.push([radius * 0.8, length], [radius * 0.45, length]);
  return [part(lathe(profile, 0.012), material), part(cylinder(radius * 0.46, length * 0.8), hole)];
}

/** Turns a group that rests on z = 0 along x: 1 to the right, -1 to the left. */
export const sideways = (parts: readonly Part[], direction: 1 | -1, x: number, z: number, y = 0): Part[] =>
  place(parts, [x, y, z], ['y', direction * 90]);
export const both = (make: () => Part[], x: number, z: number, y = 0): Part[] => [
  ...sideways(make(), 1, x, z, y),
  ...sideways(make(), -1, -x, z, y),
];

/** A round cable connector, as used on machines. */
export function roundConnector(radius: number): Part[] {
  return [
    part(join([cylinder(radius * 1.25, 0.14, 0.03), cylinder(radius, 0.3, 0.02)]), steel),
    part(at(cut(threaded(radius * 0.94, 0.5, 0.07, 0), at(cylinder(radius * 0.72, 1), 0, 0, 0.1)), 0, 0, 0.25), brass),
    part(at(cylinder(radius * 0.7, 0.1), 0, 0, 0.5), black),
    ...[0, 1, 2, 3].map((i) =>
      part(
        at(
          cylinder(radius * 0.1, 0.22, 0.02),
          radius * 0.36 * Math.cos((i * Math.PI) / 2 + 0.78),
          radius * 0.36 * Math.sin((i * Math.PI) / 2 + 0.78),
          0.52,
        ),
        gold,
      ),
    ),
  ];
}

const screw = (radius: number): Part[] => [
  part(cut(cylinder(radius, 0.1, 0.025), at(nut(radius, 0.2, 0.01), 0, 0, 0.05)), steel),
];
export const screws = (width: number, depth: number, z: number, radius = 0.11): Part[] =>
  [
    [1, 1],
    [-1, 1],
    [1, -1],
    [-1, -1],
  ].flatMap(([sx = 1, sy = 1]) => place(screw(radius), [(sx * width) / 2, (sy * depth) / 2, z]));

export const fitting =
  (radius: number, material: Material): (() => Part[]) =>
  () => [
    part(nut(radius * 2.1, 0.5, 0.04), material),
    part(at(threaded(radius * 0.86, 0.66, 0.085, radius * 0.45), 0, 0, 0.5), material),
    part(cylinder(radius * 0.46, 0.8), hole),
  ];

/** A display-free status light: one green line. */
export const line = (width: number, x: number, y: number, z: number): Part =>
  part(at(slab(width, 0.06, 0.03, 0.02, 0.01), x, y, z), mint);
