/**
 * Where a visitor is taken after sending: a path, or an address on one of our own sites. Anything else is null, whoever asks for
 * it, so that nobody is led elsewhere by a link to a form.
 */
export function ownAddress(url: string | null, origins: Iterable<string>): string | null {
  if (!url) return null;
  // Only the shape of the answer matters: a path is one of whatever site the visitor is on.
  const base = 'https://site.invalid';
  if (!URL.canParse(url, base)) return null;
  const parsed = new URL(url, base);
  const place = `${parsed.pathname}${parsed.search}${parsed.hash}`;
  if (parsed.origin === base) return url.startsWith('/') && !place.startsWith('//') ? place : null;
  return new Set(origins).has(parsed.origin) && parsed.username === '' ? parsed.href : null;
}
