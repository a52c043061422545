import { expect, it } from 'vitest';
import { withQuery } from './with-query.ts';

it.each([
  ['/new', '', '/new'],
  ['/new', '?', '/new'],
  ['/new', '?a=1', '/new?a=1'],
  ['/new?own=1', '', '/new?own=1'],
  ['/new?own=1', '?a=1&b', '/new?own=1&a=1&b'],
  ['/new#part', '?a=1', '/new?a=1#part'],
  ['https://www.example.com/?own=1#a?b', '?a=1', 'https://www.example.com/?own=1&a=1#a?b'],
])('%s, asked for with %j, is %s', (target, search, expected) => {
  expect(withQuery(target, search)).toBe(expected);
});
