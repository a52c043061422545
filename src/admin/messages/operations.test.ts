import { expect, it } from 'vitest';
import { describeAge } from './operations.ts';

const since = '2026-05-04T08:00:00Z';
const after = (seconds: number) => describeAge(since, Date.parse(since) + seconds * 1000);

it('says for how long something waits, roughly', () => {
  expect([0, 1, 59, 60, 130, 3600, 7300, 172_800].map(after)).toEqual([
    '0 seconds',
    '1 second',
    '59 seconds',
    '1 minute',
    '2 minutes',
    '1 hour',
    '2 hours',
    '2 days',
  ]);
});

it('does not count below nothing, where clocks differ', () => {
  expect(after(-5)).toBe('0 seconds');
});
