import { setImmediate } from 'node:timers/promises';

/** For so long the process does nothing else, in milliseconds. */
const turn = 10;

/** Works on one after the other, and lets other requests come in between: thousands of rows of one hold up nobody else's. */
export async function takeTurns<T>(items: Iterable<T>, work: (item: T, index: number) => void): Promise<void> {
  let since = performance.now();
  let index = 0;
  for (const item of items) {
    work(item, index);
    index += 1;
    if (performance.now() - since < turn) continue;
    await setImmediate();
    since = performance.now();
  }
}
