/**
 * Where to go after signing in: a path of this site and nothing else. The address is read as a browser reads it, which
 * drops tabs and line breaks and takes a backslash for a slash.
 */
export function safeNext(next: string | null | undefined, fallback = '/'): string {
  if (!next?.startsWith('/') || next.length > 2000) return fallback;
  const base = 'http://site.invalid';
  if (!URL.canParse(next, base)) return fallback;
  const url = new URL(next, base);
  if (url.origin !== base || url.pathname.startsWith('//')) return fallback;
  return `${url.pathname}${url.search}${url.hash}`;
}
