import { type SearchAnswer, searchedOfAKind } from '#domain/search/search.ts';
import type { SearchTexts } from './search-texts.ts';

/** How many there are of a kind; of more than are counted, that there are more. */
export function formatCount(count: number): string {
  return count >= searchedOfAKind ? `${searchedOfAKind}+` : String(count);
}

/** The summary of an answer: the number of hits, and the words that were searched instead of mistyped ones. */
export function describeAnswer(answer: SearchAnswer, words: SearchTexts): string {
  if (answer.total === 0) return words.none.replace('%s', answer.query);
  const isMore = answer.facets.some(({ count }) => count >= searchedOfAKind);
  const counted = isMore ? words.countMore : answer.total === 1 ? words.countOne : words.count;
  const count = counted.replace('%s', String(answer.total));
  const [correction] = answer.corrections;
  return correction === undefined ? count : `${count} ${words.corrected.replace('%s', correction.to)}`;
}
