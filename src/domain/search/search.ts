import { characterBounds } from '#domain/text/graphemes.ts';
import type { Language, Locale } from '#domain/locales.ts';

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

/** The search endpoint on the host of a site. */
export const searchEndpoint = '/_search';
/** Longer questions are refused. */
export const maxQueryLength = 200;
/** The most hits of a kind that are ranked and counted. */
export const searchedOfAKind = 100;
/** How many hits a page of results can have. */
export const searchPageSizes = [12, 24, 'all'] as const;
type SearchPageSize = (typeof searchPageSizes)[number];
export const searchPageSize = 12 satisfies SearchPageSize;

/** A text with the searched words marked. */
export type MarkedText = readonly { text: string; isHit: boolean }[];

export type SearchHit = {
  kind: SearchKind;
  title: MarkedText;
  text: MarkedText;
  href: string;
  /** The language of a document that is not in the reader's language: its code, and its name for the reader. */
  language: { code: Language; name: string } | null;
  /** ISO time of news and events. */
  date: string | null;
};

/** The hits, best first: plain JSON, as the endpoint sends it. */
export type SearchAnswer = {
  query: string;
  /** The kinds that hits are limited to; all when there are none. */
  kinds: readonly SearchKind[];
  page: number;
  /** How many hits a page has. */
  size: number | 'all';
  total: number;
  /** How many there are of each kind, regardless of the filter by kind. */
  facets: readonly { kind: SearchKind; count: number }[];
  hits: readonly SearchHit[];
  /** Words that the site does not have, with the words that were searched instead. */
  corrections: readonly { from: string; to: string }[];
};

/** Suggestions to begin with, before a query is typed. */
export type SearchSuggestion = { title: string; text: string; query: string };

/** A search query: the state of a search page, stored in its address. Without a size it is the default one. */
export type SearchQuestion = {
  query: string;
  kinds: readonly SearchKind[];
  page: number;
  size?: SearchPageSize | undefined;
};

/**
 * Reads a query from the parameters of an address; invalid ones are ignored.
 *
 * @example readQuestion(new URLSearchParams('query=co2&page=2')); // { query: 'co2', kinds: [], page: 2, size: 12 }
 */
export function readQuestion(parameters: URLSearchParams): SearchQuestion {
  const page = Number(parameters.get('page') ?? 1);
  const query = (parameters.get('query') ?? parameters.get('q') ?? '').trim().toWellFormed();
  return {
    query: query.slice(0, characterBounds(query).start(maxQueryLength)),
    kinds: searchKinds.filter((kind) => parameters.getAll('kind').includes(kind)),
    page: Number.isInteger(page) && page > 0 && page <= 100 ? page : 1,
    size: searchPageSizes.find((size) => String(size) === parameters.get('size')) ?? searchPageSize,
  };
}

/** The parameters that `readQuestion` reads; without those that say nothing. */
export function questionParameters({ query, kinds, page, size = searchPageSize }: SearchQuestion): URLSearchParams {
  const parameters = new URLSearchParams(query === '' ? {} : { query });
  for (const kind of kinds) parameters.append('kind', kind);
  if (page > 1) parameters.set('page', String(page));
  if (size !== searchPageSize) parameters.set('size', String(size));
  return parameters;
}

/**
 * The address that answers a question in a locale.
 *
 * @example searchUrl({ query: 'co2', kinds: [], page: 1 }, 'de'); // '/_search?query=co2&locale=de'
 */
export function searchUrl(question: SearchQuestion, locale: Locale): string {
  const parameters = questionParameters(question);
  parameters.set('locale', locale);
  return `${searchEndpoint}?${parameters}`;
}
