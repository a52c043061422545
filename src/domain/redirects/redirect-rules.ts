import { type RedirectSource, readPair, sourceText, splat } from './redirect-source.ts';
import { canonicalPath } from '#domain/addresses/routes.ts';
import { trimEnd } from '#domain/text/trim-end.ts';
import { withQuery } from './with-query.ts';

/** A redirect as visitors meet it; it leads nowhere where what was there is gone. */
export type Rule = { source: RedirectSource; to: string | null; status: number };

/** What somebody asks for: the path in its one spelling, as it was sent, and the query with its question mark. */
export type AskedAddress = { path: string; sent: string; search: string };

/** The rules of a site by their paths, each list in the order in which they are tried. */
export type RuleIndex<R extends Rule = Rule> = {
  at: ReadonlyMap<string, readonly R[]>;
  below: ReadonlyMap<string, readonly R[]>;
};

/**
 * The order of rules: one path before everything below one, the longer path before the shorter one, and a query with more pairs
 * before one with less. The first one that matches leads on.
 */
export function compareRules({ source: one }: Rule, { source: other }: Rule): number {
  if (one.isWildcard !== other.isWildcard) return one.isWildcard ? 1 : -1;
  const depth = one.isWildcard ? other.path.split('/').length - one.path.split('/').length : 0;
  return depth || other.pairs.length - one.pairs.length || compareTexts(one.pairs.join('&'), other.pairs.join('&'));
}

function compareTexts(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}

export function indexRules<R extends Rule>(rules: readonly R[]): RuleIndex<R> {
  const byPath = (isWildcard: boolean) =>
    Map.groupBy(
      rules.filter(({ source }) => source.isWildcard === isWildcard).toSorted(compareRules),
      ({ source }) => source.path,
    );
  return { at: byPath(false), below: byPath(true) };
}

/** The paths that one is below, from itself to the root. */
export function* pathsAbove(path: string): Generator<string> {
  for (let above = trimEnd(path, '/'); ; above = above.slice(0, above.lastIndexOf('/'))) {
    yield above;
    if (above === '') return;
  }
}

/** The rules whose path an address has, in the order in which they are tried. */
export function* rulesOfPath<R extends Rule>({ at, below }: RuleIndex<R>, path: string): Generator<R> {
  yield* at.get(path) ?? [];
  if (path === '/') return;
  for (const above of pathsAbove(path)) {
    for (const rule of below.get(above) ?? []) if (!isAtTarget(rule, path)) yield rule;
  }
}

/** The place of the site that a rule leads to, in the one spelling of paths but empty for the root; open where `:splat` follows. */
export function placeOfTarget({ to }: Rule): { path: string; isOpen: boolean } | null {
  if (to === null || !to.startsWith('/')) return null;
  const target = to.replace(/[?#].*$/s, '');
  const isOpen = target.endsWith(`/${splat}`);
  const path = canonicalPath(isOpen ? target.slice(0, -splat.length) : target);
  return path === null ? null : { path: trimEnd(path, '/'), isOpen };
}

/**
 * Whether an address is where a wildcard leads to. It would lead on and on otherwise: from `/docs/a` to `/docs/v2/a`, and from there to
 * `/docs/v2/v2/a`.
 */
export function isAtTarget(rule: Rule, path: string): boolean {
  const place = placeOfTarget(rule);
  const { source } = rule;
  if (place === null || (place.path !== source.path && !place.path.startsWith(`${source.path}/`))) return false;
  return path === place.path || (place.isOpen && path.startsWith(`${place.path}/`));
}

/**
 * The redirect of an address and where it leads: what a visitor's query has beside the pairs of the source is kept, and what a
 * wildcard stands for is put in place of `:splat`. Null where none matches. Pages and files come before all of them.
 */
export function findRule<R extends Rule>(
  index: RuleIndex<R>,
  asked: AskedAddress,
): { rule: R; to: string | null } | null {
  for (const rule of rulesOfPath(index, asked.path)) {
    const rest = restOfQuery(asked.search, rule.source.pairs);
    if (rest !== null)
      return { rule, to: rule.to === null ? null : withQuery(fillSplat(rule, rule.to, asked.sent), rest) };
  }
  return null;
}

/**
 * A query without the pairs that a source names, each taken once; null where one of them is not there.
 *
 * @example restOfQuery('?a=1&id=12', ['id=12']) // '?a=1'
 */
export function restOfQuery(search: string, pairs: readonly string[]): string | null {
  if (pairs.length === 0) return search;
  const parts = search.slice(1).split('&');
  for (const pair of pairs) {
    const place = parts.findIndex((part) => readPair(part) === pair);
    if (place === -1) return null;
    parts.splice(place, 1);
  }
  const rest = trimEnd(parts.join('&').replace(/^&+/, ''), '&');
  return rest === '' ? '' : `?${rest}`;
}

/** The target of a wildcard with the end of the path, as the visitor sent it. */
export function fillSplat({ source }: Rule, to: string, sent: string): string {
  if (!source.isWildcard || !to.includes(`/${splat}`)) return to;
  const depth = source.path.split('/').length;
  const end = trimEnd(sent, '/').split('/').slice(depth).join('/');
  const [before = '', after = ''] = to.split(splat, 2);
  const path = end === '' ? trimEnd(before, '/') : `${before}${end}`;
  return `${path === '' ? '/' : path}${after}`;
}

/** The address of a rule that stands for all that it is for: below a wildcard there is a part that no other rule names. */
export function makeExample({ source }: Rule): AskedAddress {
  const path = source.isWildcard ? `${source.path}/${encodeURIComponent(splat)}` : source.path;
  return { path, sent: path, search: source.pairs.length === 0 ? '' : `?${source.pairs.join('&')}` };
}

/** A rule as its line of `_redirects` names it, which is how people write it too. */
export function readableSource(rule: Rule): string {
  const text = sourceText(rule.source);
  try {
    return decodeURI(text);
  } catch {
    return text;
  }
}
