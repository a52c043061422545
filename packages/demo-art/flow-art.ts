// Abstract heroes: lines of flow, isobars and fields of particles, computed, not drawn.

import { blur, chance, grain, line, linear, radial, sheet, smoothLine } from './svg.ts';
import type { Dot } from './svg.ts';

/** Velocity of an ideal flow from left to right around a round obstacle, with a slow swell on top. */
function velocity(x: number, y: number, cx: number, cy: number, radius: number): Dot {
  const [dx, dy] = [x - cx, y - cy];
  const r2 = dx * dx + dy * dy;
  const k = (radius * radius) / Math.max(r2, radius * radius * 0.6);
  const c2 = (dx * dx - dy * dy) / r2;
  const s2 = (2 * dx * dy) / r2;
  return [1 - k * c2, -k * s2 + 0.1 * Math.sin(x / 260 + y / 180)];
}

/** Streamlines that part around the sensor; they are screened over its photograph. */
export function streams(width: number, height: number, cx: number, cy: number, radius: number): string {
  const random = chance(11);
  let body = '';
  const count = Math.round(height / 14.5);
  for (let i = 0; i < count; i++) {
    const lane = i / (count - 1);
    let [x, y] = [-40, height * (lane * 1.1 - 0.05)];
    const dots: Dot[] = [];
    for (let s = 0; s < 420 && x < width + 60; s++) {
      if (s % 5 === 0) dots.push([x, y]);
      const [vx, vy] = velocity(x, y, cx, cy, radius);
      if (Math.hypot(x - cx, y - cy) < radius * 0.97) break;
      const l = Math.hypot(vx, vy) || 1;
      x += (vx / l) * 6;
      y += (vy / l) * 6;
    }
    const near = Math.exp(-(((height * lane - cy) / (radius * 1.5)) ** 2));
    body += `<path d="${smoothLine(dots)}" fill="none" stroke="url(#flow)" stroke-width="${((0.8 + near * 1.5) * (width / 1920 + 0.4) * 0.9).toFixed(2)}" opacity="${(0.3 + 0.7 * near * (0.6 + 0.4 * random())).toFixed(2)}"/>`;
    for (let p = 0; p < 1 + near * 5; p++) {
      const at = dots[Math.floor(random() * dots.length)];
      if (at)
        body += `<circle cx="${(at[0] + random() * 26).toFixed(1)}" cy="${at[1].toFixed(1)}" r="${((1.2 + random() * 2.2) * (width / 1920)).toFixed(1)}" fill="#9af3d3" opacity="${(0.25 + 0.6 * near).toFixed(2)}"/>`;
    }
  }
  return sheet(
    width,
    height,
    linear(
      'flow',
      [0, 0],
      [1, 0],
      [
        [0, '#1fc28b', 0.1],
        [0.35, '#1fc28b', 0.9],
        [0.62, '#6be8bf', 1],
        [1, '#1fc28b', 0.25],
      ],
    )
      .replace('<linearGradient', '<linearGradient gradientUnits="userSpaceOnUse"')
      .replace('x2="1"', `x2="${width}"`),
    body,
  );
}

const swell = (x: number, y: number): number =>
  Math.sin(x * 0.0041 + 0.6) * Math.cos(y * 0.0052 - 0.4) +
  0.55 * Math.sin(x * 0.0083 - y * 0.0061 + 1.1) +
  0.32 * Math.cos(x * 0.0037 + y * 0.0108);

/** Lines of equal value by marching squares. */
function isoline(width: number, height: number, level: number, step: number): string {
  let d = '';
  for (let x = -step; x < width + step; x += step) {
    for (let y = -step; y < height + step; y += step) {
      const [a, b, c, e] = [
        swell(x, y) - level,
        swell(x + step, y) - level,
        swell(x + step, y + step) - level,
        swell(x, y + step) - level,
      ];
      const hits: Dot[] = [];
      if (a * b < 0) hits.push([x + (step * a) / (a - b), y]);
      if (b * c < 0) hits.push([x + step, y + (step * b) / (b - c)]);
      if (e * c < 0) hits.push([x + (step * e) / (e - c), y + step]);
      if (a * e < 0) hits.push([x, y + (step * a) / (a - e)]);
      for (let i = 0; i + 1 < hits.length; i += 2) d += line(hits.slice(i, i + 2));
    }
  }
  return d;
}

