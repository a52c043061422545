import { BlockList, isIP } from 'node:net';
import { type Result, fail, ok } from '#domain/result.ts';

/** The trusted reverse proxies: their number, or their addresses. */
export type TrustedProxies = { count: number } | { addresses: BlockList };

const wrong = (part: string) =>
  `TRUST_PROXY has ${JSON.stringify(part)}. Give the number of proxies in front (0 to 9), or their addresses or networks, such as loopback,10.0.0.0/8.`;

/** Reads `TRUST_PROXY`: a number of proxies, or a list of addresses, networks and the word `loopback`. */
export function readTrustedProxies(value: string): Result<TrustedProxies> {
  if (/^\d$/.test(value)) return ok({ count: Number(value) });
  const addresses = new BlockList();
  for (const part of value.split(',').map((each) => each.trim())) {
    if (part === 'loopback') {
      addresses.addSubnet('127.0.0.0', 8, 'ipv4');
      addresses.addAddress('::1', 'ipv6');
      continue;
    }
    const [address = '', bits, ...rest] = part.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    const longest = family === 'ipv6' ? 128 : 32;
    const prefix = bits === undefined ? longest : /^\d{1,3}$/.test(bits) ? Number(bits) : -1;
    if (isIP(address) === 0 || rest.length > 0 || prefix < 0 || prefix > longest) return fail('invalid', wrong(part));
    addresses.addSubnet(address, prefix, family);
  }
  return ok({ addresses });
}

/**
 * The address that a request came from. `X-Forwarded-For` is read from its end, where each proxy appends its client, and
 * only as far as the proxies are trusted: earlier entries can be forged.
 */
export function clientAddress(peer: string, forwarded: string | null, proxies: TrustedProxies): string {
  let address = plainAddress(peer);
  const hops = forwarded?.split(',').map((hop) => hop.trim()) ?? [];
  for (let passed = 0; hops.length > 0 && isTrusted(address, passed, proxies); passed += 1) {
    const hop = hops.pop() ?? '';
    if (isIP(hop) === 0) break;
    address = plainAddress(hop);
  }
  return address;
}

/** Whether the other end of a connection is a trusted proxy. */
export function isTrustedPeer(peer: string, proxies: TrustedProxies): boolean {
  return isTrusted(plainAddress(peer), 0, proxies);
}

function isTrusted(address: string, passed: number, proxies: TrustedProxies): boolean {
  if ('count' in proxies) return passed < proxies.count;
  const family = isIP(address);
  return family !== 0 && proxies.addresses.check(address, family === 6 ? 'ipv6' : 'ipv4');
}

/** Whether an address is this machine's own. */
export function isLoopback(address: string): boolean {
  const plain = plainAddress(address);
  return plain === '::1' || plain.startsWith('127.');
}

/** IPv4 as IPv4, also where a socket of both families writes it as IPv6. */
function plainAddress(address: string): string {
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
}
