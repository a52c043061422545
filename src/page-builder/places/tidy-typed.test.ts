import { expect, it } from 'vitest';
import { tidyTyped } from './tidy-typed.ts';

it('a line of text has no breaks, and no spaces that only a browser writes', () => {
  expect(tidyTyped(' Four \n\n stations\u00A0', false)).toBe('Four stations');
  expect(tidyTyped('Four\u00A0stations', false)).toBe('Four stations');
});

it('a long text has its lines', () => {
  expect(tidyTyped('\nOne\r\n\r\n two\n', true)).toBe('One\n\n two');
});