/** Support: a quiet pressure map, with one place marked by a question. */
export function isobars(): string {
  const [w, h] = [1920, 1080];
  let body = `<rect width="${w}" height="${h}" fill="url(#ground)"/>`;
  for (let i = -14; i <= 14; i++) {
    const strong = i % 5 === 0;
    body += `<path d="${isoline(w, h, i * 0.115, 10)}" fill="none" stroke="${strong ? '#1fc28b' : '#8fb3a8'}" stroke-width="${strong ? 2 : 1.1}" opacity="${strong ? 0.85 : 0.38}" stroke-linecap="round"/>`;
  }
  body += `<circle cx="1180" cy="470" r="190" fill="url(#halo)"/>${[26, 54, 90].map((r, i) => `<circle cx="1180" cy="470" r="${r}" fill="none" stroke="#ff7a35" stroke-width="${2 - i * 0.5}" opacity="${0.9 - i * 0.28}"/>`).join('')}<circle cx="1180" cy="470" r="10" fill="#ff7a35"/>`;
  return sheet(
    w,
    h,
    radial('ground', [0.6, 0.42], 0.9, [
      [0, '#344146'],
      [0.55, '#22282b'],
      [1, '#14191b'],
    ]) +
      radial('halo', [0.5, 0.5], 0.5, [
        [0, '#e2590b', 0.4],
        [1, '#e2590b', 0],
      ]),
    body + grain(w, h, 0.06),
  );
}

/** Newsroom: a cloth of dots that rises and falls, on white. */
export function dotField(): string {
  const [w, h] = [1920, 1080];
  let body = `<rect width="${w}" height="${h}" fill="url(#ground)"/>`;
  for (let row = 0; row < 64; row++) {
    const depth = row / 63;
    for (let col = 0; col < 150; col++) {
      const u = (col / 149 - 0.5) * 2;
      const height =
        Math.sin(u * 4.2 + depth * 5.2) * 0.5 +
        Math.sin(u * 2.1 - depth * 7.4 + 1) * 0.38 +
        0.24 * Math.sin(u * 9 + depth * 3);
      const spread = 0.62 + depth * 0.62;
      const [x, y] = [w / 2 + u * w * 0.6 * spread, 330 + depth ** 1.35 * 640 - height * (34 + depth * 96)];
      const lift = Math.max(0, Math.min(1, height * 0.75 + 0.45));
      const hot = row === 40 && col === 96;
      const colour = hot ? '#e2590b' : lift > 0.68 ? '#007a53' : lift > 0.4 ? '#3f967a' : '#8fa9a0';
      body += `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${hot ? 14 : (1.1 + depth * 4.1 * (0.4 + lift * 0.8)).toFixed(2)}" fill="${colour}" opacity="${hot ? 1 : (0.22 + depth * 0.7).toFixed(2)}"/>`;
    }
  }
  return sheet(
    w,
    h,
    linear(
      'ground',
      [0, 0],
      [0, 1],
      [
        [0, '#ffffff'],
        [0.5, '#f5f8f6'],
        [1, '#e6ecea'],
      ],
    ),
    body + grain(w, h, 0.03),
  );
}

