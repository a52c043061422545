import { type Result, fail, ok } from '#domain/result.ts';
import { canonicalPath } from '#domain/addresses/routes.ts';

/** What a redirect is from: one path, or everything below one, for all queries or for those that have certain pairs. */
export type RedirectSource = {
  /** In the one spelling of paths. Empty where everything below the root is meant. */
  path: string;
  /** Whether it is for everything below the path, and for the path itself. */
  isWildcard: boolean;
  /** The pairs of its query, in one spelling and order. */
  pairs: readonly string[];
};

/** What stands at the end of a target for whatever the asterisk stood for. */
export const splat = ':splat';

const maxPairs = 10;

/**
 * Reads the source of a redirect as people write it: decoded or percent-encoded, with a query, with an asterisk for everything below.
 * Whoever reads `_redirects` reads it by this as well.
 *
 * @example readRedirectSource('/page.php?id=12') // { path: '/page.php', isWildcard: false, pairs: ['id=12'] }
 * @example readRedirectSource('/helm/v3/*') // { path: '/helm/v3', isWildcard: true, pairs: [] }
 */
export function readRedirectSource(text: string): Result<RedirectSource> {
  if (!text.startsWith('/')) return fail('invalid', 'It starts with a slash, such as /old/address');
  const mark = text.indexOf('#');
  if (mark !== -1) {
    const before = text.slice(0, mark);
    return fail(
      'invalid',
      `Browsers keep to themselves what begins with #, so the website never sees it. Write “${before}”: visitors who come to a place of that page are led on too`,
    );
  }
  const at = text.indexOf('?');
  const [written, query] = at === -1 ? [text, null] : [text.slice(0, at), text.slice(at + 1)];
  const isWildcard = written.endsWith('/*');
  const path = isWildcard ? written.slice(0, -2) : written;
  if (path.includes('*') || query?.includes('*')) {
    return fail(
      'invalid',
      'An asterisk stands at the end of a path only, after a slash, for everything below: /old/*. One that is part of an address is written %2A',
    );
  }
  const canonical = readPath(path, isWildcard);
  if (canonical === null)
    return fail(
      'invalid',
      'A path has no empty parts, none of dots alone, no backslash, and only UTF-8 behind percent signs',
    );
  if (canonical === '/') return fail('invalid', 'The home page is there whatever follows, so it cannot lead elsewhere');
  const pairs = query === null ? [] : query.split('&').map(readPair);
  const known = pairs.filter((pair) => pair !== null);
  if (known.length < pairs.length)
    return fail('invalid', 'A query has names and values with & between them, such as ?id=12&view=list');
  if (pairs.length > maxPairs) return fail('invalid', `A query has at most ${maxPairs} pairs here`);
  return ok({ path: canonical, isWildcard, pairs: known.toSorted() });
}

function readPath(path: string, isWildcard: boolean): string | null {
  if (isWildcard && path === '') return '';
  if (isWildcard && path.endsWith('/')) return null;
  // A percent sign that encodes nothing is one.
  return canonicalPath(path.replace(/%(?![0-9a-f]{2})/gi, '%25'));
}

/** One pair of a query in the one spelling that pairs are compared by; null where there is none. */
export function readPair(part: string): string | null {
  // A question mark at its beginning would be left out.
  const [pair] = new URLSearchParams(`&${part}`);
  return pair && pair[0] !== '' ? pair.map((text) => encodeURIComponent(text.normalize('NFC'))).join('=') : null;
}

/**
 * The one spelling of a source: what two redirects that have it in common are both from.
 *
 * @example sourceText({ path: '/a/*', isWildcard: true, pairs: ['id=1'] }) // '/a/%2A/*?id=1'
 */
export function sourceText({ path, isWildcard, pairs }: RedirectSource): string {
  const query = pairs.length === 0 ? '' : `?${pairs.join('&')}`;
  return `${path.replaceAll('*', '%2A')}${isWildcard ? '/*' : ''}${query.replaceAll('*', '%2A')}`;
}

/** The path of a source as the rules of addresses read it: decoded. */
export function decodedPath({ path }: RedirectSource): string {
  return decodeURIComponent(path);
}

/** Why a target cannot have its `:splat`, or null. */
export function problemOfSplat(to: string, source: RedirectSource): string | null {
  const count = to.split(splat).length - 1;
  if (count === 0) return null;
  if (!source.isWildcard)
    return `“${splat}” stands for whatever the asterisk of the old address stood for, which has none: end that with /*`;
  const path = to.replace(/^https?:\/\/[^/?#]*/, '').replace(/[?#].*$/s, '');
  if (count > 1 || !path.endsWith(`/${splat}`))
    return `“${splat}” stands once, as the last part of a path: /new/${splat}`;
  return null;
}
