import { expect, it } from 'vitest';
import { nameRelease, releaseTime } from './release-name.ts';

it('reads from the name of a release when it was made', () => {
  const before = new Date().toISOString();
  const time = releaseTime(nameRelease());
  expect(time! >= before).toBe(true);
  expect(time! <= new Date().toISOString()).toBe(true);
});

it('knows nothing of a name that does not tell', () => {
  expect(releaseTime('r1')).toBeNull();
});
