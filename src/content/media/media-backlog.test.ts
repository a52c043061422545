import { describe, expect, it } from 'vitest';
import { MediaBacklog } from './media-backlog.ts';

const hashOf = (number: number) => String(number).padStart(20, '0');

/** A backlog of so many files that are stored when the test says so, and the order in which they were begun. */
function backlogOf(files: number) {
  const begun: number[] = [];
  const failures: string[] = [];
  const finish = new Map<number, (error?: Error) => void>();
  const backlog = new MediaBacklog({ onFailure: (hash, reason) => failures.push(`${hash}: ${reason}`) });
  for (let number = 1; number <= files; number += 1) {
    backlog.add(
      hashOf(number),
      () =>
        new Promise<void>((resolve, reject) => {
          begun.push(number);
          finish.set(number, (error) => (error ? reject(error) : resolve()));
        }),
    );
  }
  return { backlog, begun, failures, finish: (number: number, error?: Error) => finish.get(number)?.(error) };
}

/** Lets promises that are settled be noticed. */
const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('media that are stored later', () => {
  it.each([
    `${hashOf(5)}-640.webp`,
    `originals/${hashOf(5)}.webp`,
    `vectors/${hashOf(5)}.svg`,
    `documents/${hashOf(5)}/data sheet.pdf`,
    `${hashOf(5)}-1280.webp-og-main.jpg`,
  ])('come first when somebody asks for %s', async (path) => {
    const { backlog, begun, finish } = backlogOf(6);
    const all = backlog.storeAll();
    let hasArrived = false;
    const arrival = backlog.arrival(path).then(() => (hasArrived = true));
    await turn();
    expect(begun).toEqual([1, 2, 5]);
    expect(hasArrived).toBe(false);
    finish(5);
    await arrival;
    for (const number of [1, 2, 3, 4, 6]) {
      finish(number);
      await turn();
    }
    await all;
    expect(begun.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(backlog.size).toBe(0);
  });

  it('are stored once, however often they are asked for, and other files wait for nothing', async () => {
    const { backlog, begun, finish } = backlogOf(1);
    await backlog.arrival(`${hashOf(2)}-320.webp`);
    await backlog.arrival('favicon.svg');
    const arrivals = Promise.all([backlog.arrival(`${hashOf(1)}-320.webp`), backlog.arrival(`${hashOf(1)}-640.webp`)]);
    const all = backlog.storeAll();
    await turn();
    finish(1);
    await Promise.all([arrivals, all]);
    await backlog.arrival(`${hashOf(1)}-320.webp`);
    expect(begun).toEqual([1]);
  });

  it('that another process has left are looked up once, when they are needed first', async () => {
    let filled = 0;
    const stored: string[] = [];
    const backlog: MediaBacklog = new MediaBacklog({
      onFailure: () => {},
      fill: async () => {
        filled += 1;
        for (const number of [1, 2]) {
          backlog.add(hashOf(number), async () => void stored.push(hashOf(number)));
        }
      },
    });
    await backlog.arrival('favicon.svg');
    expect(filled).toBe(0);
    await Promise.all([backlog.arrival(`${hashOf(2)}-320.webp`), backlog.storeAll()]);
    expect(filled).toBe(1);
    expect(stored.toSorted()).toEqual([hashOf(1), hashOf(2)]);
  });

  it('that cannot be stored are told of, and hold up nothing', async () => {
    const { backlog, failures, finish } = backlogOf(3);
    const all = backlog.storeAll();
    await turn();
    finish(1, new Error('The picture is damaged'));
    await turn();
    finish(2);
    finish(3);
    await all;
    expect(failures).toEqual([`${hashOf(1)}: The picture is damaged`]);
  });

  it('are not begun any more after a stop, which waits for those that are', async () => {
    const { backlog, begun, finish } = backlogOf(5);
    const all = backlog.storeAll();
    await turn();
    const stopped = backlog.stop();
    finish(1);
    finish(2);
    await Promise.all([stopped, all]);
    expect(begun).toEqual([1, 2]);
  });
});
