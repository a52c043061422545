import { expect, it } from 'vitest';
import { cacheTags } from './cache-tags.ts';

it('are the site, the address, and what the file depends on', () => {
  expect(cacheTags('main', '/de/produkte', ['page:2', 'product/card:8@de'])).toEqual([
    'main',
    'main/de/produkte',
    'page:2',
    'product/card:8@de',
  ]);
});

it('have the address, and never more than a header takes', () => {
  const many = Array.from({ length: 1000 }, (_, index) => `product:${index}`);
  expect(cacheTags('main', '/', many)).toEqual(['main', 'main/']);
  expect(cacheTags('main', '/', ['with space', 'with,comma', 'fine'])).toEqual(['main', 'main/', 'fine']);
  expect(cacheTags('main', `/${'a'.repeat(12_000)}`, ['fine'])).toEqual(['main', 'fine']);
});
