import { describe, expect, it } from 'vitest';
import { isSafeUrl } from './safe-url.ts';

describe('a safe URL', () => {
  it.each(['https://example.com/a?b#c', 'HTTP://example.com', 'mailto:a@b.example', 'tel:+41 44', '/', '/page', '#a'])(
    'is %s',
    (url) => {
      expect(isSafeUrl(url)).toBe(true);
    },
  );

  it.each([
    '',
    'page',
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'java\tscript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'blob:x',
    'file:///etc/passwd',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '#a\njavascript:alert(1)',
    'https:evil.example',
  ])('is not %j', (url) => {
    expect(isSafeUrl(url)).toBe(false);
  });
});
