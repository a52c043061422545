import { z } from 'zod';
import { defineModule } from '#schema/contract.ts';
import { headingField, layoutFields, radio, reference, references, select } from '#schema/fields.ts';
import type { ListQuery } from '#schema/lists.ts';

const limit = 200;

export const description = 'documents, under their categories';

export const documentCategories = defineModule({
  type: 'DOCUMENT_CATEGORIES',
  displayName: 'Document teaser',
  group: 'Downloads and investors',
  also: ['files', 'downloads', 'PDF'],
  version: 1,
  schema: z.object({
    ...layoutFields,
    ...headingField,
    source: radio({
      label: 'Documents',
      options: { manual: 'Chosen by hand', product: 'All of a product', category: 'All of a product category' },
      default: 'manual',
    }),
    documents: references('document', { label: 'Documents', when: { field: 'source', equals: ['manual'] } }),
    product: reference('product', { label: 'Product', when: { field: 'source', equals: ['product'] } }),
    category: reference('category', { label: 'Product category', when: { field: 'source', equals: ['category'] } }),
    documentType: select({
      label: 'Document category',
      options: {
        all: 'All',
        datasheet: 'Data sheets',
        application_note: 'Application notes',
        manual: 'Manuals',
        certificate: 'Certificates',
        drawing: 'Drawings',
        software: 'Software',
        brochure: 'Brochures',
        report: 'Reports',
      },
      default: 'all',
      when: { field: 'source', equals: ['product', 'category'] },
    }),
  }),
  defaults: {},
  placeholders: { heading: { title: 'Documents' } },
  lists: (data): Record<string, ListQuery> => {
    if (data.source === 'manual') return {};
    const id = data.source === 'product' ? data.product : data.category;
    const type = data.documentType === 'all' ? null : data.documentType;
    return id === null ? {} : { documents: { list: 'documents', by: data.source, id, type, limit } };
  },
  waitsFor: ({ source, documents, product, category }, count) => {
    if (source === 'manual') return documents.length === 0 ? 'Choose documents.' : null;
    if (source === 'product' && product === null) return 'Choose a product.';
    if (source === 'category' && category === null) return 'Choose a product category.';
    return count('documents') === 0 ? 'There are no documents of this choice.' : null;
  },
});
