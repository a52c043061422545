import { describe, expect, it } from 'vitest';
import { markup } from '../markup.ts';
import { TextToggler } from './TextToggler.tsx';

describe('the text toggler', () => {
  it('holds all of the text before any script runs, and says that more can be shown', () => {
    const words = { more: 'Show more', less: 'Show less' };
    const html = markup(() => <TextToggler id="t" words={words} text={<p>All of it</p>} />, {});
    expect(html).toContain('<div id="t" class="text-toggler__text"><p>All of it</p></div>');
    expect(html).toContain('aria-expanded="false" aria-controls="t">Show more</button>');
  });
});
