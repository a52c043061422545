import { expect, it } from 'vitest';
import { requestId } from './request-id.ts';

const uuid = /^[0-9a-f-]{36}$/;

it('takes the name that a trusted proxy gives, and from nobody else', () => {
  expect(requestId('req-0123456789', true)).toBe('req-0123456789');
  expect(requestId('req-0123456789', false)).toMatch(uuid);
  expect(requestId(null, true)).toMatch(uuid);
});

it.each(['', 'short', 'with space in it', 'with\nline', 'a"quote"', 'x'.repeat(129)])('takes no %j', (input) => {
  expect(requestId(input, true)).toMatch(uuid);
});
