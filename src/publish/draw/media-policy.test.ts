import { expect, it } from 'vitest';
import { allowMedia } from './media-policy.ts';

it('lets pages show pictures from the host for media, and adds nothing else to their policy', () => {
  const csp = "default-src 'self'; img-src 'self' data:; object-src 'none'";
  expect(allowMedia(csp, 'https://media.example')).toBe(
    "default-src 'self'; img-src 'self' https://media.example data:; object-src 'none'",
  );
  expect([allowMedia(csp, undefined), allowMedia(null, 'https://media.example')]).toEqual([csp, null]);
});
