import { createHash, randomBytes } from 'node:crypto';

/** How many codes a person gets. */
const count = 10;
/** Without letters that are read as digits (Crockford's base 32): 16 of them hold 80 bits, so that a plain hash hides them. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const length = 16;

/** New codes as people write them down, such as `3k7m-w0qd-8zta-5hnc`. */
export function makeRecoveryCodes(): string[] {
  return Array.from({ length: count }, () => {
    const letters = Array.from(randomBytes(length), (byte) => alphabet[byte % alphabet.length]).join('');
    return (letters.match(/.{4}/g) ?? []).join('-');
  });
}

/** What somebody typed as a recovery code has it, in any case and with any separators; null for what cannot be one. */
export function readRecoveryCode(typed: string): string | null {
  const letters = typed.toLowerCase().replace(/[\s-]/g, '').replace(/[il]/g, '1').replace(/o/g, '0');
  return letters.length === length && Array.from(letters).every((letter) => alphabet.includes(letter)) ? letters : null;
}

/** What is stored of a code: it shows neither the code nor that two people have the same one. */
export function hashRecoveryCode(userId: string, code: string): string {
  return createHash('sha256')
    .update(`${userId} ${readRecoveryCode(code) ?? ''}`)
    .digest('hex');
}
