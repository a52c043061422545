import type { Language, Locale } from './locales.ts';

/** What visitors can find, in the order in which kinds are offered. */
export const searchKinds = [
  'product',
  'series',
  'application',
  'document',
  'page',
  'faq',
  'article',
  'event',
  'post',
  'employee_story',
  'job',
] as const;
export type SearchKind = (typeof searchKinds)[number];

/** Where the server answers what a site's visitors look for, on the host of the site. */
export const searchEndpoint = '/_search';
/** Longer questions are refused. */
export const maxQueryLength = 200;
/** So many of a kind are looked at, and counted: where there are more, nobody pages through them. */
export const searchedOfAKind = 100;
/** Hits on one page of results. */
export const searchPageSize = 12;

/** A text with what was looked for marked in it. */
export type MarkedText = readonly { text: string; isHit: boolean }[];

export type SearchHit = {
  kind: SearchKind;
  title: MarkedText;
  text: MarkedText;
  href: string;
  /** Of a document in another language than the reader's: what it is, and what the reader calls it. */
  language: { code: Language; name: string } | null;
  /** ISO time of news and events. */
  date: string | null;
};

/** What was found, best first: plain JSON, as the endpoint sends it. */
export type SearchAnswer = {
  query: string;
  /** The kinds that hits are limited to; all when there are none. */
  kinds: readonly SearchKind[];
  page: number;
  total: number;
  /** How many there are of each kind, whatever the hits are limited to. */
  facets: readonly { kind: SearchKind; count: number }[];
  hits: readonly SearchHit[];
  /** Words that are not in use on the site, and what was looked for in their place. */
  corrections: readonly { from: string; to: string }[];
};

/** Something to begin with, for whoever has not typed anything yet. */
export type SearchSuggestion = { title: string; text: string; query: string };

/** What somebody looks for: the state of a search page, which stands in its address. */
export type SearchQuestion = { query: string; kinds: readonly SearchKind[]; page: number };

/** Reads a question from the parameters of an address; whatever cannot be read is left out. */
export function readQuestion(parameters: URLSearchParams): SearchQuestion {
  const page = Number(parameters.get('page') ?? 1);
  return {
    query: (parameters.get('query') ?? parameters.get('q') ?? '').trim().slice(0, maxQueryLength).toWellFormed(),
    kinds: searchKinds.filter((kind) => parameters.getAll('kind').includes(kind)),
    page: Number.isInteger(page) && page > 0 && page <= 100 ? page : 1,
  };
}

/** The parameters that `readQuestion` reads; without those that say nothing. */
export function questionParameters({ query, kinds, page }: SearchQuestion): URLSearchParams {
  const parameters = new URLSearchParams(query === '' ? {} : { query });
  for (const kind of kinds) parameters.append('kind', kind);
  if (page > 1) parameters.set('page', String(page));
  return parameters;
}

/** The address that answers a question in a locale. */
export function searchUrl(question: SearchQuestion, locale: Locale): string {
  const parameters = questionParameters(question);
  parameters.set('locale', locale);
  return `${searchEndpoint}?${parameters}`;
}
