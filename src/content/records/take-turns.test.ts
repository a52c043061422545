import { expect, it } from 'vitest';
import { takeTurns } from './take-turns.ts';

it('works on each in order, and lets others in between', async () => {
  const done: string[] = [];
  let isWorking = true;
  let others = 0;
  const come = () => {
    others += 1;
    if (isWorking) setImmediate(come);
  };
  setImmediate(come);
  await takeTurns(['a', 'b', 'c'], (item, index) => {
    const begun = performance.now();
    while (performance.now() - begun < 15);
    done.push(`${item}${index} after ${others}`);
  });
  isWorking = false;
  expect(done).toEqual(['a0 after 0', 'b1 after 1', 'c2 after 2']);
});

it('ends with the error of its work', async () => {
  const fail = () => {
    throw new Error('no');
  };
  await expect(takeTurns([1], fail)).rejects.toThrow('no');
});
