import { createHash, timingSafeEqual } from 'node:crypto';

/**
 * Whether a given text is one of the expected secrets, which are separated by commas: while a secret is turned over, the old and the
 * new one are both taken. Hashes are compared, which have one length, so that the time taken says nothing about a secret.
 */
export function isSecret(given: string, expected: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return secretsOf(expected).reduce((found, secret) => timingSafeEqual(hash(given), hash(secret)) || found, false);
}

export function secretsOf(value: string): string[] {
  return value.split(',').flatMap((part) => (part.trim() === '' ? [] : [part.trim()]));
}
