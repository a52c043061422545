import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { focusClasses, toFocusPercent } from './focus-point.ts';

it('is in whole percents, and never out of the picture', () => {
  expect([-7, 0, 4.4, 4.5, 96, 130].map(toFocusPercent)).toEqual([0, 0, 4, 5, 96, 100]);
});

it('has the classes of each percent, which add up to it', () => {
  const css = readFileSync(new URL('../../ui/base.css', import.meta.url), 'utf8');
  const valueOf = (name: string) => {
    const found = new RegExp(`\\.${name} \\{\\n  --(?:focus|more)-[xy]: (?:calc\\()?(\\d+)%`).exec(css)?.[1];
    if (found === undefined) throw new Error(`There is no rule for ${name}`);
    return Number(found);
  };
  for (let percent = 0; percent <= 100; percent += 1) {
    const names = focusClasses([percent, percent]).split(' ');
    for (const axis of ['x', 'y']) {
      const own = names.filter((name) => name.includes(`-${axis}-`));
      expect(
        own.reduce((sum, name) => sum + valueOf(name), 0),
        own.join(),
      ).toBe(percent);
    }
  }
  expect(focusClasses([30, 0])).toBe('focus-x-30 focus-y-0');
});
