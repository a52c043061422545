import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { getKeys } from '#domain/objects.ts';
import { codeLanguages } from '#schema/code-languages.ts';
import { RichText } from './RichText.tsx';
import { markup } from '../markup.ts';

const block = (text: string, language: keyof typeof codeLanguages | null = null) =>
  markup(RichText, {
    document: { type: 'doc', content: [{ type: 'codeBlock', attrs: { language }, content: [{ type: 'text', text }] }] },
    level: 2,
    t: (key) => key,
  });
const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", '#x27': "'" };
const codeIn = (html: string) =>
  (/<code[^>]*>([^]*)<\/code>/.exec(html)?.[1] ?? '')
    .replace(/<span class="[\w -]+">|<\/span>/g, '')
    .replace(/&([#\w]+);/g, (all, name: string) => entities[name] ?? all);

describe('a code block', () => {
  it.each([...getKeys(codeLanguages), null])('in %s shows the code as it is written, whatever it says', (language) => {
    const hostile = fc.constantFrom(
      '<script>alert(1)</script>',
      '"><img src=x onerror=alert(1)>',
      '&lt;',
      '</code></pre>',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.string(), hostile), { minLength: 1 }), (parts) => {
        const code = parts.join('\n');
        const html = block(code, language);
        if (code.trim() === '') expect(html).toBe('');
        else {
          expect(codeIn(html)).toBe(code);
          expect(html).not.toMatch(/<(script|img)|style=/);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('names its language, has colours by classes, and a button that copies it', () => {
    const html = block('return 1; // one', 'c');
    expect(html).toContain('<span>C</span>');
    expect(html).toContain('aria-label="code.labelOf"');
    expect(html).toContain('<span class="code-block__keyword">return</span>');
    expect(html).toContain('<span class="code-block__comment">// one</span>');
    expect(html).toContain('aria-label="code.copy"');
  });
});
