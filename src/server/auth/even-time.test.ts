import { expect, it } from 'vitest';
import { timeToStep } from './time-to-step.ts';

it.each([
  [0, 400],
  [9, 400],
  [94.5, 400],
  [400, 400],
  [401, 800],
])('answers what has taken %d ms after %d', (passed, answered) => {
  expect(passed + timeToStep(passed)).toBe(answered);
});
