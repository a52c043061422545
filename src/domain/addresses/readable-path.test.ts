import { expect, it } from 'vitest';
import { readablePath } from './readable-path.ts';

it('has the letters of a language, and leaves what separates addresses', () => {
  expect(readablePath('/jp/%E6%B9%BF%E5%BA%A6')).toBe('/jp/湿度');
  expect(readablePath('/a%2Fb%3Fc')).toBe('/a%2Fb%3Fc');
});

it('is the path itself where its encoding is damaged', () => {
  expect(readablePath('/100%')).toBe('/100%');
});
