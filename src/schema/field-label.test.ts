import { expect, it } from 'vitest';
import { z } from 'zod';
import { fieldLabel } from './field-label.ts';
import { headingField, list, references, requiredReference, text } from './fields.ts';

const schema = z.object({
  ...headingField,
  cards: list(z.object({ title: text({ label: 'Title' }), image: requiredReference('image', { label: 'Image' }) }), {
    label: 'Cards',
    itemLabel: 'card',
  }),
  products: references('product', { label: 'Products' }),
});

it.each([
  [['heading', 'link'], 'Heading, Link'],
  [['cards', 1, 'image'], 'Card 2, Image'],
  [['cards', '1', 'image'], 'Card 2, Image'],
  [['cards'], 'Cards'],
  [['products', 0], 'Products 1'],
  [['gone', 3], ''],
  [['toString'], ''],
  [['heading', 'constructor', 'name'], 'Heading'],
  [[], ''],
])('calls %j %j', (path, label) => {
  expect(fieldLabel(schema, path)).toBe(label);
});
