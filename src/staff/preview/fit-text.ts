/**
 * As much of a text as there is room for, by whole words; the marks of what is left out take room as well.
 *
 * @example fitText('One two three', 8, (text) => text.length) // 'One …'
 */
export function fitText(text: string, room: number, widthOf: (text: string) => number): string {
  if (widthOf(text) <= room) return text;
  const ends = [...new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text)]
    .filter(({ isWordLike }) => isWordLike)
    .map(({ index, segment }) => `${text.slice(0, index + segment.length)} …`);
  return ends.findLast((end) => widthOf(end) <= room) ?? '…';
}
