import type { SearchAnswer, SearchSuggestion } from '#domain/search/search.ts';

export type SearchContent = {
  screen: 'search';
  /** The path of the search page. */
  action: string;
  /** The query of a preset, unless the address has one. */
  query: string;
  /** Null in published files: the browser asks. */
  answer: SearchAnswer | null;
  /** Prepared searches, each with its own page. */
  presets: readonly { title: string; href: string }[];
  suggestions: readonly SearchSuggestion[];
};

export type SmartSearchContent = {
  screen: 'smart-search';
  action: string;
  suggestions: readonly SearchSuggestion[];
};
