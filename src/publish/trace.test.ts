import { afterEach, expect, it } from 'vitest';
import { beginSpan, setTracing, traced } from './trace.ts';

afterEach(() => setTracing(null));

it('measures nothing while traces are off', async () => {
  expect(await traced('work', {}, async (span) => (span.add({ a: 1 }), 7))).toBe(7);
  expect(beginSpan('work').within(() => 8)).toBe(8);
});

it('tells of work that ends, and why it failed', async () => {
  const recorded: unknown[] = [];
  setTracing((name, facts, options) => ({
    within: (task) => task(),
    add: (more) => recorded.push(more),
    end: (error) => recorded.push([name, facts, options, String(error)]),
  }));
  await traced('work', { site: 'main' }, async () => 1, { of: ['request-1'] });
  const failure = new Error('no');
  await expect(traced('other', {}, () => Promise.reject(failure))).rejects.toBe(failure);
  expect(recorded).toEqual([
    ['work', { site: 'main' }, { of: ['request-1'] }, 'undefined'],
    ['other', {}, {}, 'Error: no'],
  ]);
});
