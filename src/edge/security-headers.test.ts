import { expect, it } from 'vitest';
import { addSecurityHeaders, securityHeaders, allowOwnFrames } from './security-headers.ts';

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
])('gives %s its character set', (input, sent) => {
  const headers = new Headers({ 'content-type': input });
  addSecurityHeaders(headers);
  expect(headers.get('content-type')).toBe(sent);
});

it('a page of the editor may be framed by its own site, with the rest of the policy as it was', () => {
  const policy = "default-src 'self'; frame-src https://videos.example/; frame-ancestors 'none'";
  const made = (directive: 'frame-ancestors' | 'frame-src') =>
    allowOwnFrames(new Response('', { headers: { 'content-security-policy': policy } }), directive).headers.get(
      'content-security-policy',
    );
  expect(made('frame-ancestors')).toBe("default-src 'self'; frame-src https://videos.example/;frame-ancestors 'self'");
  expect(made('frame-src')).toBe("default-src 'self';frame-src 'self' https://videos.example/; frame-ancestors 'none'");
});
