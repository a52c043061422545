import { expect, it } from 'vitest';
import { nameBuild, buildTime } from './build-name.ts';

it('reads from the name of a build when it was made', () => {
  const before = new Date().toISOString();
  const time = buildTime(nameBuild());
  expect(time! >= before).toBe(true);
  expect(time! <= new Date().toISOString()).toBe(true);
});

it('knows nothing of a name that does not tell', () => {
  expect(buildTime('r1')).toBeNull();
});
