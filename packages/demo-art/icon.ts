// Icons and the marks of invented partners: a few lines each, exact on the pixel grid.

const icon = (ink: string, accent = ''): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48" width="48" height="48" fill="none" stroke="#22282b" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round">${ink}${accent ? `<g stroke="#007a53">${accent}</g>` : ''}</svg>\n`;

const p = (d: string): string => `<path d="${d}"/>`;
const c = (x: number, y: number, r: number): string => `<circle cx="${x}" cy="${y}" r="${r}"/>`;
const dot = (x: number, y: number, r = 1.5): string =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="#007a53" stroke="none"/>`;

export const icons: Readonly<Record<string, string>> = {
  'icon-humidity': icon(p('M24 6C31 15 36 21.5 36 29a12 12 0 0 1-24 0C12 21.5 17 15 24 6Z'), p('M18 30a6 6 0 0 0 6 6')),
  'icon-temperature': icon(
    p('M20 28.5V11a4 4 0 0 1 8 0v17.5a8 8 0 1 1-8 0Z') + p('M33 12h5M33 18h3M33 24h5'),
    c(24, 35, 3) + p('M24 32V18'),
  ),
  'icon-co2': icon(c(24, 24, 7) + c(9, 24, 4) + c(39, 24, 4), p('M13 22.5h4M13 25.5h4M31 22.5h4M31 25.5h4')),
  'icon-particles': icon(
    p('M6 14h20a5 5 0 1 0-5-5M6 34h26a5 5 0 1 1-5 5M6 24h12'),
    dot(25, 24, 2.5) + dot(33, 20, 1.5) + dot(34, 27, 2) + dot(41, 23, 1.25) + dot(41, 30, 1),
  ),
  'icon-formaldehyde': icon(
    p('M22.5 21.300V11M25.5 21.300V11M20.5 27 11 33M27.5 27 37 33') + c(24, 25, 4) + c(8.5, 34.5, 3) + c(39.5, 34.5, 3),
    c(24, 7.5, 3.5),
  ),
  'icon-gas-flow': icon(
    p('M5 17h8v-4h22v4h8M5 31h8v4h22v-4h8M13 17v14M35 17v14'),
    p('M17 21c3-2 5 2 8 0s4 1 6 0M17 27c3-2 5 2 8 0s4 1 6 0'),
  ),
  'icon-liquid-flow': icon(
    p('M5 19h9M34 19h9M5 29h9M34 29h9M14 15h20v18H14Z'),
    p('M24 19c2.5 3 4 4.7 4 6.700a4 4 0 0 1-8 0c0-2 1.5-3.7 4-6.700Z'),
  ),
  'icon-pressure': icon(
    p('M9 34h30v7H9ZM15 34V22M13 22h4M13 26h4M13 30h4M33 34V22M31 22h4M31 26h4M31 30h4'),
    p('M15 16V7M11.5 10.5 15 7l3.5 3.500M33 7v9M29.5 12.5 33 16l3.5-3.5'),
  ),
  'icon-accuracy': icon(c(24, 24, 16) + p('M24 4v8M24 36v8M4 24h8M36 24h8'), c(24, 24, 6) + dot(24, 24)),
  'icon-size': icon(
    p('M14 14h20v20H14ZM14 18.500h-4M14 24h-4M14 29.500h-4M38 18.500h-4M38 24h-4M38 29.500h-4'),
    p('M20 28v-8h8M28 20l-8 8'),
  ),
  'icon-power': icon(p('M8 15h28v18H8ZM36 21h4v6h-4'), p('M23.5 18 18 25h7l-2.5 5')),
  'icon-lifetime': icon(p('M40 24a16 16 0 1 1-5-11.600M36 6v7h-7'), p('M24 14v10l6 4')),
  'icon-support': icon(p('M9 27v-3a15 15 0 0 1 30 0v3M9 26h5v10H9ZM34 26h5v10h-5ZM39 36c0 4-4 6-10 6'), c(26.5, 42, 2)),
  'icon-document': icon(p('M12 5h17l8 8v30H12ZM29 5v8h8'), p('M18 22h13M18 28h13M18 34h8')),
  'icon-code': icon(
    p('M6 10h36v28H6ZM6 17h36') + p('M10 13.500h.01M14 13.500h.01'),
    p('M18 23l-4 4.5 4 4.500M30 23l4 4.5-4 4.500M26 22l-4 11'),
  ),
  'icon-car': icon(
    p('M5 32v-7l6-2 6-9h15l7 9 4 2v7h-4M31 32H17M9 32H5') + c(13, 32, 4) + c(35, 32, 4),
    p('M16 23h19M24.5 14.500V23'),
  ),
};

/** An invented name, drawn as strokes, so that no font is needed. */
function word(x: number, glyphs: string): string {
  const shapes: Record<string, readonly [string, number]> = {
    o: ['M0 12a9 9 0 1 0 18 0a9 9 0 1 0 -18 0', 18],
    n: ['M0 21V11a8 8 0 0 1 16 0V21', 16],
    u: ['M0 3V13a8 8 0 0 0 16 0V3', 16],
    i: ['M0 3V21', 0],
    l: ['M0 -4V21', 0],
    c: ['M15 6a9 9 0 1 0 0 12', 15],
    z: ['M0 3H15L0 21H15', 15],
    a: ['M0 21L8.5 3L17 21', 17],
    v: ['M0 3L8.5 21L17 3', 17],
    d: ['M18 -4V12a9 9 0 1 0 0 .1', 18],
    e: ['M0 12H18M17 7a9 9 0 1 0 0 10', 18],
    m: ['M0 21V10a6.5 6.5 0 0 1 13 0V21M13 10a6.5 6.5 0 0 1 13 0V21', 26],
  };
  let pen = x;
  return glyphs
    .split('')
    .map((g) => {
      const [d, width] = shapes[g] ?? ['', 0];
      const drawn = `<path transform="translate(${pen} 20)" d="${d}"/>`;
      pen += width + 8;
      return drawn;
    })
    .join('');
}

const logo = (mark: string, glyphs: string, weight = 4): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 64" width="200" height="64" fill="none">${mark}<g stroke="#22282b" stroke-width="${weight}" stroke-linecap="round" stroke-linejoin="round">${word(70, glyphs)}</g></svg>\n`;

