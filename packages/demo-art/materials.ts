// Materials and light.

import { hex } from './colour.ts';
import { hash } from './noise.ts';
import type { Material } from './parts.ts';
import type { Backdrop, Camera, Light } from './shot.ts';

const plastic = (colour: string, rough = 0.5, grain = 0.05): Material => ({
  colour: hex(colour),
  rough,
  metal: 0,
  grain,
});
const metal = (colour: string, rough = 0.3, grain = 0): Material => ({ colour: hex(colour), rough, metal: 1, grain });

export const black = plastic('#14181a', 0.46, 0.06);
export const anthracite = plastic('#2a3236', 0.5);
export const slate = plastic('#56616a', 0.5);
export const white = plastic('#eef0ee', 0.42, 0.02);
export const grey = plastic('#c3c9c8', 0.5);
export const paper = plastic('#e9ebe8', 0.85, 0);
export const green = plastic('#007a53', 0.42, 0.03);
export const mint = plastic('#1fc28b', 0.45, 0.02);
export const orange = plastic('#e2590b', 0.45, 0.03);
export const peek = plastic('#b79a6b', 0.5, 0.04);
export const rubber = plastic('#24292b', 0.75, 0.05);
/** Brushed metal: fine lines of slightly different brightness. */
const brushed = (colour: string, rough: number): Material => {
  const base = metal(colour, rough);
  return {
    ...base,
    pattern: (x, _, z) => {
      const tone = 0.9 + 0.16 * hash(Math.floor(z * 120), 3) + 0.05 * hash(Math.floor(z * 120), Math.floor(x * 2));
      return { colour: [base.colour[0] * tone, base.colour[1] * tone, base.colour[2] * tone] };
    },
  };
};

export const gold = metal('#dcaa52', 0.24);
export const brass = metal('#cfa456', 0.28);
export const steel = metal('#c9cdd0', 0.26);
export const satin = brushed('#b4babd', 0.38);
export const chrome = metal('#dfe3e6', 0.1);
export const darkMetal = metal('#4b5257', 0.36, 0.02);
export const glass: Material = { colour: hex('#e8f6f1'), rough: 0.04, metal: 0, opacity: 0.14 };
export const water: Material = { colour: hex('#8fd6c0'), rough: 0.05, metal: 0, opacity: 0.55 };
export const hole: Material = { colour: hex('#0d0f10'), rough: 0.9, metal: 0 };

/** Expanded PTFE: white, matt, with the faintest weave. */
export const membrane: Material = {
  colour: hex('#f1f1ec'),
  rough: 0.95,
  metal: 0,
  pattern: (x, y) => {
    const tone = 0.84 + 0.06 * Math.sin(x * 95) * Math.sin(y * 95);
    return { colour: [tone, tone, tone * 0.985] };
  },
};

/** A sensing area: interdigitated electrodes under a film. */
export const electrodes: Material = {
  colour: hex('#244a40'),
  rough: 0.25,
  metal: 0.4,
  pattern: (x, y) =>
    Math.abs(((x * 22) % 1) - 0) < 0.42 && Math.abs(y) < 0.5
      ? { colour: hex('#d8ad58'), metal: 1, rough: 0.3 }
      : undefined,
};

/** Circuit board with traces and pads drawn from a seed; the same seed gives the same board. */
function board(colour: string, trace: string, seed: number, pitch = 0.16): Material {
  const base = hex(colour);
  const line = hex(trace);
  const run = (a: number, b: number, lane: number): boolean => {
    const segment = Math.floor(b * 0.75 + hash(lane, seed) * 3);
    return hash(lane, segment, seed) > 0.52 && Math.abs(a / pitch - lane - 0.5) < 0.16;
  };
  return {
    colour: base,
    rough: 0.34,
    metal: 0,
    pattern: (x, y) => {
      const [i, j] = [Math.floor(x / pitch), Math.floor(y / pitch)];
      if (hash(i, j, seed + 5) > 0.93) {
        const r = Math.hypot(x / pitch - i - 0.5, y / pitch - j - 0.5);
        if (r < 0.17) return { colour: hex('#0d0f10') };
        if (r < 0.33) return { colour: hex('#dcb25c'), metal: 1, rough: 0.3 };
      }
      return run(x, y, i) || (run(y, x, j) && hash(j, seed, 3) > 0.4) ? { colour: line } : undefined;
    },
  };
}

export const greenBoard = (seed: number): Material => board('#04603f', '#0b7a53', seed);
export const darkBoard = (seed: number): Material => board('#1e2528', '#2c3539', seed);
export const whiteBoard = (seed: number): Material => board('#e6e8e5', '#d6dad7', seed);

export const softbox: Light = {
  key: [-0.55, -0.12, 0.85],
  keyColour: [0.86, 0.85, 0.83],
  sky: [0.44, 0.455, 0.46],
  bounce: [0.26, 0.26, 0.255],
  rim: [0.8, 0.65, 0.25],
  rimColour: [0.3, 0.31, 0.32],
  softness: 0.2,
  shadow: 0.85,
  box: 1,
};

export const night: Light = {
  key: [-0.5, 0.1, 0.85],
  keyColour: [0.72, 0.76, 0.78],
  sky: [0.2, 0.22, 0.225],
  bounce: [0.05, 0.06, 0.06],
  rim: [0.8, 0.6, 0.2],
  rimColour: [0.1, 0.5, 0.36],
  softness: 0.2,
  shadow: 0.9,
  box: 0.9,
  dark: true,
};

export const sun: Light = {
  key: [-0.72, -0.3, 0.62],
  keyColour: [1.02, 0.93, 0.8],
  sky: [0.42, 0.46, 0.5],
  bounce: [0.24, 0.23, 0.22],
  rim: [0.8, 0.6, 0.2],
  rimColour: [0.1, 0.11, 0.12],
  softness: 0.07,
  shadow: 0.8,
  box: 0.8,
};

export const lightGround: Backdrop = { centre: hex('#fbfcfb'), edge: hex('#d9dfdc'), gloss: 0.35 };
export const darkGround: Backdrop = { centre: hex('#333b3f'), edge: hex('#15191b'), gloss: 0.35 };
export const greenGround: Backdrop = { centre: hex('#0d8a61'), edge: hex('#00553a'), gloss: 0.25 };
export const sageGround: Backdrop = { centre: hex('#dfe8e4'), edge: hex('#b4c4bd'), gloss: 0.25 };

export const threeQuarter: Camera = { azimuth: 32, elevation: 33, distance: 15, target: [0, 0, 0.55], angle: 21 };
