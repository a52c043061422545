import { describe, expect, it } from 'vitest';
import { plainText, richTextSchema } from '#schema/rich-text.ts';
import { UnsupportedMarkdown, markdownToRichText } from './markdown.ts';

const text = (value: string, ...marks: unknown[]) =>
  marks.length > 0 ? { type: 'text', text: value, marks } : { type: 'text', text: value };
const paragraph = (...content: unknown[]) => ({ type: 'paragraph', content });
const convert = (markdown: string) => markdownToRichText(markdown).content;

describe('Markdown as rich text', () => {
  it('reads paragraphs, headings and line breaks', () => {
    expect(convert('One\nline.\n\n## Title\n\n### Below it\n\nTwo  \nlines.')).toEqual([
      paragraph(text('One line.')),
      { type: 'heading', attrs: { level: 2 }, content: [text('Title')] },
      { type: 'heading', attrs: { level: 3 }, content: [text('Below it')] },
      paragraph(text('Two'), { type: 'hardBreak' }, text('lines.')),
    ]);
  });

  it('reads marks, also within each other, and joins equal neighbours', () => {
    const bold = { type: 'bold' };
    expect(convert('**bold *both***, `0x2c06` & \\*stars\\*')).toEqual([
      paragraph(
        text('bold ', bold),
        text('both', bold, { type: 'italic' }),
        text(', '),
        text('0x2c06', { type: 'code' }),
        text(' & *stars*'),
      ),
    ]);
  });

  it('reads marks that end with a sign next to CJK characters', () => {
    const bold = { type: 'bold' };
    expect(convert('利益率は**19〜20%**を、**「高」**から**低**。')).toEqual([
      paragraph(
        text('利益率は'),
        text('19〜20%', bold),
        text('を、'),
        text('「高」', bold),
        text('から'),
        text('低', bold),
        text('。'),
      ),
    ]);
    expect(convert('2 ** 3 ** 温度')).toEqual([paragraph(text('2 ** 3 ** 温度'))]);
  });

  it('reads links', () => {
    expect(convert('See [the **guide**](https://example.com/a?b=1&c=2).')).toEqual([
      paragraph(
        text('See '),
        text('the ', { type: 'link', attrs: { href: 'https://example.com/a?b=1&c=2' } }),
        text('guide', { type: 'link', attrs: { href: 'https://example.com/a?b=1&c=2' } }, { type: 'bold' }),
        text('.'),
      ),
    ]);
  });

  it('reads lists, tight or loose, and lists in lists', () => {
    expect(convert('- one\n- two\n  1. deep\n\n1. first\n\n2. second')).toEqual([
      {
        type: 'bulletList',
        content: [
          { type: 'listItem', content: [paragraph(text('one'))] },
          {
            type: 'listItem',
            content: [
              paragraph(text('two')),
              { type: 'orderedList', content: [{ type: 'listItem', content: [paragraph(text('deep'))] }] },
            ],
          },
        ],
      },
      {
        type: 'orderedList',
        content: [
          { type: 'listItem', content: [paragraph(text('first'))] },
          { type: 'listItem', content: [paragraph(text('second'))] },
        ],
      },
    ]);
  });

  it('reads the language of code, and refuses one that is not known', () => {
    expect(convert('```sh\nls  -l\n\n\tx\n```')).toEqual([
      { type: 'codeBlock', attrs: { language: 'bash' }, content: [text('ls  -l\n\n\tx')] },
    ]);
    expect(convert('```c\n```')).toEqual([{ type: 'codeBlock', attrs: { language: 'c' } }]);
    expect(() => convert('```cobol\nSTOP RUN.\n```')).toThrow('not known in the language');
  });

  it('reads quotes, rules, code and tables', () => {
    expect(convert('> said\n\n---\n\n```\na\nb\n```\n\n| Head | |\n|---|---|\n| cell | **x** |')).toEqual([
      { type: 'blockquote', content: [paragraph(text('said'))] },
      { type: 'horizontalRule' },
      { type: 'codeBlock', attrs: { language: null }, content: [text('a\nb')] },
      {
        type: 'table',
        content: [
          {
            type: 'tableRow',
            content: [
              { type: 'tableHeader', content: [paragraph(text('Head'))] },
              { type: 'tableHeader', content: [paragraph()] },
            ],
          },
          {
            type: 'tableRow',
            content: [
              { type: 'tableCell', content: [paragraph(text('cell'))] },
              { type: 'tableCell', content: [paragraph(text('x', { type: 'bold' }))] },
            ],
          },
        ],
      },
    ]);
  });

  it('makes what the schema of rich text accepts, and loses no word', () => {
    const source = '## 湿度\n\nEin „Wert“ — ±1,5 %rF *genau*.\n\n- 0.3 °C < 1 °C\n- a & b';
    const document = markdownToRichText(source);
    expect(richTextSchema.safeParse(document).success).toBe(true);
    expect(plainText(document)).toBe('湿度 Ein „Wert“ — ±1,5 %rF genau. 0.3 °C < 1 °C a & b');
  });

  it.each([
    ['# Title', 'level 1'],
    ['##### Title', 'level 5'],
    ['a <b>bold</b> word', 'html'],
    ['<div>block</div>', 'html'],
    ['![a picture](x.webp)', 'image'],
    ['~~gone~~', 'del'],
  ])('refuses %s', (markdown, reason) => {
    expect(() => markdownToRichText(markdown)).toThrow(UnsupportedMarkdown);
    expect(() => markdownToRichText(markdown)).toThrow(reason);
  });
});
