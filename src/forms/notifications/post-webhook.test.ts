import { expect, it } from 'vitest';
import { isInside } from './post-webhook.ts';

it.each([
  '127.0.0.1',
  '10.1.2.3',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '224.0.0.1',
  '255.255.255.255',
  '::1',
  '::',
  'fe80::1',
  'fd00::1',
  '::ffff:127.0.0.1',
  '::ffff:10.0.0.1',
  '64:ff9b::a00:1',
  '2002:7f00:1::',
  '192.88.99.1',
  '64:ff9b:1::1',
  '64:ff9b:1:ffff::7f00:1',
  'fec0::1',
  'feff::1',
  '2001::1',
  '2001:0:ffff::1',
  '2001:db8::1',
  '3fff::1',
  '3fff:fff::1',
  '5f00::1',
  '100::1',
  '::7f00:1',
  '::ffff:8.8.8.8',
  '::ffff:0:8.8.8.8',
  '::ffff:808:808',
  'fe80::1%eth0',
  '2a00:1450:400a::1%1',
  '4000::1',
  'no address',
])('takes %s for an address inside of a network', (address) => {
  expect(isInside(address)).toBe(true);
});

it.each([
  '8.8.8.8',
  '172.32.0.1',
  '192.169.0.1',
  '2a00:1450:400a::1',
  '2001:4860:4860::8888',
  '2606:4700:4700::1111',
  '192.88.98.1',
])('takes %s for an address of the internet', (address) => {
  expect(isInside(address)).toBe(false);
});
