import { anthracite, black, night, white } from '../../materials.ts';
import { display, figure, lamp, plant, shot, table, tint } from '../../model.ts';
import { at, block, cut, cylinder, slab, sphere } from '../../solid.ts';
import { hex } from '../../colour.ts';
import { part, place } from '../../parts.ts';
import type { Shot } from '../../shot.ts';

export function smartHome(): Shot {
  const glow = lamp('#ffd9a0', 0.9);
  const wall = tint('#eceae4');
  return shot(
    [
      part(at(slab(13, 9, 0.3, 0.6, 0.05), 0, 0, -0.05), tint('#3b4a45', 0.95)),
      part(at(block(8, 5, 0.3), 0, 0, 0.2), tint('#d9d5cc')),
      part(at(block(8, 0.25, 5.6), 0, 2.4, 0.4), wall),
      part(
        cut(
          at(block(0.25, 5, 5.6), -3.9, 0, 0.4),
          at(block(1, 2.2, 1.6), -3.9, -0.4, 1.1),
          at(block(1, 2.2, 1.5), -3.9, -0.4, 3.8),
        ),
        wall,
      ),
      part(at(block(8, 5, 0.22), 0, 0, 3.1), wall),
      part(at(block(0.18, 4.8, 2.6), 1.2, 0, 0.5), wall),
      part(at(block(0.18, 4.8, 2.6), -1.2, 0, 3.3), wall),
      part(at(block(9.0, 5.8, 0.24, 0.04), 0.1, 0.1, 5.95), anthracite),
      part(at(block(2.6, 1.6, 0.06), 1.6, 0.4, 6.2), { ...tint('#16323c', 0.1) }),
      part(at(block(2.6, 1.6, 0.06), -1.6, 0.4, 6.2), { ...tint('#16323c', 0.1) }),
      part(at(block(3.6, 0.03, 0.06), -1.4, 2.24, 2.95), glow),
      part(at(block(2.0, 0.03, 0.06), 2.6, 2.24, 2.95), glow),
      part(at(block(4.2, 0.03, 0.06), 1.4, 2.24, 5.7), glow),
      part(at(sphere(0.28), -2.4, 0.2, 2.4), glow),
      part(at(cylinder(0.015, 0.6), -2.4, 0.2, 2.5), black),
      part(at(sphere(0.2), 2.7, 0.2, 5.0), glow),
      part(at(cylinder(0.015, 0.9), 2.7, 0.2, 5.1), black),
      ...place(
        [
          part(at(slab(2, 0.9, 0.4, 0.15, 0.1), 0, 0, 0.15), tint('#5f7a70')),
          part(at(slab(2, 0.3, 0.8, 0.12, 0.1), 0, 0.35, 0.2), tint('#5f7a70')),
        ],
        [-0.5, 1.5, 0.5],
      ),
      ...place(table(1.5, 0.8, 0.75, tint('#c9b394')), [-2.4, 0.2, 0.5]),
      ...place(
        [
          part(block(2.2, 0.6, 0.9, 0.02), white),
          part(at(block(2.2, 0.62, 0.06, 0.01), 0, 0, 0.9), anthracite),
          part(at(block(2.2, 0.4, 0.6, 0.02), 0, 0.1, 1.55), white),
        ],
        [2.55, 2.0, 0.5],
      ),
      ...place(
        [
          part(at(slab(1.9, 2.2, 0.35, 0.12, 0.1), 0, 0, 0.15), white),
          part(at(slab(1.92, 1.5, 0.2, 0.12, 0.1), 0, -0.3, 0.4), tint('#9cc7b6', 0.95)),
          part(at(slab(2, 0.14, 0.9, 0.06, 0.05), 0, 1.1, 0.1), tint('#c9b394')),
        ],
        [0.6, 1.0, 3.32],
      ),
      ...place(plant(0.8, 3), [3.4, 1.6, 3.32]),
      ...place(plant(0.8, 8), [0.7, -1.8, 0.5]),
      ...place(table(1.4, 0.6, 0.75), [-2.5, 1.9, 3.32]),
      ...place(display(0.6, 0.36, 4), [-2.5, 1.95, 4.15]),
      ...place(
        figure({ skin: '#e0b08a', hair: '#3a2a20', top: '#e2590b', legs: '#22282b', pose: 'stand' }),
        [-2.4, -1.1, 0.5],
        ['z', 40],
      ),
      ...place(
        figure({ skin: '#8a5a3c', hair: '#1a1512', top: '#eef0ee', legs: '#007a53', pose: 'hold', long: true }),
        [2.6, 0.9, 0.5],
        ['z', 160],
      ),
      ...place(
        [
          part(slab(0.4, 0.4, 0.1, 0.06, 0.03), white),
          part(at(cylinder(0.08, 0.04), 0, 0, 0.09), lamp('#1fc28b', 1.6)),
        ],
        [-0.9, 2.24, 2.2],
        ['x', 90],
      ),
      ...[
        [-5.4, 2.6, 2.6],
        [5.4, 2.9, 3.2],
        [5.2, -2.2, 2.1],
        [-5.3, -2.0, 1.9],
      ].flatMap(([x = 0, y = 0, h = 2], i) =>
        place(
          [
            part(cylinder(h * 0.03, h * 0.6), tint('#6d5f50')),
            part(at(sphere(h * 0.28), 0, 0, h * 0.7), tint('#41705c', 0.95)),
          ],
          [x, y, 0.2],
          ['z', i * 40],
        ),
      ),
    ],
    { azimuth: 26, elevation: 13, distance: 30, target: [0.1, 0, 2.9], angle: 19 },
    {
      light: {
        ...night,
        key: [-0.7, -0.55, 0.5],
        keyColour: [0.5, 0.56, 0.62],
        sky: [0.36, 0.4, 0.44],
        bounce: [0.34, 0.28, 0.2],
        rimColour: [0.35, 0.22, 0.1],
      },
      backdrop: { centre: hex('#5f7680'), edge: hex('#26343a'), gloss: 0.1, spot: [0.5, 0.55] },
    },
  );
}
