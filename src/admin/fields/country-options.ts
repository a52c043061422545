import type { Option } from '#schema/field-meta.ts';

let known: Option[] | null = null;

/** Codes that are assigned, but to no country. */
const none = /^(E[UZ]|Q[A-Z]|UN|X[A-JL-Z]|Z[Z])$/;

/** All countries by their English names. */
export function countryOptions(): readonly Option[] {
  if (known) return known;
  const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('');
  const all = letters.flatMap((first) =>
    letters.flatMap((second) => {
      const value = `${first}${second}`;
      const label = none.test(value) ? undefined : names.of(value);
      // Former codes have the name of the country that exists now.
      return label === undefined || Intl.getCanonicalLocales(`und-${value}`)[0] !== `und-${value}`
        ? []
        : [{ value, label }];
    }),
  );
  known = all.toSorted((a, b) => a.label.localeCompare(b.label, 'en'));
  return known;
}
