// The subject, camera and light of a picture.

import type { Part } from './parts.ts';
import type { Vec } from './solid.ts';

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
