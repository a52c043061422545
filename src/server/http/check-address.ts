import { isStorable } from '#domain/text.ts';

/**
 * What is wrong with the address of a request, before anybody looks at it; null when nothing is. A request line in absolute form
 * can name a user, which no browser sends, and an address can hold characters that no database takes.
 */
export function problemOfAddress(url: URL): string | null {
  if (url.username !== '' || url.password !== '') return 'An address with a user or a password is not answered.';
  let path: string;
  try {
    path = decodeURIComponent(url.pathname);
  } catch {
    // It is no path of a file either. What reads it, says so.
    path = '';
  }
  const texts = [path, ...[...url.searchParams].flat()];
  return texts.every(isStorable) ? null : 'This address has a character that cannot be read.';
}
