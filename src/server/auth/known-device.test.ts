import { expect, it } from 'vitest';
import { deriveDeviceSecret } from '#server/device-secret.ts';
import { deviceCookieHeader, readDevice } from './known-device.ts';

const secret = deriveDeviceSecret('sb_secret_x');
const header = deviceCookieHeader(secret, 'A@b.example', null, true);
const pair = header.split(';')[0] ?? '';
const asking = (cookie: string) => new Request('http://localhost/login', { headers: { cookie } });

it('is known to the account that has signed in with it, and to no other', () => {
  expect(header).toMatch(/HttpOnly/i);
  expect(header).toMatch(/Secure/i);
  const id = readDevice(asking(`other=1; ${pair}`), secret, ' a@b.example');
  expect(id).toMatch(/^[\w-]{22}$/);
  expect(readDevice(asking(pair), secret, 'other@b.example')).toBeNull();
  expect(readDevice(asking(pair), deriveDeviceSecret('another key'), 'a@b.example')).toBeNull();
  expect(deviceCookieHeader(secret, 'a@b.example', id, true).split(';')[0]).toBe(pair);
});

it.each(['', 'known_device=', 'known_device=a.b', `${pair}x`, pair.replace('.', ''), pair.replace(/.$/, '~')])(
  'is not known by %j',
  (cookie) => {
    expect(readDevice(asking(cookie), secret, 'a@b.example')).toBeNull();
  },
);
