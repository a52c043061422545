// Group pictures: members of a family on plinths, like a still life in a catalogue.

import { ax } from './automotive.ts';
import { dx } from './pressure.ts';
import { lx } from './liquid-flow.ts';
import { mx } from './gas-flow.ts';
import { hx } from './chip.ts';
import { cx, fx, px } from './gas-modules.ts';
import { green, mint, orange, paper, slate } from './materials.ts';
import { at, slab } from './solid.ts';
import { type Material, type Part, part, place, scale } from './parts.ts';

type Stand = {
  readonly parts: readonly Part[];
  readonly x: number;
  readonly y: number;
  readonly height?: number;
  readonly size?: number;
  readonly width: number;
  readonly depth: number;
  readonly turned?: number;
  readonly plinth?: Material;
};

function still(stands: readonly Stand[]): Part[] {
  return stands.flatMap(({ parts, x, y, height = 0, size = 1, width, depth, turned = 0, plinth = paper }) => [
    ...(height > 0 ? [part(at(slab(width, depth, height, 0.06, 0.04), x, y, 0), plinth)] : []),
    ...place(scale(parts, size), [x, y, height], ['z', turned]),
  ]);
}

export const series = {
  hx4: (): Part[] =>
    still([
      { parts: hx.single('round'), x: 0, y: 0, height: 1.3, width: 3.1, depth: 3.1 },
      { parts: hx.single('filter'), x: 3.2, y: 0.5, height: 0.5, width: 3, depth: 3.1, plinth: green },
      { parts: hx.single('cap'), x: -3.3, y: 0.3, height: 0.6, width: 3.2, depth: 3.1 },
      { parts: hx.white(), x: -0.9, y: -3.0, width: 0, depth: 0, turned: 12 },
      { parts: hx.pins(), x: 2.4, y: -3.0, width: 0, depth: 0, turned: -14 },
    ]),
  cx2: (): Part[] =>
    still([
      { parts: cx.cx22(), x: 0, y: 0.6, height: 1.4, width: 3.3, depth: 3.3 },
      { parts: cx.cx21(), x: 3.5, y: 0.8, height: 0.6, width: 3.3, depth: 3.3, plinth: green },
      { parts: cx.cx23(), x: -3.6, y: 0.6, height: 0.5, width: 3.5, depth: 3.5 },
      { parts: cx.cx24(), x: -1.4, y: -3.3, width: 0, depth: 0, turned: 10 },
      { parts: cx.sensor(), x: 2.4, y: -2.8, width: 0, depth: 0, turned: -16 },
    ]),
  px5: (): Part[] =>
    still([
      { parts: px.px53(), x: 0, y: 1.8, height: 1.5, width: 5.4, depth: 4.6 },
      { parts: px.px51(), x: 4.9, y: 0.4, width: 0, depth: 0, turned: -6 },
      { parts: px.px52(), x: -4.4, y: 0.6, height: 0.7, width: 4.4, depth: 3.6, plinth: green },
      { parts: px.px54(), x: -0.3, y: -3.4, width: 0, depth: 0, turned: 8 },
    ]),
  fx3: (): Part[] =>
    still([
      { parts: fx.fx34(), x: 0, y: 1.6, height: 1.3, width: 4.2, depth: 4.2 },
      { parts: fx.fx31(), x: 4.6, y: 0.6, height: 0.4, width: 4.9, depth: 3.4, plinth: slate },
      { parts: fx.fx32(), x: -4.3, y: 0.9, height: 0.6, width: 4.3, depth: 3.6, plinth: mint },
      { parts: fx.fx33(), x: -0.6, y: -2.8, width: 0, depth: 0, turned: 8 },
    ]),
  mx7: (): Part[] =>
    still([
      { parts: mx.mx73(), x: 0.4, y: 2.6, height: 1.4, width: 6.6, depth: 2.6 },
      { parts: mx.mx71(), x: -3.6, y: -0.9, height: 0.5, width: 5.2, depth: 2.6, plinth: green },
      { parts: mx.mx72(), x: 3.0, y: -1.4, width: 0, depth: 0, turned: -6 },
      { parts: mx.mx74().slice(0, -3), x: -1.2, y: -4.4, width: 0, depth: 0, turned: 8 },
    ]),
  lx1: (): Part[] =>
    still([
      { parts: lx.lx14(), x: 0.6, y: 2.4, height: 1.2, width: 5.2, depth: 2.4 },
      { parts: lx.lx11(), x: -2.9, y: -0.5, height: 0.5, width: 4.4, depth: 2.2, plinth: mint },
      { parts: lx.lx12().slice(0, -2), x: 3.3, y: -0.8, height: 0, width: 0, depth: 0, turned: -4 },
      { parts: lx.lx13(), x: 0.2, y: -3.6, width: 0, depth: 0, turned: 6 },
    ]),
  dx8: (): Part[] =>
    still([
      { parts: dx.dx83(), x: 0, y: 1.6, height: 1.2, width: 5.8, depth: 2.6 },
      { parts: dx.dx81(), x: 3.9, y: -0.9, height: 0.5, width: 3.5, depth: 3, plinth: mint },
      { parts: dx.dx82(), x: -3.6, y: -0.6, height: 0.3, width: 3.8, depth: 3, turned: 8 },
      { parts: dx.dx84(), x: 0.2, y: -3.4, width: 0, depth: 0, turned: 6 },
    ]),
  ax6: (): Part[] =>
    still([
      { parts: ax.ax62(), x: 0, y: 1.6, height: 1.3, width: 4.8, depth: 3 },
      { parts: ax.ax64(), x: 4.4, y: -0.2, height: 0.4, width: 4.4, depth: 3.4, plinth: orange },
      { parts: ax.ax61(), x: -4.2, y: 0.2, height: 0.6, width: 4.6, depth: 2.8 },
      { parts: ax.ax63(), x: -0.3, y: -3.2, width: 0, depth: 0, turned: 8 },
    ]),
};
