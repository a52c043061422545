import { type Locale, languageCodes } from '#domain/locales.ts';

/** The options of a filter, in the order in which readers of a language look for names. */
export function choicesByName(names: ReadonlyMap<string, string>, locale: Locale): { value: string; label: string }[] {
  const order = new Intl.Collator(languageCodes[locale], { numeric: true });
  return [...names].map(([value, label]) => ({ value, label })).toSorted((a, b) => order.compare(a.label, b.label));
}
