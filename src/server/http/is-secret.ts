import { createHash, timingSafeEqual } from 'node:crypto';

/**
 * Whether a given text is one of the expected secrets, which are separated by commas: while a secret is turned over, the old and the
 * new one are both taken. Hashes are compared, which have one length, so that the time taken says nothing about a secret.
 */
export function isSecret(input: string, expected: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return splitSecrets(expected).reduce((found, secret) => timingSafeEqual(hash(input), hash(secret)) || found, false);
}

export function splitSecrets(value: string): string[] {
  return value.split(',').flatMap((part) => (part.trim() === '' ? [] : [part.trim()]));
}
