import { expect, it } from 'vitest';
import { isSecret } from './is-secret.ts';

it('takes a secret, and nothing like it', () => {
  expect(isSecret('the-secret', 'the-secret')).toBe(true);
  for (const wrong of ['', 'the-secre', 'the-secret ', 'THE-SECRET', 'another'])
    expect(isSecret(wrong, 'the-secret')).toBe(false);
});

it('takes the old and the new one while it is turned over', () => {
  const expected = 'the-new-one, the-old-one';
  expect(['the-new-one', 'the-old-one'].every((input) => isSecret(input, expected))).toBe(true);
  for (const wrong of ['', ',', 'the-new-one, the-old-one', 'the']) expect(isSecret(wrong, expected)).toBe(false);
});
