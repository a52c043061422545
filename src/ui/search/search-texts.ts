import type { Translate } from '#view-model/view-props.ts';
import { type SearchKind, searchKinds } from '#domain/search/search.ts';

/** The messages of the search in one language; `%s` is replaced by a number or the query. */
export type SearchTexts = {
  label: string;
  placeholder: string;
  submit: string;
  /** Of many, and of one. */
  kinds: Readonly<Record<SearchKind, string>>;
  one: Readonly<Record<SearchKind, string>>;
  all: string;
  filter: string;
  results: string;
  count: string;
  countOne: string;
  countMore: string;
  none: string;
  noneHint: string;
  corrected: string;
  loading: string;
  failed: string;
  retry: string;
  suggestions: string;
  every: string;
  everyOne: string;
  pages: string;
  sizes: string;
  allHits: string;
};

const names = [
  'label',
  'placeholder',
  'submit',
  'all',
  'filter',
  'results',
  'count',
  'countOne',
  'countMore',
  'none',
  'noneHint',
  'corrected',
  'loading',
  'failed',
  'retry',
  'suggestions',
  'every',
  'everyOne',
  'pages',
] as const;

export function pickSearchTexts(t: Translate): SearchTexts {
  const each = (part: string) => Object.fromEntries(searchKinds.map((kind) => [kind, t(`search.${part}.${kind}`)]));
  const words = Object.fromEntries(names.map((name) => [name, t(`search.${name}`)]));
  // Each name and kind of the types is in the lists that the words are made from.
  const sizes = { sizes: t('pagination.size'), allHits: t('pagination.all') };
  return { ...words, ...sizes, kinds: each('kind'), one: each('one') } as SearchTexts;
}

/** Words around which nothing is looked for yet, to sample an island with. */
export const noSearchTexts: SearchTexts = pickSearchTexts(() => '');
