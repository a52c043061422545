import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { editorFields } from './editor-fields.ts';
import { headingField, itemId, list, longText, richText, text } from './fields.ts';
import { newValues, placeholderAt, withPlaceholders } from './placeholders.ts';

const item = z.object({
  id: itemId(),
  title: text({ label: 'Title', required: true }),
  body: longText({ label: 'Body' }),
});
const fields = editorFields(
  z.object({
    ...headingField,
    text: richText({ label: 'Text', required: true }),
    cards: list(item, { label: 'Cards', itemLabel: 'card', min: 1 }),
    notes: list(item, { label: 'Notes', itemLabel: 'note' }),
  }),
);
const placeholders = {
  heading: { title: 'A heading' },
  text: 'Some text',
  cards: [{ title: 'A card', body: 'Its body' }, { title: 'Another' }],
  notes: [{ title: 'A note' }],
};

describe('placeholderAt', () => {
  it('finds the example of a field, and the first for items without one', () => {
    expect(placeholderAt(placeholders, 'heading.title')).toBe('A heading');
    expect(placeholderAt(placeholders, 'cards.1.title')).toBe('Another');
    expect(placeholderAt(placeholders, 'cards.7.title')).toBe('A card');
    for (const path of ['heading', 'heading.lead', 'cards', 'nothing.0.title', '']) {
      expect(placeholderAt(placeholders, path)).toBe('');
    }
    expect(placeholderAt(undefined, 'title')).toBe('');
  });
});

describe('a new module', () => {
  const begun = newValues(fields, {}, placeholders);

  it('has a blank item for each example of a required list, with ids of their own', () => {
    expect(begun['cards']).toEqual([
      { id: expect.any(String), title: '', body: '' },
      { id: expect.any(String), title: '', body: '' },
    ]);
    expect(new Set((begun['cards'] as { id: string }[]).map(({ id }) => id)).size).toBe(2);
    expect(begun['notes']).toEqual([]);
  });

  it('shows examples or labels in required texts only, and says which', () => {
    const { values, words } = withPlaceholders(fields, begun, { ...placeholders, cards: [{ title: 'A card' }, {}] });
    expect(values['heading']).toMatchObject({ title: '' });
    expect(values['cards']).toMatchObject([
      { title: 'A card', body: '' },
      { title: 'Title', body: '' },
    ]);
    expect(JSON.stringify(values['text'])).toContain('Some text');
    expect(words).toEqual(new Set(['Some text', 'A card', 'Title']));
    expect(JSON.stringify(begun)).not.toContain('Some text');
  });

  it('shows what was written, and no examples besides', () => {
    const written = {
      ...begun,
      cards: [{ id: 'a', title: 'Mine', body: '' }],
      text: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Words' }] }] },
    };
    expect(withPlaceholders(fields, written, placeholders)).toEqual({ values: written, words: new Set() });
  });
});
