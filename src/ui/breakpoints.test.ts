import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const source = fileURLToPath(new URL('..', import.meta.url));
const files = ['ui', 'modules'].flatMap((folder) =>
  readdirSync(path.join(source, folder), { recursive: true, encoding: 'utf8' }).map((file) => path.join(folder, file)),
);
const linesOf = (ending: RegExp) =>
  files
    .filter((file) => ending.test(file) && !/\.test\./.test(file))
    .flatMap((file) =>
      readFileSync(path.join(source, file), 'utf8')
        .split('\n')
        .map((line) => ({ file, line })),
    );

/** The specification's breakpoints, and those that make space for large text. */
const breakpoints = [36, 48, 60, 75, 87.5, 120, 30, 26, 22, 20, 18];

describe('breakpoints', () => {
  const queries = linesOf(/\.css$/).filter(({ line }) => line.trimStart().startsWith('@media'));

  it("grow with the reader's text: every media query of a width is in rem, at one of the known widths", () => {
    const widths = queries.flatMap(({ file, line }) =>
      [...line.matchAll(/width\s*(?:[<>]=?|:)\s*([\d.]+)(\w+)/g)].map(([, size, unit]) => ({ file, size, unit })),
    );
    expect(widths.length).toBeGreaterThan(100);
    expect(widths.filter(({ size, unit }) => unit !== 'rem' || !breakpoints.includes(Number(size)))).toEqual([]);
  });

  it('are not asked for by scripts in pixels', () => {
    const asked = linesOf(/\.tsx?$/).filter(({ line }) => /matchMedia\(/.test(line));
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.filter(({ line }) => /width/.test(line))).toEqual([]);
  });
});
