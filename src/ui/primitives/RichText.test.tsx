import { describe, expect, it } from 'vitest';
import type { RichText as Document, RichTextNode } from '#schema/rich-text.ts';
import { markup } from '../markup.ts';
import { RichText } from './RichText.tsx';

const render = (content: RichTextNode[], level: 2 | 3 = 3) => {
  const document: Document = { type: 'doc', content };
  return markup(RichText, { document, level, t: (key) => key });
};
const text = (value: string, marks?: Extract<RichTextNode, { type: 'text' }>['marks']): RichTextNode => ({
  type: 'text',
  text: value,
  ...(marks ? { marks } : {}),
});

describe('RichText', () => {
  it('escapes text and attributes', () => {
    const html = render([
      {
        type: 'paragraph',
        content: [
          text('<img src=x onerror="alert(1)"> & \'more\''),
          text('link', [{ type: 'link', attrs: { href: 'https://example.org/?a=1&b="><script>' } }]),
        ],
      },
    ]);
    expect(html).toBe(
      '<div class="rich-text"><p>&lt;img src=x onerror=&quot;alert(1)&quot;&gt; &amp; &#39;more&#39;' +
        '<a href="https://example.org/?a=1&amp;b=&quot;&gt;&lt;script&gt;">link</a></p></div>',
    );
  });

  it('drops links that the schema would refuse', () => {
    const html = render([
      { type: 'paragraph', content: [text('x', [{ type: 'link', attrs: { href: 'javascript:alert(1)' } }])] },
    ]);
    expect(html).toBe('<div class="rich-text"><p>x</p></div>');
  });

  it('nests marks and opens links in a new tab safely', () => {
    const html = render([
      {
        type: 'paragraph',
        content: [text('x', [{ type: 'bold' }, { type: 'link', attrs: { href: '/a', target: '_blank' } }])],
      },
    ]);
    expect(html).toContain('<a href="/a" target="_blank" rel="noopener"><strong>x</strong></a>');
  });

  it('shifts headings below the title', () => {
    const heading = (level: 2 | 3 | 4): RichTextNode => ({ type: 'heading', attrs: { level }, content: [text('x')] });
    expect(render([heading(2), heading(3)], 3)).toContain('<h3>x</h3><h4>x</h4>');
    expect(render([heading(2)], 2)).toContain('<h2>x</h2>');
  });

  it('leaves no gap between the levels of headings, wherever the editor starts', () => {
    const heading = (level: 2 | 3 | 4): RichTextNode => ({ type: 'heading', attrs: { level }, content: [text('x')] });
    expect(render([heading(3), heading(3)], 3)).toContain('<h3>x</h3><h3>x</h3>');
    expect(render([heading(2), heading(4), heading(4), heading(2)], 2)).toContain(
      '<h2>x</h2><h3>x</h3><h3>x</h3><h2>x</h2>',
    );
  });

  it('makes tables reachable and keeps spans', () => {
    const html = render([
      {
        type: 'table',
        content: [
          { type: 'tableRow', content: [{ type: 'tableHeader', attrs: { colspan: 2 }, content: [text('x')] }] },
        ],
      },
    ]);
    expect(html).toContain('role="group" tabindex="0" aria-label="table.scroll"');
    expect(html).toContain('<th colspan="2">x</th>');
  });

  it('is nothing for an empty document', () => {
    expect(render([{ type: 'paragraph' }])).toBe('');
  });
});
