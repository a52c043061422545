import { expect, it } from 'vitest';
import { richTextSchema } from './rich-text.ts';

const text = (words: string, ...marks: ('bold' | 'italic')[]) => ({
  type: 'text' as const,
  text: words,
  ...(marks.length > 0 ? { marks: marks.map((type) => ({ type })) } : {}),
});

function inlineOf(...content: object[]): unknown {
  const stored = { type: 'doc', content: [{ type: 'paragraph', content }] };
  const { content: blocks } = richTextSchema.parse(stored);
  const [block] = blocks;
  return block && 'content' in block ? block.content : undefined;
}

it('has a quote that formatting splits as one text, in the form of its beginning', () => {
  const joined = inlineOf(text('To {{product:'), text('cx24', 'bold'), text(' range}} and '), text('on', 'italic'));
  expect(joined).toEqual([text('To {{product:cx24 range}}'), text(' and '), text('on', 'italic')]);
});

it.each([
  ['between its braces', [text('{'), text('{product:cx24 range}', 'bold'), text('} x')]],
  ['in its first word', [text('{{pro'), text('duct:cx24', 'bold'), text(' range}} x')]],
  ['by the end of a line', [text('{{product:cx24'), { type: 'hardBreak' }, text('range}} x')]],
])('has it so when it is split %s', (_, parts) => {
  expect(inlineOf(...parts)).toEqual([
    expect.objectContaining({ text: expect.stringMatching(/^\{\{product:cx24\s+range\}\}$/) }),
    expect.objectContaining({ text: ' x' }),
  ]);
});

it('has several quotes side by side, each whole', () => {
  const parts = [text('{{product:a b}}{{product:c'), text(' d}}{{product:e', 'bold'), text(' f}}')];
  expect(inlineOf(...parts)).toEqual([text('{{product:a b}}{{product:c d}}'), text('{{product:e f}}', 'bold')]);
});

it('has the beginning of a quote that is none in one text, where it is noticed', () => {
  expect(inlineOf(text('{{pro'), text('duct:cx24', 'bold'))).toEqual([text('{{product:'), text('cx24', 'bold')]);
});

it('leaves all other texts as they are', () => {
  const parts = [text('{{name}} '), text('is', 'bold'), { type: 'hardBreak' }, text('{{product:a b}}')];
  expect(inlineOf(...parts)).toEqual(parts);
});
