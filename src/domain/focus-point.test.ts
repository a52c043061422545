import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { focusClasses, focusStep, toFocusStep } from './focus-point.ts';

it('goes in steps, and never out of the picture', () => {
  expect([-7, 0, 4, 5, 96, 130].map(toFocusStep)).toEqual([0, 0, 0, 10, 100, 100]);
});

it('has a class for each step', () => {
  const css = readFileSync(new URL('../ui/base.css', import.meta.url), 'utf8');
  for (let step = 0; step <= 100; step += focusStep) {
    const [x, y] = focusClasses([step, step]).split(' ');
    expect(css).toContain(`.${x} {\n  --focus-x: ${step}%;`);
    expect(css).toContain(`.${y} {\n  --focus-y: ${step}%;`);
  }
});
