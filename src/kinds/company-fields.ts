import { text } from '#schema/fields.ts';
import {
  bookkeeping,
  choice,
  countries,
  email,
  indexed,
  nullableText,
  optionalText,
  optionallyLocalized,
  orElse,
  orNull,
  placeFields,
  texts,
  webAddress,
} from '#schema/record-fields.ts';

/** A company that sells for us. */
export const companyFields = {
  name: indexed(text({ label: 'Name', required: true })),
  region: orNull(
    choice({
      label: 'Region',
      options: {
        europe: 'Europe',
        americas: 'Americas',
        asia_pacific: 'Asia Pacific',
        middle_east_africa: 'Middle East and Africa',
      },
    }),
  ),
  countries: orElse(countries({ label: 'Countries', help: 'Where it sells' }), []),
  address_lines: orElse(texts({ label: 'Address', itemLabel: 'line' }), []),
  url: orNull(webAddress({ label: 'Website' })),
  email: orNull(email({ label: 'E-mail' })),
  phone: nullableText({ label: 'Telephone' }),
  ...placeFields,
  localized: optionallyLocalized({ note: optionalText({ label: 'Note' }) }),
  ...bookkeeping,
};
