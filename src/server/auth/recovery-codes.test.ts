import { expect, it } from 'vitest';
import { hashRecoveryCode, makeRecoveryCodes, readRecoveryCode } from './recovery-codes.ts';

it('ten codes are made, which differ and can be read back', () => {
  const codes = makeRecoveryCodes();
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) {
    expect(code).toMatch(/^[0-9a-z]{4}(-[0-9a-z]{4}){3}$/);
    expect(readRecoveryCode(code)).toBe(code.replaceAll('-', ''));
  }
});

it('a code is read as people type it', () => {
  expect(readRecoveryCode(' 3K7M w0qd-8zta 5hnc ')).toBe('3k7mw0qd8zta5hnc');
  expect(readRecoveryCode('ilo0-ilo0-ilo0-ilo0')).toBe('1100110011001100');
});

it.each(['', '123456', '3k7m-w0qd-8zta', '3k7m-w0qd-8zta-5hnc-x', '3k7m-w0qd-8zta-5hnü'])('%j is none', (typed) => {
  expect(readRecoveryCode(typed)).toBeNull();
});

it('the hash of a code depends on whose it is, and not on how it is written', () => {
  const hash = hashRecoveryCode('somebody', '3k7m-w0qd-8zta-5hnc');
  expect(hash).toMatch(/^[0-9a-f]{64}$/);
  expect(hashRecoveryCode('somebody', '3K7MW0QD8ZTA5HNC')).toBe(hash);
  expect(hashRecoveryCode('somebody else', '3k7m-w0qd-8zta-5hnc')).not.toBe(hash);
});
