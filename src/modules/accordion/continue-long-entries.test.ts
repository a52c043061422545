import { describe, expect, it } from 'vitest';
import { parseData } from '#modules/parse-data.ts';
import type { RichText, RichTextNode } from '#schema/rich-text.ts';
import { plainText } from '#schema/rich-text.ts';
import { accordion } from './schema.ts';

const paragraph = (text: string): RichTextNode => ({ type: 'paragraph', content: [{ type: 'text', text }] });
const makeDocument = (...texts: string[]): RichText => ({
  type: 'doc',
  content: texts.map((text) => (text === '' ? { type: 'paragraph' } : paragraph(text))),
});
const words = (count: number, word = 'sensor') => Array.from({ length: count }, () => word).join(' ');

function upgraded(...items: object[]) {
  const parsed = parseData('ACCORDION', 1, { items });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.failure));
  return accordion.schema.parse(parsed.value).items;
}

describe('an accordion of version 1', () => {
  it('stays as it is within the limit', () => {
    const item = { id: 'a', title: 'A question', body: makeDocument('x'.repeat(400)) };
    expect(upgraded(item)).toEqual([item]);
  });

  it('continues a longer text in entries of the same title, without losing a word', () => {
    const body = makeDocument(words(50), words(40), words(200, 'measurement'));
    const items = upgraded({ id: 'a', title: 'A question', body }, { id: 'a-2', title: 'B', body: makeDocument('b') });
    expect(items.at(0)?.id).toBe('a');
    expect(items.at(-1)).toMatchObject({ id: 'a-2', title: 'B' });
    expect(new Set(items.map(({ id }) => id)).size).toBe(items.length);
    const own = items.slice(0, -1);
    expect(own.map(({ title }) => title)).toEqual(own.map(() => 'A question'));
    expect(own.map((item) => plainText(item.body)).join(' ')).toBe(plainText(body));
  });

  it('has no entry without text, wherever empty paragraphs are', () => {
    const body = makeDocument('', 'x'.repeat(400), '', words(60), '');
    const items = upgraded({ id: 'a', title: 'A', body });
    expect(items.map((item) => plainText(item.body)).filter((text) => text === '')).toEqual([]);
    expect(items.map((item) => plainText(item.body)).join(' ')).toBe(plainText(body));
  });

  it('cuts text without spaces', () => {
    const body = makeDocument('湿度'.repeat(500));
    const items = upgraded({ id: 'a', title: 'A', body });
    expect(items.map((item) => plainText(item.body)).join('')).toBe(plainText(body));
  });

  it('says its title where it had no text', () => {
    expect(upgraded({ id: 'a', title: 'Drawings' })).toEqual([
      { id: 'a', title: 'Drawings', body: makeDocument('Drawings') },
    ]);
  });
});
