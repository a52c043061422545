import { z } from 'zod';
import { defineModule } from '#schema/contract.ts';
import { headingField, layoutFields, requiredReference, url } from '#schema/fields.ts';

export const description = 'a form made in the form builder';

export const customForms = defineModule({
  type: 'CUSTOM_FORMS',
  displayName: 'Form-builder forms',
  group: 'Contact and forms',
  also: ['contact form', 'newsletter'],
  version: 1,
  schema: z.object({
    ...layoutFields,
    ...headingField,
    form: requiredReference('form', { label: 'Form' }),
    successUrl: url({
      label: 'Success URL',
      help: 'Where visitors are taken after sending the form: a page of one of our sites',
    }),
  }),
  defaults: {},
  placeholders: { heading: { title: 'Write to us' } },
  waitsFor: ({ form }) =>
    'fields' in form && Array.isArray(form.fields) && form.fields.length === 0 ? 'Add fields to the form.' : null,
});
