import { isStorable } from '#domain/text.ts';

/**
 * What is wrong with the address of a request, before anybody looks at it; null when nothing is. A request line in absolute form
 * can name a user, which no browser sends, and an address can hold characters that no database takes.
 */
export function problemOfAddress(url: URL): string | null {
  if (url.username !== '' || url.password !== '') return 'An address with a user or a password is not answered.';
  const texts = [pathOf(url), ...[...url.searchParams].flat()];
  return texts.every(isStorable) ? null : 'This address has a character that cannot be read.';
}

/** The path as it is read; empty where it says what is wrong with it by itself: no action has such a name, and no file either. */
function pathOf({ pathname }: URL): string {
  if (pathname.startsWith('/_actions/')) return '';
  try {
    return decodeURIComponent(pathname);
  } catch {
    return '';
  }
}
