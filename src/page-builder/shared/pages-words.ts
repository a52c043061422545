/** A number of pages in words. */
export function pagesWords(count: number): string {
  return count === 1 ? '1 page' : `${count} pages`;
}
