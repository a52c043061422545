import { text } from '#schema/fields.ts';
import { bookkeeping, choice, localized, nullableText, orOmitted, slug } from '#schema/record-fields.ts';
import { defineKind } from '../contract.ts';

export const property = defineKind({
  kind: 'property',
  table: 'properties',
  label: 'key',
  fields: {
    key: slug({ label: 'Key', help: 'Names the property in files' }),
    unit: nullableText({ label: 'Unit' }),
    value_type: choice({ label: 'Values', options: { number: 'Numbers', range: 'Ranges', text: 'Texts' } }),
    localized: localized({
      title: text({ label: 'Title', required: true }),
      // As German does for relative humidity.
      unit: orOmitted(
        text({
          label: 'Unit in this language',
          required: true,
          help: 'Where it is written in another way than “Unit”',
        }),
      ),
    }),
    ...bookkeeping,
  },
  unique: ['key'],
});
