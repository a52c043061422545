import { expect, it } from 'vitest';
import { Backoff } from './backoff.ts';

it('rests for pauses that double, up to half a minute, and begins anew after a success', () => {
  const backoff = new Backoff();
  let now = 1000;
  const pauses = Array.from({ length: 7 }, () => {
    const pause = backoff.fail('a', 'full', now).until - now;
    now += pause;
    return pause;
  });
  expect(pauses).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
  expect([backoff.isResting('a', now - 1), backoff.isResting('a', now), backoff.isResting('b', 0)]).toEqual([
    true,
    false,
    false,
  ]);
  expect(backoff.oldest()).toMatchObject({ attempts: 7, since: 1000, reason: 'full' });
  expect([backoff.succeed('a'), backoff.succeed('a')]).toEqual([true, false]);
  expect(backoff.fail('a', 'full', 5000)).toMatchObject({ attempts: 1, since: 5000, until: 6000 });
});

it('counts what fails together as one attempt', () => {
  const backoff = new Backoff();
  for (const at of [0, 10, 20, 999]) backoff.fail('a', `full at ${at}`, at);
  expect(backoff.get('a')).toEqual({ attempts: 1, since: 0, reason: 'full at 999', until: 1000 });
  expect(backoff.fail('a', 'full', 1000)).toMatchObject({ attempts: 2, until: 3000 });
});

it('says when the next one may be tried, and forgets what nobody tries any more', () => {
  const backoff = new Backoff();
  expect(backoff.next(0)).toBeNull();
  backoff.fail('a', 'x', 0);
  backoff.fail('b', 'x', 500);
  expect([backoff.next(0), backoff.next(999)]).toEqual([1000, 1000]);
  expect(backoff.get('a')).not.toBeNull();
  backoff.next(1_000_000);
  expect(backoff.get('a')).toBeNull();
});

it('goes on asking for a look while what may be tried was not', () => {
  const backoff = new Backoff();
  backoff.fail('a', 'x', 0);
  expect(backoff.isResting('a', 1000)).toBe(false);
  // A look that came at the same moment may have found nothing.
  expect([backoff.next(1000), backoff.next(20_000)]).toEqual([2000, 21_000]);
  // Somebody else has done it.
  expect(backoff.next(40_000)).toBeNull();
});
