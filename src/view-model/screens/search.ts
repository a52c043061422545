import type { SearchAnswer, SearchSuggestion } from '#domain/search.ts';

export type SearchContent = {
  screen: 'search';
  /** The path of the search page. */
  action: string;
  /** What is looked for where the address does not say: a preset's own question. */
  query: string;
  /** Null in published files: the browser asks. */
  answer: SearchAnswer | null;
  /** Prepared searches, each a page of its own. */
  presets: readonly { title: string; href: string }[];
  suggestions: readonly SearchSuggestion[];
};

export type SmartSearchContent = {
  screen: 'smart-search';
  action: string;
  suggestions: readonly SearchSuggestion[];
};
