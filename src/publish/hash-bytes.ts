import { hash } from 'node:crypto';

/** Names the bytes of an output, or what it is made of, in 27 characters. */
export function hashBytes(bytes: Uint8Array | string): string {
  return hash('sha256', bytes, 'base64url').slice(0, 27);
}
