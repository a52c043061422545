import { describe, expect, it } from 'vitest';
import { getDefinition, registeredTypes } from '#modules/definitions.ts';
import { editorFields } from './editor-fields.ts';
import { listTexts, tidyText } from './list-texts.ts';

const paragraph = (...texts: string[]) => ({
  type: 'paragraph',
  content: texts.flatMap((text, index) => [...(index > 0 ? [{ type: 'hardBreak' }] : []), { type: 'text', text }]),
});
const accordion = editorFields(getDefinition('ACCORDION').schema);

describe('the texts of a module', () => {
  it('are those of its fields and of the items of its lists, with their paths', () => {
    const list = {
      type: 'bulletList',
      content: [{ type: 'listItem', content: [paragraph('One')] }],
    };
    const data = {
      items: [
        { id: 'a', title: 'Why', body: { type: 'doc', content: [paragraph('Two', 'lines'), list] } },
        { id: 'b', title: 'How', body: { type: 'doc', content: [{ type: 'paragraph' }] } },
      ],
    };
    expect(listTexts(accordion, data)).toEqual([
      { path: 'items.0.title', text: 'Why' },
      { path: 'items.0.body', text: 'Two lines' },
      { path: 'items.0.body', text: 'One' },
      { path: 'items.1.title', text: 'How' },
    ]);
  });

  it('are none in data of another shape, for every type', () => {
    for (const type of registeredTypes) {
      const fields = editorFields(getDefinition(type).schema);
      for (const data of [null, [], 'text', 7, {}]) expect(listTexts(fields, data), type).toEqual([]);
      const wrong = Object.fromEntries(fields.map(({ name }) => [name, 7]));
      expect(listTexts(fields, wrong), type).toEqual([]);
    }
  });
});

describe('a text as it is read', () => {
  it('has no invisible characters and single spaces', () => {
    expect(tidyText(' a\u00ADb\n  c\u200B\u00A0d ')).toBe('ab c d');
  });
});