/** Automotive: the contour of a car as the only light in the room, and the air that slides over it. */
export function contour(width: number, height: number): string {
  const roof: Dot[] = [
    [330, 742],
    [352, 690],
    [420, 655],
    [560, 618],
    [700, 590],
    [800, 545],
    [905, 482],
    [1010, 447],
    [1130, 436],
    [1250, 450],
    [1370, 492],
    [1470, 545],
    [1560, 572],
    [1610, 600],
    [1632, 650],
    [1625, 716],
  ];
  const sill: Dot[] = [
    [330, 742],
    [372, 770],
    [470, 778],
  ];
  const arch = (cx: number, r: number): string => `M${cx - r} 776A${r} ${r} 0 0 1 ${cx + r} 776`;
  const wheel = (cx: number): string =>
    `<circle cx="${cx}" cy="770" r="86" fill="#0f1314"/><circle cx="${cx}" cy="770" r="85" fill="none" stroke="#5f6d70" stroke-width="2.4" opacity=".75"/><circle cx="${cx}" cy="770" r="60" fill="none" stroke="#aebbbb" stroke-width="2" opacity=".7"/>${Array.from({ length: 10 }, (_, i) => `<path d="M${cx + 14 * Math.cos(i * 0.628)} ${770 + 14 * Math.sin(i * 0.628)}L${cx + 57 * Math.cos(i * 0.628)} ${770 + 57 * Math.sin(i * 0.628)}" stroke="#7f8d8f" stroke-width="3" opacity=".55"/>`).join('')}`;
  let air = '';
  for (let i = 0; i < 26; i++) {
    const lift = i * 11 + 10;
    const fade = Math.exp(-i / 11);
    const over = roof
      .slice(1, -3)
      .map(([x, y], k): Dot => [
        x + 10,
        y - lift * (0.85 + 0.2 * Math.sin(k * 0.5)) + Math.max(0, 640 - y) * 0.02 * i * 0.12,
      ]);
    const path: Dot[] = [
      [-60, 700 - lift * 0.95],
      [170, 702 - lift],
      ...over,
      [1640, 606 - lift * 0.8],
      [1790, 640 - lift * 0.6],
      [1990, 655 - lift * 0.45],
    ];
    air += `<path d="${smoothLine(path)}" fill="none" stroke="url(#air)" stroke-width="${(0.8 + 1.2 * fade).toFixed(2)}" opacity="${(0.12 + 0.6 * fade).toFixed(2)}"/>`;
  }
  const shape = `${smoothLine(roof)}L1600 772L1500 778L470 778Z`;
  const body =
    `<rect width="1920" height="1080" fill="url(#ground)"/><ellipse cx="980" cy="862" rx="900" ry="120" fill="url(#under)"/><ellipse cx="960" cy="560" rx="1050" ry="470" fill="url(#aura)"/>${air}` +
    `<path d="${shape}" fill="url(#paint)"/><path d="M835 556L925 494Q1020 458 1130 455Q1250 462 1350 500L1425 548Q1130 575 835 556Z" fill="url(#pane)"/><path d="M1120 456L1132 566" stroke="#0d1112" stroke-width="12"/>` +
    `${[600, 1400].map((cx) => `<path d="${arch(cx, 104)}Z" fill="#0b0e0f"/>`).join('')}${wheel(600)}${wheel(1400)}` +
    `<path d="${smoothLine(roof)}" fill="none" stroke="#eafff7" stroke-width="10" opacity=".35" filter="url(#near)"/><path d="${smoothLine(roof)}" fill="none" stroke="url(#edge)" stroke-width="3.6" stroke-linecap="round"/><path d="${smoothLine(sill)}" fill="none" stroke="#9fb3ae" stroke-width="2" opacity=".5"/>` +
    `<path d="M430 676Q620 640 840 634T1600 618" fill="none" stroke="#dff3ec" stroke-width="2.2" opacity=".5"/><path d="M520 752Q980 728 1560 744" fill="none" stroke="#7d9590" stroke-width="1.6" opacity=".5"/>` +
    `<path d="M356 694L440 672" stroke="#f4fffb" stroke-width="7" stroke-linecap="round"/><path d="M356 694L440 672" stroke="#dffbf0" stroke-width="26" stroke-linecap="round" opacity=".6" filter="url(#near)"/><path d="M1588 606L1628 634" stroke="#ff6a1c" stroke-width="7" stroke-linecap="round"/><path d="M1588 606L1628 634" stroke="#ff6a1c" stroke-width="30" stroke-linecap="round" opacity=".6" filter="url(#near)"/>` +
    `<g transform="translate(0 1714) scale(1 -1)" opacity=".13"><path d="${smoothLine(roof)}" fill="none" stroke="#cfeee2" stroke-width="5" filter="url(#near)"/></g>`;
  const defs =
    radial('ground', [0.52, 0.55], 0.75, [
      [0, '#39464a'],
      [0.5, '#22282b'],
      [1, '#0f1314'],
    ]) +
    linear(
      'paint',
      [0, 0],
      [0, 1],
      [
        [0, '#2b3437'],
        [0.45, '#1a2022'],
        [1, '#0c0f10'],
      ],
    ) +
    linear(
      'pane',
      [0, 0],
      [1, 1],
      [
        [0, '#5d7775', 0.75],
        [0.6, '#1d2729'],
        [1, '#121819'],
      ],
    ) +
    linear(
      'edge',
      [0, 0],
      [1, 0],
      [
        [0, '#9fd9c4'],
        [0.4, '#ffffff'],
        [0.75, '#e9fff7'],
        [1, '#7bbfa7'],
      ],
    ) +
    linear(
      'air',
      [0, 0],
      [1, 0],
      [
        [0, '#1fc28b', 0],
        [0.25, '#1fc28b'],
        [0.7, '#63e4ba'],
        [1, '#1fc28b', 0],
      ],
    ) +
    radial('under', [0.5, 0.5], 0.5, [
      [0, '#080b0c', 0.95],
      [0.55, '#0b0f10', 0.7],
      [1, '#0f1314', 0],
    ]) +
    radial('aura', [0.5, 0.5], 0.5, [
      [0, '#1fc28b', 0.16],
      [1, '#1fc28b', 0],
    ]) +
    blur('near', 9);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 1920 1080" preserveAspectRatio="xMidYMid slice"><defs>${defs}</defs>${body}${grain(1920, 1080, 0.05)}</svg>`;
}

