/**
 * Writes fonts-ja.css, fonts-ko.css and fonts-zh.css from the @fontsource packages: `node src/ui/write-font-sheets.ts`.
 *
 * The packages' own sheets weigh 62 KB (ja), 28 KB (ko) and 64 KB (zh) gzipped for two weights. Two things make them
 * small. Slices of rare characters are left out (fewer than one in a hundred of the demo's Chinese texts need them; the
 * reader's system font shows those). And the weights of a slice stand next to each other, so that gzip finds the second range
 * list in its window: the second weight costs a tenth of the first.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const sheets = [
  { file: 'fonts-ja.css', package: 'ibm-plex-sans-jp', family: 'IBM Plex Sans JP', firstSlice: 52 },
  { file: 'fonts-ko.css', package: 'ibm-plex-sans-kr', family: 'IBM Plex Sans KR', firstSlice: 93 },
  { file: 'fonts-zh.css', package: 'noto-sans-sc', family: 'Noto Sans SC', firstSlice: 97 },
] as const;

const weights = [400, 600] as const;
const modules = new URL('../../node_modules/@fontsource/', import.meta.url);

for (const sheet of sheets) {
  const faces = new Map<number, string[]>();
  for (const weight of weights) {
    const css = readFileSync(new URL(`${sheet.package}/${weight}.css`, modules), 'utf8');
    const name = new RegExp(`files/(${sheet.package}-(\\d+)-${weight}-normal\\.woff2)`);
    for (const [, face = ''] of css.matchAll(/@font-face \{([^}]*)\}/g)) {
      const [, file, slice = '-1'] = name.exec(face) ?? [];
      const range = /unicode-range: ([^;]*);/.exec(face)?.[1];
      if (file === undefined || range === undefined || Number(slice) < sheet.firstSlice) continue;
      const rule = `@font-face{font-family:"${sheet.family}";font-weight:${weight};font-display:swap;src:url("@fontsource/${sheet.package}/files/${file}?no-inline") format("woff2");unicode-range:${range}}`;
      faces.set(Number(slice), [...(faces.get(Number(slice)) ?? []), rule]);
    }
  }
  const text = `/* Written by write-font-sheets.ts. */\n${[...faces.values()].flat().join('\n')}\n`;
  writeFileSync(fileURLToPath(new URL(sheet.file, import.meta.url)), text);
}
