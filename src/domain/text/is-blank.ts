/**
 * Whether a reader would see nothing of a text: it has white space and invisible characters alone.
 *
 * @example isBlank('\u200b '); // true
 */
export function isBlank(text: string): boolean {
  // The braille pattern without dots is drawn as a blank, though Unicode counts it among the symbols.
  return /^[\s\p{Cc}\p{Cf}\p{DI}\u2800]*$/u.test(text);
}
