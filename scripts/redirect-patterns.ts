import { type Rule, placeOfTarget } from '#domain/redirects/redirect-rules.ts';

/** What the rules of file servers have in common. */

/** Which of a visitor's query goes along. */
export type Kept = 'all' | 'none' | 'kept';

/** How a server names the parts of an address that a visitor sends. */
type Parts = {
  /** What a wildcard stands for, with the slash before it. */
  end: string;
  /** The query with its question mark, and the same with an ampersand in its place. */
  question: string;
  more: string;
  /** What is left of the query without the pairs of the source. */
  rest: string;
};

/** A target with the end of the path and what is kept of the query, before its fragment. */
export function addressIn(to: string, kept: Kept, { end, question, more, rest }: Parts): string {
  const [whole = '', fragment] = to.split('#', 2);
  const hasQuery = whole.includes('?');
  const added = { all: hasQuery ? more : question, none: '', kept: `${hasQuery ? '&' : '?'}${rest}` }[kept];
  const [path = '', query] = whole.split('?', 2);
  const filled = path === '/:splat' ? `/${end}` : path.replace(/\/:splat$/, () => end);
  return `${filled}${query === undefined ? '' : `?${query}`}${added}${fragment === undefined ? '' : `#${fragment}`}`;
}

/** Whether all that a wildcard is for is where it leads to, so that nothing of it is left. */
export function isForItsTarget(rule: Rule): boolean {
  const place = placeOfTarget(rule);
  return rule.source.isWildcard && place !== null && place.isOpen && place.path === rule.source.path;
}

/** A pair of a query in whatever spelling it is sent. */
export function pairPattern(pair: string): string {
  const [name = '', value = ''] = pair
    .split('=')
    .map((text) => decodeURIComponent(text).replace(/./gsu, characterPattern));
  return value === '' ? `${name}=?` : `${name}=${value}`;
}

function characterPattern(character: string): string {
  const bytes = [...new TextEncoder().encode(character)]
    .map((byte) => `%${byte.toString(16).padStart(2, '0')}`)
    .join('');
  const encoded = bytes.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
  if (character === ' ') return `(?:\\+|${encoded})`;
  // These mean something else as they are.
  return /[&+=#%]/.test(character) ? encoded : `(?:${literal(character)}|${encoded})`;
}

export function literal(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
