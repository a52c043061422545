import { type Rule, compareRules, placeOfTarget } from '#domain/redirects/redirect-rules.ts';
import { sourceText } from '#domain/redirects/redirect-source.ts';
import { type Kept, addressIn, isForItsTarget, literal, pairPattern } from './redirect-patterns.ts';

/**
 * The redirects of a site as rules of Caddy, for published files without a Node server behind them: made from `_redirects`, in its order.
 * What a visitor sends is matched by expressions and by `map`, which take it for a text: `vars_regexp` would look for placeholders in it.
 */
export function caddyRedirects(rules: readonly Rule[]): string {
  const sorted = rules.toSorted(compareRules).filter((rule) => !isForItsTarget(rule));
  const ends = new Set(sorted.filter(({ source }) => source.isWildcard).map(endName));
  return `${[
    '# Written by `npm run redirects`. In the route of the site, in place of its last reverse_proxy.',
    // A slash that is not one, and what Node takes for no address.
    String.raw`@ostrevo_odd expression ${token('{http.request.orig_uri}.matches(r"(?i)^[^?]*(?://|\\\\|%2f|%5c|%0|%1|%7f)")')}`,
    'error @ostrevo_odd 404',
    '@ostrevo_machine path_regexp ^/(?:media|_astro|\\.staging)/',
    'error @ostrevo_machine 404',
    ...mapLines('{http.request.uri.query}', ['{ostrevo_question}', '{ostrevo_more}'], '^(.+)$', ['?${1}', '&${1}']),
    ...[...ends].flatMap((name) => endLines(name)),
    ...sorted.flatMap((rule, index) => [`# ${sourceText(rule.source)}`, ...formatRule(rule, `ostrevo_${index}`)]),
    'error 404',
  ].join('\n')}\n`;
}

/** The lines of one rule; `name` begins the names of its matchers and placeholders. */
function formatRule(rule: Rule, name: string): string[] {
  const { source, to, status } = rule;
  const [isAt, isElsewhere] = [`path_regexp ${pattern(formatPattern(rule))}`, formatElsewhere(rule)];
  const answer = (matcher: string, kept: Kept) =>
    to === null
      ? `error @${matcher} 410`
      : `redir @${matcher} ${token(formatLocation(to, kept, { end: `{${endName(rule)}}`, rest: `{${name}_rest}` }))} ${status}`;
  if (source.pairs.length === 0) return [...matcherLines(name, [isAt, ...isElsewhere]), answer(name, 'all')];
  // Each pair is taken out of what is left of the query once; where one is not there, nothing is left.
  const steps = source.pairs.flatMap((pair, step) =>
    mapLines(
      step === 0 ? '&{http.request.uri.query}&' : `{${name}_${step - 1}}`,
      [`{${name}_${step}}`],
      `^(.*?&)${pairPattern(pair)}&(.*)$`,
      ['${1}${2}'],
    ),
  );
  const left = `{${name}_${source.pairs.length - 1}}`;
  const whole = (query: string) => `expression ${token(`${left}.matches(r"${query}")`)}`;
  return [
    ...steps,
    ...mapLines(left, [`{${name}_rest}`], '^&+(.*[^&])&+$', ['${1}']),
    ...matcherLines(name, [isAt, ...isElsewhere, whole('^&+$')]),
    answer(name, 'none'),
    ...matcherLines(`${name}_more`, [isAt, ...isElsewhere, whole('^&+.*[^&]&+$')]),
    answer(`${name}_more`, 'kept'),
  ];
}

function matcherLines(name: string, matchers: readonly string[]): string[] {
  return [`@${name} {`, ...matchers.map((matcher) => `\t${matcher}`), '}'];
}

function mapLines(source: string, targets: readonly string[], matched: string, filled: readonly string[]): string[] {
  return [
    `map ${token(source)} ${targets.join(' ')} {`,
    `\t${pattern(`~${matched}`)} ${filled.map((text) => token(text)).join(' ')}`,
    `\tdefault ${filled.map(() => token('')).join(' ')}`,
    '}',
  ];
}

/** The decoded paths of a rule. */
function formatPattern({ source: { path, isWildcard } }: Rule): string {
  const decoded = literal(decodeURIComponent(path));
  if (!isWildcard) return `^${decoded}$`;
  return `^${decoded}${path === '' ? '/.' : '(?:/|$)'}`;
}

/** That an address is not where its wildcard leads to. */
function formatElsewhere(rule: Rule): string[] {
  const { path, isWildcard } = rule.source;
  const place = placeOfTarget(rule);
  if (!isWildcard || place === null || (place.path !== path && !place.path.startsWith(`${path}/`))) return [];
  const target = literal(decodeURIComponent(place.path || '/'));
  return [`not path_regexp ${pattern(`^${target}${place.isOpen ? '(?:/|$)' : '$'}`)}`];
}

/** The placeholder of what a wildcard stands for, by how many parts are before it; at the root the slash is the target's own. */
function endName(rule: Rule): string {
  const place = placeOfTarget(rule);
  const depth = rule.source.path.split('/').length - 1;
  return `ostrevo_end_${depth}${place?.path === '' && place.isOpen ? '_bare' : ''}`;
}

function endLines(name: string): string[] {
  const [, depth = '', bare] = /^ostrevo_end_(\d+)(_bare)?$/.exec(name) ?? [];
  const end = bare === undefined ? '((?:/[^?]*)?)' : '/?([^?]*)';
  return mapLines('{http.request.orig_uri}', [`{${name}}`], `^(?:/[^/?]*){${depth}}${end}(?:\\?.*)?$`, ['${1}']);
}

function formatLocation(to: string, kept: Kept, { end, rest }: { end: string; rest: string }): string {
  // To Caddy a brace begins a placeholder, such as a variable of its environment.
  const plain = to.replaceAll('{', '%7B').replaceAll('}', '%7D');
  return addressIn(plain, kept, { end, question: '{ostrevo_question}', more: '{ostrevo_more}', rest });
}

/** A word of a Caddyfile as it is; a backtick ends one. */
function token(text: string, backtick = '%60'): string {
  return `\`${text.replaceAll('`', backtick)}\``;
}

/** The same of a regular expression. */
function pattern(text: string): string {
  return token(text, String.raw`\x60`);
}
