/**
 * A text without the characters at its end that are among these, in one pass. A pattern such as `/\/+$/` begins anew at each
 * slash of a long row of them, which takes the square of the time.
 *
 * @example trimEnd('/about//', '/'); // '/about'
 */
export function trimEnd(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
