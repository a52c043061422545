import { describe, expect, it } from 'vitest';
import { markup } from '../markup.ts';
import { CopyButton } from './CopyButton.tsx';

describe('the copy button', () => {
  it('names what it copies, and has a live region for the confirmation', () => {
    const html = markup(CopyButton, { text: '3.000.412', words: { copy: 'Copy', copied: 'Copied' } });
    expect(html).toContain('aria-label="Copy: 3.000.412"');
    expect(html).toContain('<span role="status" class="copy-button__status"></span>');
    expect(html).not.toContain('Copied');
  });
});
