import { reference, text } from '#schema/fields.ts';
import {
  bookkeeping,
  choice,
  contactAddress,
  localized,
  optionalText,
  orElse,
  orNull,
  webAddress,
  wholeNumber,
} from '#schema/record-fields.ts';
import { defineKind } from '../contract.ts';

export const cv = defineKind({
  kind: 'cv',
  table: 'cvs',
  label: 'name',
  fields: {
    name: text({ label: 'Name', required: true }),
    image: reference('image', { label: 'Picture' }),
    contact_url: orNull(contactAddress({ label: 'Contact', help: 'A website, mailto: or tel:' })),
    linkedin_url: orNull(webAddress({ label: 'LinkedIn' })),
    organisation_level: orNull(
      choice({
        label: 'Level',
        help: 'Adds nobody to a page: a “People grid” shows the people that are chosen in it',
        options: { board: 'Board', management: 'Management', team: 'Team' },
      }),
    ),
    position_order: orElse(
      wholeNumber({
        label: 'Position in tables',
        help: 'On pages people come in the order in which a module names them',
      }),
      0,
    ),
    localized: localized({
      position: text({ label: 'Position', required: true }),
      additional_text: optionalText({ label: 'Additional text', long: true }),
      summary: optionalText({ label: 'Summary', long: true }),
      experience: optionalText({ label: 'Experience', help: 'One entry a line', long: true }),
      education: optionalText({ label: 'Education', help: 'One entry a line', long: true }),
    }),
    ...bookkeeping,
  },
});
