import { reference, text } from '#schema/fields.ts';
import {
  bookkeeping,
  country,
  email,
  nullableText,
  optionalText,
  optionallyLocalized,
  orNull,
  placeFields,
  texts,
} from '#schema/record-fields.ts';
import { checkPlace } from '../checks.ts';
import { defineKind } from '../contract.ts';

export const location = defineKind({
  kind: 'location',
  table: 'locations',
  label: 'name',
  fields: {
    name: text({ label: 'Place', required: true }),
    name_verbose: text({ label: 'Name of the company there', required: true }),
    address_lines: texts({ label: 'Address', itemLabel: 'line', min: 1 }),
    image: reference('image', { label: 'Picture' }),
    ...placeFields,
    country: orNull(country({ label: 'Country' })),
    phone: nullableText({ label: 'Telephone' }),
    email: orNull(email({ label: 'E-mail' })),
    localized: optionallyLocalized({
      name: optionalText({ label: 'Place in this language', help: 'Where it is written in another way than “Place”' }),
      title: optionalText({ label: 'Title' }),
      note: optionalText({ label: 'Note' }),
    }),
    ...bookkeeping,
  },
  check: checkPlace,
});
