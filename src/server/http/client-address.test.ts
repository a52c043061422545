import { describe, expect, it } from 'vitest';
import { clientAddress, readTrustedProxies } from './client-address.ts';

function addressBehind(proxies: string, peer: string, forwarded: string | null): string {
  const read = readTrustedProxies(proxies);
  if (!read.ok) throw new Error(read.failure.message);
  return clientAddress(peer, forwarded, read.value);
}

describe('the address of a request', () => {
  it.each([
    ['0', '10.0.0.1', '198.51.100.1', '10.0.0.1'],
    ['0', '::ffff:10.0.0.1', null, '10.0.0.1'],
    ['1', '10.0.0.1', '198.51.100.1', '198.51.100.1'],
    ['1', '10.0.0.1', '1.1.1.1, 198.51.100.1', '198.51.100.1'],
    ['2', '10.0.0.1', '1.1.1.1, 198.51.100.1, 10.0.0.2', '198.51.100.1'],
    ['2', '10.0.0.1', '198.51.100.1', '198.51.100.1'],
    ['1', '10.0.0.1', null, '10.0.0.1'],
    ['1', '10.0.0.1', 'unknown', '10.0.0.1'],
    ['1', '10.0.0.1', '', '10.0.0.1'],
    ['loopback', '127.0.0.1', '198.51.100.1', '198.51.100.1'],
    ['loopback', '::1', '2001:db8::1', '2001:db8::1'],
    ['loopback', '203.0.113.5', '198.51.100.1', '203.0.113.5'],
    ['loopback,10.0.0.0/8', '127.0.0.1', '1.1.1.1, 198.51.100.1, 10.2.3.4', '198.51.100.1'],
    ['2001:db8::/32', '2001:db8::9', '::ffff:198.51.100.1', '198.51.100.1'],
    ['loopback', '', '198.51.100.1', ''],
  ])('behind %s, from %s with %j, is %s', (proxies, peer, forwarded, address) => {
    expect(addressBehind(proxies, peer, forwarded)).toBe(address);
  });

  it.each(['yes', '10', '-1', '10.0.0.0/33', '10.0.0/8', '::1/129', '10.0.0.1/8/8', 'loopback,', 'proxy.example'])(
    'is not read past %j',
    (proxies) => {
      const read = readTrustedProxies(proxies);
      expect(read.ok ? '' : read.failure.message).toContain('TRUST_PROXY');
    },
  );
});
