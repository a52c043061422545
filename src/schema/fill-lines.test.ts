import { expect, it } from 'vitest';
import { compareMarks } from './compare-marks.ts';
import { fillLines } from './fill-lines.ts';
import type { RichText, RichTextMark, RichTextNode } from './rich-text.ts';

const words = (text: string, ...marks: RichTextMark[]): RichTextNode => ({ type: 'text', text, marks });
const paragraph = (...content: RichTextNode[]): RichTextNode => ({ type: 'paragraph', content });
const link: RichTextMark = { type: 'link', attrs: { href: '/gas' } };

const form: RichText = {
  type: 'doc',
  content: [
    { type: 'heading', attrs: { level: 2 }, content: [words('Gas')] },
    { type: 'bulletList', content: [{ type: 'listItem', content: [paragraph(words('One', { type: 'bold' }))] }] },
    { type: 'horizontalRule' },
  ],
};

it('fills lines into the blocks of a text that has as many, and keeps what holds none', () => {
  expect(fillLines(form, ['Gaz', 'Un'])).toEqual({
    type: 'doc',
    content: [
      { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: 'Gaz' }] },
      {
        type: 'bulletList',
        content: [{ type: 'listItem', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Un' }] }] }],
      },
      { type: 'horizontalRule' },
    ],
  });
});

it('makes paragraphs of lines for which a text has no blocks', () => {
  expect(fillLines(form, ['Un']).content).toEqual([{ type: 'paragraph', content: [{ type: 'text', text: 'Un' }] }]);
  expect(fillLines(form, ['Un', '', 'Deux']).content).toHaveLength(3);
});

it('tells the marks that a translation has less often, a link through several texts once', () => {
  const source: RichText = {
    type: 'doc',
    content: [paragraph(words('See ', link), words('gas', link, { type: 'bold' }), words(' or '), words('air', link))],
  };
  const target: RichText = { type: 'doc', content: [paragraph(words('Siehe Gas', link))] };
  expect(compareMarks(source, target)).toEqual([
    'Places with links: 2 in English, 1 here.',
    'Places with bold text: 1 in English, 0 here.',
  ]);
  expect(compareMarks(source, source)).toEqual([]);
  expect(compareMarks(target, source)).toEqual([]);
});
