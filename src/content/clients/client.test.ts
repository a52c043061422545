import { expect, it } from 'vitest';
import { exactly } from './client.ts';

it('quotes texts for a filter, so that none is taken for anything else', () => {
  expect(exactly('null', '"x"', '{VIP}', 'a\\b', '')).toBe('("null","\\"x\\"","{VIP}","a\\\\b","")');
});
