import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { pictureCrops } from './picture-crops.ts';

const root = new URL('../../', import.meta.url).pathname;

/** The last parts of a rule's selectors: what the rule is about. */
const subjectsOf = (selector: string) =>
  selector.split(/,(?![^(]*\))/).map((one) => one.trim().split(/\s+/).at(-1) ?? '');

/** The shapes of what a stylesheet crops. */
function cropsIn(css: string): string[] {
  const rules = [...css.replaceAll(/\/\*[\s\S]*?\*\//g, '').matchAll(/([^{}]+)\{([^{}]*)\}/g)].map(
    ([, selector = '', body = '']) => ({
      subjects: subjectsOf(selector),
      body,
    }),
  );
  const cropped = new Set(
    rules.filter(({ body }) => body.includes('object-fit: cover')).flatMap(({ subjects }) => subjects),
  );
  return rules
    .filter(({ subjects }) => subjects.some((subject) => cropped.has(subject)))
    .flatMap(({ body }) => /aspect-ratio: ([^;]+);/.exec(body)?.[1] ?? []);
}

const valueOf = (ratio: string) => {
  const [width = 1, height = 1] = ratio.split('/').map(Number);
  return width / height;
};

it('are all shapes to which a stylesheet crops a picture', () => {
  const files = globSync(['modules/*/*.css', 'ui/**/*.css'], { cwd: root });
  const crops = new Set(files.flatMap((file) => cropsIn(readFileSync(`${root}${file}`, 'utf8'))));
  crops.delete('auto');
  expect(crops.size).toBeGreaterThan(5);
  const known = new Set<number>(pictureCrops.map(({ ratio }) => valueOf(ratio)));
  expect([...crops].filter((ratio) => !known.has(valueOf(ratio)))).toEqual([]);
});