/** Defogging: through the windscreen, half of it clear already, with the sensor behind the mirror. */
export function windscreen(): string {
  const [w, h] = [1920, 1280];
  const random = chance(5);
  const glass =
    'M96 1052C140 640 300 300 420 176C720 112 1200 112 1500 176C1620 300 1780 640 1824 1052C1340 1106 580 1106 96 1052Z';
  let drops = '';
  for (let i = 0; i < 900; i++) {
    const [x, y] = [100 + random() * 1720, 130 + random() * 950];
    const clearing = ((x - 1180) / 690) ** 2 + ((y - 800) / 560) ** 2;
    if (clearing < 1) continue;
    const r = 1.4 + random() ** 3 * 7;
    drops += `<circle cx="${x.toFixed(0)}" cy="${y.toFixed(0)}" r="${r.toFixed(1)}" fill="#ffffff" opacity="${(0.18 + random() * 0.4).toFixed(2)}"/><circle cx="${(x - r * 0.3).toFixed(1)}" cy="${(y - r * 0.35).toFixed(1)}" r="${(r * 0.35).toFixed(1)}" fill="#fff" opacity=".8"/>`;
  }
  const fog = `<g mask="url(#fogged)"><rect width="${w}" height="${h}" fill="#e6eeef" opacity=".78"/>${drops}</g>`;
  const vents = [420, 800, 1180, 1560]
    .map(
      (x) =>
        `<rect x="${x - 110}" y="1112" width="220" height="20" rx="10" fill="#0f1314"/><rect x="${x - 104}" y="1114" width="208" height="3" rx="1.5" fill="#4a5559"/>`,
    )
    .join('');
  const cockpit =
    `<path fill-rule="evenodd" d="M0 0H1920V1280H0Z ${glass}" fill="url(#trim)"/><path d="${glass}" fill="none" stroke="#0c0f10" stroke-width="14"/><path d="${glass}" fill="none" stroke="#7e8b8e" stroke-width="2" opacity=".7"/>` +
    `<path d="M0 1140C420 1076 1500 1076 1920 1140V1280H0Z" fill="url(#dash)"/><path d="M0 1140C420 1076 1500 1076 1920 1140" fill="none" stroke="#69777b" stroke-width="3"/>${vents}` +
    `<path d="M935 130L985 130L1000 226L920 226Z" fill="#15191b"/><rect x="770" y="216" width="380" height="112" rx="48" fill="#15191b"/><rect x="784" y="228" width="352" height="88" rx="38" fill="url(#mirror)"/><rect x="878" y="140" width="164" height="64" rx="14" fill="#22282b"/><rect x="878" y="140" width="164" height="64" rx="14" fill="none" stroke="#556166" stroke-width="2"/><circle cx="930" cy="172" r="13" fill="#0d1112" stroke="#39464a" stroke-width="3"/><circle cx="992" cy="172" r="6" fill="#1fc28b"/><circle cx="992" cy="172" r="22" fill="#1fc28b" opacity=".35" filter="url(#glow)"/>` +
    `<g transform="translate(520 1330)"><ellipse rx="270" ry="226" fill="none" stroke="#101415" stroke-width="46"/><ellipse rx="270" ry="226" fill="none" stroke="#4a565a" stroke-width="3"/></g>`;
  const defs =
    linear(
      'sky',
      [0, 0],
      [0, 1],
      [
        [0, '#bcd6e0'],
        [0.4, '#f3e6d2'],
        [0.6, '#f7e9d6'],
      ],
    ) +
    radial('sun', [0.5, 0.5], 0.5, [
      [0, '#fff6dd', 0.95],
      [0.3, '#ffe9bf', 0.5],
      [1, '#ffe9bf', 0],
    ]) +
    linear(
      'trim',
      [0, 0],
      [0, 1],
      [
        [0, '#3b4549'],
        [0.5, '#272e31'],
        [1, '#1a1f21'],
      ],
    ) +
    linear(
      'dash',
      [0, 0],
      [0, 1],
      [
        [0, '#343d41'],
        [0.5, '#1d2325'],
        [1, '#121617'],
      ],
    ) +
    linear(
      'mirror',
      [0, 0],
      [1, 1],
      [
        [0, '#9fb4b6'],
        [0.5, '#5f7478'],
        [1, '#7c9296'],
      ],
    ) +
    radial('clear', [0.5, 0.5], 0.5, [
      [0, '#000'],
      [0.72, '#000'],
      [1, '#fff'],
    ]) +
    `<mask id="fogged"><rect width="${w}" height="${h}" fill="#fff"/><ellipse cx="1180" cy="810" rx="800" ry="640" fill="url(#clear)"/></mask><clipPath id="pane"><path d="${glass}"/></clipPath>` +
    blur('soft', 26) +
    blur('glow', 8);
  return sheet(w, h, defs, `<g clip-path="url(#pane)">${fog}</g>${cockpit}${grain(w, h, 0.04)}`);
}
