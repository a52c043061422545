/**
 * The address that a visitor is redirected to after sending: a path, or an address on one of our own sites. Anything
 * else is null, which prevents open redirects.
 *
 * @example ownAddress('https://evil.example', ['https://www.ostrevo.example']); // null
 */
export function ownAddress(url: string | null, origins: Iterable<string>): string | null {
  if (!url) return null;
  // Only the shape of the answer matters: a path belongs to the site that the visitor is on.
  const base = 'https://site.invalid';
  if (!URL.canParse(url, base)) return null;
  const parsed = new URL(url, base);
  const place = `${parsed.pathname}${parsed.search}${parsed.hash}`;
  if (parsed.origin === base) return url.startsWith('/') && !place.startsWith('//') ? place : null;
  return new Set(origins).has(parsed.origin) && parsed.username === '' ? parsed.href : null;
}
