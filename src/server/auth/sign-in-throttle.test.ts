import { beforeEach, describe, expect, it } from 'vitest';
import { SignInThrottle } from './sign-in-throttle.ts';

let now: number;
let throttle: SignInThrottle;
beforeEach(() => {
  now = 1_000_000;
  throttle = new SignInThrottle(() => now);
});

const from = (address: string, account = 'a@b.example', device: string | null = null) =>
  throttle.attempt({ address, account, device });
const times = (count: number, attempt: (index: number) => number) =>
  Array.from({ length: count }, (_, index) => attempt(index));

describe('the throttle of sign-ins', () => {
  it('makes guessing wait, longer with each failure', () => {
    expect(times(8, () => from('192.0.2.1'))).toEqual(Array(8).fill(0));
    const waits = times(7, () => {
      const wait = from('192.0.2.1');
      now += wait * 1000;
      expect(from('192.0.2.1')).toBe(0);
      return wait;
    });
    expect(waits).toEqual([30, 60, 120, 240, 480, 900, 900]);
  });

  it('keeps nobody out who comes from elsewhere', () => {
    times(40, () => from('192.0.2.1'));
    expect(from('192.0.2.1')).toBeGreaterThan(0);
    expect(from('192.0.2.2')).toBe(0);
  });

  it('makes an address wait that tries one account after another', () => {
    const waits = times(21, (index) => from('192.0.2.1', `u${index}@b.example`));
    expect(waits.filter((wait) => wait > 0)).toEqual([30]);
    expect(from('192.0.2.2', 'u1@b.example')).toBe(0);
  });

  it('slows down many addresses that try one account, and shuts nobody out for more than a minute', () => {
    const waits = times(500, (index) => {
      now += 1000;
      return from(`192.0.${index >> 8}.${index & 255}`);
    });
    expect(waits.filter((wait) => wait === 0).length).toBeLessThan(65);
    expect(Math.max(...waits)).toBeLessThanOrEqual(60);
  });

  it('never makes a known device wait for what others do', () => {
    times(500, (index) => from(`192.0.${index >> 8}.${index & 255}`));
    times(40, () => from('192.0.2.1'));
    expect(from('192.0.2.1', 'a@b.example', 'known')).toBe(0);
    expect(times(8, () => from('192.0.2.1', 'a@b.example', 'known')).at(-1)).toBeGreaterThan(0);
    expect(from('192.0.2.1', 'a@b.example', 'another')).toBe(0);
  });

  it('counts attempts made at once', () => {
    expect(times(20, () => from('192.0.2.1')).filter((wait) => wait === 0)).toHaveLength(8);
  });

  it('forgets failures after a sign-in, and does not count attempts that succeed or cannot be judged', () => {
    times(7, () => from('192.0.2.1'));
    const attempt = { address: '192.0.2.1', account: ' A@b.example', device: null };
    expect(throttle.attempt(attempt)).toBe(0);
    throttle.succeeded(attempt);
    for (let index = 0; index < 100; index += 1) {
      expect(throttle.attempt(attempt)).toBe(0);
      if (index % 2 === 0) throttle.succeeded(attempt);
      else throttle.undecided(attempt);
    }
  });
});
