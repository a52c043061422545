import { createHmac } from 'node:crypto';
import { lookup as resolve } from 'node:dns';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { BlockList, type LookupFunction, isIP } from 'node:net';

/** Private and reserved IPv4 addresses: no webhook is sent there unless private addresses are allowed. */
const inside = new BlockList();
/** IPv6 ranges assigned for global unicast; everything else is private, a translation prefix, or reserved. */
const givenOut = new BlockList();
givenOut.addSubnet('2000::', 3, 'ipv6');
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  inside.addSubnet(network, prefix, 'ipv4');
}
for (const [network, prefix] of [
  // IETF protocol assignments, Teredo among them.
  ['2001::', 23],
  ['2001:db8::', 32],
  // 6to4.
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  inside.addSubnet(network, prefix, 'ipv6');
}

/** Whether an IP address is private or reserved, and so not reachable from the internet. */
export function isInside(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return inside.check(address, 'ipv4');
    case 6:
      // IPv4-mapped addresses are refused as well: no public name resolves to one.
      return address.includes('%') || !givenOut.check(address, 'ipv6') || inside.check(address, 'ipv6');
    default:
      return true;
  }
}

const refusal = 'The address is inside of a private network';

/** Resolves a name and refuses private addresses while connecting, so that a second lookup cannot differ (DNS rebinding). */
const lookupOutside: LookupFunction = (hostname, options, callback) => {
  resolve(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, '', 0);
    const [first] = addresses;
    if (!first || addresses.some(({ address }) => isInside(address))) return callback(new Error(refusal), '', 0);
    return options.all ? callback(null, addresses) : callback(null, first.address, first.family);
  });
};

/** The signature of a body with its time: proves to a receiver with the secret that we sent it, and when. */
function signWebhook(secret: string, seconds: number, body: string): string {
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;
}

type Webhook = {
  address: string;
  secret: string;
  /** The same in every attempt: the receiver's key for idempotency. */
  id: string;
  body: string;
  allowPrivate: boolean;
  now: Date;
};

const timeout = 10_000;

/** Posts a signed body. Throws with the reason unless the receiver answers with a status of 2xx; redirects are not followed. */
export async function postWebhook({ address, secret, id, body, allowPrivate, now }: Webhook): Promise<void> {
  const url = new URL(address);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (!allowPrivate && isIP(host) !== 0 && isInside(host)) throw new Error(refusal);
  const seconds = Math.floor(now.getTime() / 1000);
  const send = url.protocol === 'https:' ? requestHttps : requestHttp;
  await new Promise<void>((done, fail) => {
    const request = send(
      url,
      {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          'x-webhook-id': id,
          'x-webhook-signature': signWebhook(secret, seconds, body),
        },
        signal: AbortSignal.timeout(timeout),
        ...(allowPrivate ? {} : { lookup: lookupOutside }),
      },
      (response) => {
        response.resume();
        const status = response.statusCode ?? 0;
        if (status >= 200 && status < 300) done();
        else fail(new Error(`The receiver answered ${status}`));
      },
    );
    request.on('error', fail);
    request.end(body);
  });
}
