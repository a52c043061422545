import { isStorable } from '#domain/text/text.ts';

/**
 * The error in the address of a request, before it is used; null when there is none. A request line in absolute form
 * can name a user, which no browser sends, and an address can hold characters that no database takes.
 */
export function problemOfAddress(url: URL): string | null {
  if (url.username !== '' || url.password !== '') return 'An address with a user or a password is not answered.';
  const texts = [getPath(url), ...[...url.searchParams].flat()];
  return texts.every(isStorable) ? null : 'This address has a character that cannot be read.';
}

/** The decoded path; empty for a path that cannot be decoded, which then matches no action and no file. */
function getPath({ pathname }: URL): string {
  if (pathname.startsWith('/_actions/')) return '';
  try {
    return decodeURIComponent(pathname);
  } catch {
    return '';
  }
}
