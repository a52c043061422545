import type { SearchSuggestion } from '#domain/search/search.ts';
import { withLocale } from '#domain/sites.ts';
import { getListItems } from '#view-model/list-results.ts';
import { readList } from '#content/reading/read-list.ts';
import type { Reading } from '#content/reading/reading.ts';
import type { Screen } from './screen.ts';

/** The search page: an empty field, with what to begin with. */
export async function readSearchScreen(reading: Reading): Promise<Screen> {
  const [suggestions, pages] = await Promise.all([
    readSuggestions(reading),
    readList({ list: 'pages', of: 'children' }, reading),
  ]);
  const presets = getListItems('pages', pages).filter(({ isCurrent }) => !isCurrent);
  return {
    content: {
      screen: 'search',
      action: searchPath(reading),
      query: '',
      answer: null,
      presets: presets.map(({ title, href }) => ({ title, href })),
      suggestions,
    },
    jsonLd: [],
  };
}

/** A prepared search: a page below the search page, which searches for its title. */
export async function readPresetScreen(reading: Reading): Promise<Screen> {
  const query = reading.here?.title ?? '';
  const suggestions = await readSuggestions(reading);
  return {
    content: { screen: 'search', action: searchPath(reading), query, answer: null, presets: [], suggestions },
    jsonLd: [],
  };
}

/** The search with results while typing. */
export async function readSmartSearchScreen(reading: Reading): Promise<Screen> {
  const suggestions = await readSuggestions(reading);
  return { content: { screen: 'smart-search', action: searchPath(reading), suggestions }, jsonLd: [] };
}

/** The families of products on the site, the most frequent searches. */
async function readSuggestions(reading: Reading): Promise<SearchSuggestion[]> {
  const series = getListItems('series', await readList({ list: 'series' }, reading));
  return series.map(({ name, displayName, summary }) => ({ title: displayName, text: summary, query: name }));
}

function searchPath({ context }: Reading): string {
  return context.routePath('search') ?? withLocale(context.locale, '/search');
}