const ink = '#22282b';
export const logos: readonly string[] = [
  logo(
    `<path d="M12 32a20 20 0 0 1 40 0Z" fill="${ink}"/><path d="M12 36h40a20 20 0 0 1-40 0Z" fill="#007a53"/>`,
    'ozuni',
  ),
  logo(
    `<path d="M32 10 52 21.500v21L32 54 12 42.500v-21Z" stroke="${ink}" stroke-width="5" stroke-linejoin="round"/><path d="M32 24 40 28.600v9L32 42l-8-4.400v-9Z" fill="#007a53"/>`,
    'zelun',
  ),
  logo(
    `<circle cx="25" cy="32" r="15" fill="${ink}"/><circle cx="40" cy="32" r="15" fill="#007a53" fill-opacity=".85"/>`,
    'avuzo',
    4.5,
  ),
  logo(
    [0, 1, 2, 3]
      .map(
        (i) =>
          `<rect x="${12 + i * 11}" y="${40 - i * 9}" width="7" height="${14 + i * 9}" rx="1.5" fill="${i === 3 ? '#007a53' : ink}"/>`,
      )
      .join(''),
    'mizel',
  ),
  logo(
    `<path d="M12 46C20 20 30 20 32 32s12 12 20-14" stroke="${ink}" stroke-width="6" stroke-linecap="round"/><circle cx="52" cy="46" r="5" fill="#007a53"/>`,
    'uzeon',
    3.5,
  ),
  logo(
    `<path d="M12 52 32 12l20 40Z" fill="${ink}"/><path d="M32 32l10 20H22Z" fill="#ffffff"/><path d="M32 40l6 12H26Z" fill="#007a53"/>`,
    'dalzu',
  ),
  logo(
    `<path d="M14 14h16v16H14ZM34 34h16v16H34Z" fill="${ink}"/><path d="M34 14h16v16H34Z" fill="#007a53"/><path d="M16 36h12v12H16Z" stroke="${ink}" stroke-width="4"/>`,
    'cuvad',
  ),
  logo(
    `<circle cx="32" cy="32" r="19" stroke="${ink}" stroke-width="5"/><path d="M32 13v38M13 32h38" stroke="${ink}" stroke-width="2.5"/><path d="M32 32 45 19" stroke="#007a53" stroke-width="5" stroke-linecap="round"/>`,
    'noluz',
  ),
  logo(
    [0, 60, 120, 180, 240, 300]
      .map(
        (a) =>
          `<ellipse cx="32" cy="19" rx="6" ry="10" transform="rotate(${a} 32 32)" fill="${a === 60 ? '#007a53' : ink}"/>`,
      )
      .join(''),
    'eluzi',
    3.5,
  ),
  logo(
    `<path d="M12 20h40M12 32h28M12 44h16" stroke="${ink}" stroke-width="7" stroke-linecap="round"/><path d="M46 32h6M36 44h16" stroke="#007a53" stroke-width="7" stroke-linecap="round"/>`,
    'luzac',
    5,
  ),
];
