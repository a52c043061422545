import { type Rule, compareRules, placeOfTarget } from '#domain/redirects/redirect-rules.ts';
import { sourceText } from '#domain/redirects/redirect-source.ts';
import { type Kept, addressIn, isForItsTarget, literal, pairPattern } from './redirect-patterns.ts';

/** The redirects of a site as rules of nginx, for published files without a Node server behind them: made from `_redirects`, in its order. */
export function nginxRedirects(rules: readonly Rule[]): string {
  return `${[
    '# Written by `npm run redirects`. In the server block, in place of its location @node.',
    'location @node {',
    // A slash that is not one, and what Node takes for no address.
    String.raw`  if ($request_uri ~* "^[^?]*(?://|\\\\|%2f|%5c|%0|%1|%7f)") { return 404; }`,
    '  if ($uri ~* "^/(?:media|_astro|\\.staging)/") { return 404; }',
    '  if ($request_uri ~ "^(?<ostrevo_sent>[^?]*)") { set $ostrevo_address "$ostrevo_sent $uri"; }',
    '  set $ostrevo_more "";',
    '  if ($args != "") { set $ostrevo_more "&$args"; }',
    ...rules
      .toSorted(compareRules)
      .flatMap((rule) => [`  # ${sourceText(rule.source)}`, ...formatRule(rule).map(indent)]),
    '  return 404;',
    '}',
  ].join('\n')}\n`;
}

const indent = (line: string) => `  ${line}`;

/**
 * The lines of one rule: an address is as it was sent, a blank, and decoded. Captures have names, since nginx encodes those with numbers
 * once more where the address has a percent sign.
 */
function formatRule(rule: Rule): string[] {
  const { source, to, status } = rule;
  if (isForItsTarget(rule)) return [];
  const answer = (more: Kept) => (to === null ? 'return 410;' : `return ${status} ${formatLocation(to, more)};`);
  if (source.pairs.length === 0) return [`if ($ostrevo_address ~ ${formatPattern(rule)}) { ${answer('all')} }`];
  return [
    'set $ostrevo_kept "";',
    `if ($ostrevo_address ~ ${formatPattern(rule)}) { set $ostrevo_kept "&$args&"; }`,
    ...source.pairs.flatMap((pair) => [
      `if ($ostrevo_kept !~ ${quote(`&${pairPattern(pair)}&`)}) { set $ostrevo_kept ""; }`,
      `if ($ostrevo_kept ~ ${quote(`^(?<ostrevo_before>.*?&)${pairPattern(pair)}&(?<ostrevo_after>.*)$`)}) { set $ostrevo_kept "$ostrevo_before$ostrevo_after"; }`,
    ]),
    `if ($ostrevo_kept ~ "^&+$") { ${answer('none')} }`,
    `if ($ostrevo_kept ~ "^&+(?<ostrevo_rest>.*[^&])&+$") { ${answer('kept')} }`,
  ];
}

/** An address that the rule is for. What a wildcard stands for is captured as it was sent. */
function formatPattern(rule: Rule): string {
  const { path, isWildcard } = rule.source;
  const decoded = literal(decodeURIComponent(path));
  if (!isWildcard) return quote(`^[^ ]* ${decoded}$`);
  const place = placeOfTarget(rule);
  const depth = path.split('/').length - 1;
  // At the root the slash is the target's own.
  const end = place?.path === '' && place.isOpen ? '/?(?<ostrevo_end>[^ ]*)' : '(?<ostrevo_end>(?:/[^ ]*)?)';
  const isInside = place !== null && (place.path === path || place.path.startsWith(`${path}/`));
  const other = isInside
    ? `(?!${literal(decodeURIComponent(place.path || '/'))}${place.isOpen ? '(?:/|$)' : '$'})`
    : '';
  return quote(`^(?:/[^/ ]*){${depth}}${end} ${other}${decoded}${path === '' ? '/.' : '(?:/|$)'}`);
}

/** A target with the end of the path and what is kept of the query. */
function formatLocation(to: string, more: Kept): string {
  // To nginx a dollar sign begins a variable, such as the visitor's cookies.
  return quote(
    addressIn(to.replaceAll('$', '%24'), more, {
      end: '$ostrevo_end',
      question: '$is_args$args',
      more: '$ostrevo_more',
      rest: '$ostrevo_rest',
    }),
  );
}

function quote(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}
