import { expect, it } from 'vitest';
import { makeWaitingMoves } from './use-waiting-moves.ts';

it('begins moves in their order, one at a time, and passes over those for which there is nothing to do', async () => {
  const moves = makeWaitingMoves();
  const begun: string[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  const actOf = (moduleId: number, by: -1 | 1) =>
    moduleId === 1
      ? null
      : async () => {
          begun.push(`${moduleId} ${by}`);
          await promise;
        };
  for (const moduleId of [1, 2, 3]) moves.add({ id: moduleId }, 1);
  moves.begin(actOf);
  moves.begin(actOf);
  expect(begun).toEqual(['2 1']);
  resolve();
  await promise;
  await expect.poll(() => begun.length + (moves.begin(actOf), 0)).toBe(2);
  expect(begun).toEqual(['2 1', '3 1']);
  await expect.poll(() => moves.any()).toBe(false);
});
