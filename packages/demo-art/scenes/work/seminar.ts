import { hx } from '../../chip.ts';
import { anthracite, black, grey, lightGround, mint, white } from '../../materials.ts';
import { display, figure, opening, plant, room, shot, table, tint } from '../../model.ts';
import { at, block, cylinder, lathe, slab } from '../../solid.ts';
import { hash } from '../../noise.ts';
import { part, place, scale } from '../../parts.ts';
import type { Shot } from '../../shot.ts';
import { day } from './daylight.ts';
import { people } from './people.ts';

export function seminar(): Shot {
  return shot(
    [
      ...room({ width: 11, depth: 8, height: 4.6, back: [opening(3.2, 4.1, 0.8, 3.2, 2, 2.9)], wall: tint('#eceae4') }),
      part(at(block(12, 0.2, 4.2), 3, 10, 0), tint('#d5e8ee')),
      part(
        at(
          lathe(
            [
              [0, 0],
              [3.4, 0],
              [0, 3],
            ],
            0.1,
          ),
          4,
          8.2,
          -0.2,
        ),
        tint('#9cbfb4'),
      ),
      ...place(display(3.4, 1.9, 6), [-1.4, 3.8, 1.5]),
      ...[-1, 0, 1].flatMap((r) =>
        [-1, 1].flatMap((c) =>
          place(
            [
              ...table(2.5, 0.8, 0.74, white, grey),
              ...[-0.6, 0.6].flatMap((x, i) => [
                ...place(
                  [
                    part(at(slab(0.5, 0.5, 0.08, 0.12, 0.04), 0, 0, 0.42), mint),
                    part(at(cylinder(0.04, 0.42), 0, 0, 0), black),
                    ...(hash(r + 4, c + 4, i) > 0.2
                      ? figure({
                          ...([people.dia, people.eli, people.fay, people.gus, people.dia, people.eli][
                            (r + 1) * 2 + i
                          ] ?? people.eli),
                          pose: 'sit',
                        })
                      : []),
                  ],
                  [x, -0.75, 0],
                  ['z', 180],
                ),
                part(at(slab(0.44, 0.3, 0.02, 0.02, 0.01), x, -0.1, 0.75), anthracite),
                ...place(scale(hx.darkModule(), 0.09), [x + 0.4, 0.1, 0.75]),
              ]),
            ],
            [c * 1.9 + 0.2, -r * 2.1 - 0.2, 0],
          ),
        ),
      ),
      ...place(figure({ ...people.ben, coat: '#007a53', pose: 'reach' }), [1.2, 2.7, 0], ['z', 20]),
      ...place(plant(1.3, 5), [-4.6, 3.0, 0]),
    ],
    { azimuth: 24, elevation: 22, distance: 26, target: [0, 0, 1.3], angle: 20 },
    { light: day, backdrop: lightGround },
  );
}
