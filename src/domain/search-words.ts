/**
 * The words of a search in lower case, of which all are to be found: 20 at most.
 *
 * @example searchWords(' About  us ') // ['about', 'us']
 */
export function searchWords(search: string): string[] {
  return search.toLowerCase().split(/\s+/).filter(Boolean).slice(0, 20);
}
