import { describe, expect, it } from 'vitest';
import { AttemptThrottle, addressKey } from './throttle.ts';

const limits = { perAddress: 4, perSubject: 2, windowSeconds: 60 };

describe('AttemptThrottle', () => {
  it('refuses an e-mail after its failures, from whatever address', async () => {
    const throttle = new AttemptThrottle(limits);
    expect(await throttle.attempt('192.0.2.1', 'a@b.example')).toBe(0);
    expect(await throttle.attempt('192.0.2.2', ' A@B.example')).toBe(0);
    const wait = await throttle.attempt('192.0.2.3', 'a@b.example');
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(60);
    expect(await throttle.attempt('192.0.2.3', 'other@b.example')).toBe(0);
  });

  it('refuses an address after its failures, with whatever e-mail', async () => {
    const throttle = new AttemptThrottle(limits);
    for (let index = 0; index < 4; index += 1)
      expect(await throttle.attempt('192.0.2.1', `u${index}@b.example`)).toBe(0);
    expect(await throttle.attempt('192.0.2.1', 'u9@b.example')).toBeGreaterThan(0);
  });

  it('counts attempts made at once', async () => {
    const throttle = new AttemptThrottle(limits);
    const waits = await Promise.all(Array.from({ length: 10 }, () => throttle.attempt('192.0.2.1', 'a@b.example')));
    expect(waits.filter((wait) => wait === 0)).toHaveLength(2);
  });

  it('forgets failures of an e-mail after a sign-in, and does not count attempts that succeed', async () => {
    const throttle = new AttemptThrottle(limits);
    for (let index = 0; index < 20; index += 1) {
      expect(await throttle.attempt('192.0.2.1', 'a@b.example')).toBe(0);
      await throttle.succeeded('192.0.2.1', 'a@b.example');
    }
  });
});

describe('addressKey', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8:1:2::9', '2001:db8:1:2'],
    ['2001:0DB8::1', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['', ''],
  ])('%s counts as %s', (address, key) => {
    expect(addressKey(address)).toBe(key);
  });
});
