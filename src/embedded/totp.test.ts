import { describe, expect, it } from 'vitest';
import { encodeBase32, isTotp, totpAt } from './totp.ts';

// The secret and the values of RFC 6238, appendix B, of which apps show the last six digits.
const secret = encodeBase32(Buffer.from('12345678901234567890'));

describe('a code of an app', () => {
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('at second %d is %s', (second, code) => {
    expect(totpAt(secret, second * 1000)).toBe(code);
  });

  it('is right for the step before and the step after, and for no other', () => {
    const moment = 1_111_111_111_000;
    expect([-2, -1, 0, 1, 2].map((step) => isTotp(totpAt(secret, moment + step * 30_000), secret, moment))).toEqual([
      false,
      true,
      true,
      true,
      false,
    ]);
    expect(isTotp('', secret, moment)).toBe(false);
  });

  it('comes of a secret in base 32', () => {
    expect(secret).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
    expect(encodeBase32(Buffer.from('f'))).toBe('MY');
  });
});
