import { references, richText, text } from '#schema/fields.ts';
import { bookkeeping, indexed, localized, orElse, sites, wholeNumber } from '#schema/record-fields.ts';
import { defineKind } from '../contract.ts';

export const faq = defineKind({
  kind: 'faq',
  table: 'faqs',
  label: 'localized->en->>question',
  fields: {
    category: indexed(text({ label: 'Category', required: true })),
    position: orElse(wholeNumber({ label: 'Position', help: 'Lower ones come first in their category' }), 0),
    products: references('product', { label: 'Products', distinct: true }),
    sites: sites(),
    localized: localized({
      question: text({ label: 'Question', required: true }),
      answer: richText({ label: 'Answer', required: true }),
    }),
    ...bookkeeping,
  },
  joins: { products: { table: 'faq_products', owner: 'faq_id', member: 'product_id' } },
});
