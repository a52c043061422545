import { checkbox, requiredReference, text } from '#schema/fields.ts';
import {
  bookkeeping,
  country,
  datedVisibility,
  localized,
  optionalText,
  orElse,
  orNull,
  orOmitted,
  sites,
  slug,
  texts,
  webAddress,
  wholeNumber,
} from '#schema/record-fields.ts';
import { checkPeriod } from '../checks.ts';
import { defineKind } from '../contract.ts';

const pensum = (label: string) => orNull(wholeNumber({ label, help: 'In percent', min: 1, max: 100 }));

export const job = defineKind({
  kind: 'job',
  table: 'jobs',
  label: 'slug',
  fields: {
    slug: slug({ label: 'Slug' }),
    location: requiredReference('location', { label: 'Location' }),
    city: text({ label: 'City', required: true }),
    country: country({ label: 'Country' }),
    field: orNull(
      slug({ label: 'Field of work', help: 'A word that jobs of the same field share, such as engineering' }),
    ),
    pensum_min: pensum('Lowest workload'),
    pensum_max: pensum('Highest workload'),
    is_remote: checkbox({ label: 'Remote work', default: false }),
    direct_link: orNull(webAddress({ label: 'Address', help: 'Where one applies' })),
    sites: orElse(sites(), ['main']),
    ...datedVisibility,
    localized: localized({
      title: text({ label: 'Title', required: true }),
      short_description: text({ label: 'Description', required: true }),
      city: optionalText({ label: 'City in this language', help: 'Where it is written in another way than “City”' }),
      positions: orOmitted(texts({ label: 'Positions', itemLabel: 'position' })),
    }),
    ...bookkeeping,
  },
  check: (record, issue) => {
    const { pensum_min: min, pensum_max: max } = record;
    if ((min === null) !== (max === null) || (min !== null && max !== null && min > max)) {
      issue(['pensum_max'], 'Write the lowest and the highest workload, the lower one first');
    }
    checkPeriod(record, issue);
  },
  unique: ['slug'],
});
