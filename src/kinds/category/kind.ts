import { reference, references, text } from '#schema/fields.ts';
import { bookkeeping, localized, optionalText, slug } from '#schema/record-fields.ts';
import { defineKind } from '../contract.ts';

const properties = { table: 'category_properties', owner: 'category_id', member: 'property_id' };

export const category = defineKind({
  kind: 'category',
  table: 'categories',
  label: 'slug',
  fields: {
    slug: slug({ label: 'Slug' }),
    parent: reference('category', { label: 'Above it' }),
    primary_properties: references('property', {
      label: 'Primary properties',
      help: 'In tables and in the filters of the catalog',
      distinct: true,
    }),
    secondary_properties: references('property', {
      label: 'Further properties',
      help: "On a product's page",
      distinct: true,
    }),
    localized: localized({
      title: text({ label: 'Title', required: true, max: 100 }),
      description: optionalText({ label: 'Description', max: 200, long: true }),
    }),
    ...bookkeeping,
  },
  joins: {
    primary_properties: { ...properties, constants: { role: 'primary' } },
    secondary_properties: { ...properties, constants: { role: 'secondary' } },
  },
  check: (record, issue) => {
    if (record.parent === record.id) issue(['parent'], 'A category is not below itself');
    record.secondary_properties.forEach((member, index) => {
      if (record.primary_properties.includes(member)) {
        issue(['secondary_properties', index], 'The property is a primary one already');
      }
    });
  },
  unique: ['slug'],
});
