import { createHmac } from 'node:crypto';

/** Seconds for which a code is the current one. */
const period = 30;
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Bytes in base 32 (RFC 4648), without padding, as apps take a secret. */
export function encodeBase32(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? []).map((five) => alphabet[Number.parseInt(five.padEnd(5, '0'), 2)]).join('');
}

function decodeBase32(text: string): Buffer {
  const bits = Array.from(text, (letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2)));
}

/**
 * The code of six digits that an app shows at a moment (RFC 6238, with SHA-1).
 *
 * @param moment in milliseconds
 */
export function totpAt(secret: string, moment: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(moment / 1000 / period)));
  const digest = createHmac('sha1', decodeBase32(secret)).update(counter).digest();
  const at = digest.readUInt8(digest.length - 1) & 0x0f;
  return String((digest.readUInt32BE(at) & 0x7f_ff_ff_ff) % 1_000_000).padStart(6, '0');
}

/** Whether a code is right at a moment, or was or will be within half a minute, since clocks differ. */
export function isTotp(code: string, secret: string, moment: number): boolean {
  return [-1, 0, 1].some((step) => totpAt(secret, moment + step * period * 1000) === code);
}
