import { expect, it } from 'vitest';
import { addSecurityHeaders, securityHeaders } from './security-headers.ts';

it('adds what an answer does not say itself', () => {
  const headers = new Headers({ 'referrer-policy': 'same-origin', 'cross-origin-resource-policy': 'cross-origin' });
  addSecurityHeaders(headers);
  expect(Object.fromEntries(headers)).toEqual({
    ...securityHeaders,
    'referrer-policy': 'same-origin',
    'cross-origin-resource-policy': 'cross-origin',
  });
});

it.each([
  ['text/html', 'text/html; charset=utf-8'],
  ['text/plain', 'text/plain; charset=utf-8'],
  ['text/html; charset=utf-8', 'text/html; charset=utf-8'],
  ['image/webp', 'image/webp'],
  ['application/json', 'application/json'],
])('gives %s its character set', (given, sent) => {
  const headers = new Headers({ 'content-type': given });
  addSecurityHeaders(headers);
  expect(headers.get('content-type')).toBe(sent);
});
