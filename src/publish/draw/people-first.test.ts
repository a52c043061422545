import { Worker } from 'node:worker_threads';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { PeopleFirst } from './people-first.ts';

it('lets others go on when nobody waits', () => {
  const began = performance.now();
  new PeopleFirst().letPass();
  expect(performance.now() - began).toBeLessThan(50);
});

it('holds another thread until what people wait for is done', async () => {
  const people = new PeopleFirst();
  const file = new URL('people-first.ts', import.meta.url).href;
  const code = `
    const { parentPort, workerData } = require('node:worker_threads');
    import(${JSON.stringify(file)}).then(({ PeopleFirst }) => {
      parentPort.postMessage('ready');
      new PeopleFirst(workerData).letPass();
      parentPort.postMessage('passed');
    });`;
  const seen: string[] = [];
  const done = Promise.withResolvers<void>();
  let worker: Worker | null = null;
  try {
    await people.during(async () => {
      worker = new Worker(code, { eval: true, workerData: people.memory });
      worker.on('message', (message: string) => seen.push(message));
      await once(worker, 'message');
      seen.push('published');
      done.resolve();
    });
    await done.promise;
    await expect.poll(() => seen).toEqual(['ready', 'published', 'passed']);
  } finally {
    await (worker as Worker | null)?.terminate();
  }
});

it('counts tasks, and ends with the one that fails', async () => {
  const people = new PeopleFirst();
  await expect(
    people.during(async () => {
      await people.during(async () => {});
      throw new Error('failed');
    }),
  ).rejects.toThrow('failed');
  expect(new Int32Array(people.memory)[0]).toBe(0);
});
