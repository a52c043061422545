import {
  type AskedAddress,
  type Rule,
  type RuleIndex,
  findRule,
  isAtTarget,
  pathsAbove,
  readableSource,
  restOfQuery,
} from './redirect-rules.ts';
import { readablePath } from '#domain/addresses/readable-path.ts';
import { splat } from './redirect-source.ts';
import { canonicalPath } from '#domain/addresses/routes.ts';

/** A redirect of a site as visitors meet it. */
export type RedirectRule = Rule & {
  /** The redirect that people edit; null for an earlier address of a record, which the site knows by itself. */
  id: number | null;
};

/** One step: where somebody is, the redirect that leads on, and where to. */
type TrailStep = {
  from: string;
  to: string | null;
  status: number;
  id: number | null;
  /** What the redirect is from, where that is more than this address. */
  source: string | null;
};
export type TrailEnd = {
  /** `open` where it is up to what a wildcard stands for. */
  kind: 'page' | 'missing' | 'open' | 'gone' | 'elsewhere' | 'circle' | 'long';
  /** The path, or the address of another website. */
  href: string;
  /** Which redirects nearly match where none does, and why not. */
  reasons: readonly string[];
};
/** Where an address leads, step by step. */
export type RedirectTrail = { path: string; steps: readonly TrailStep[]; end: TrailEnd };

type Rules = {
  rules: RuleIndex<RedirectRule>;
  /** Whether a page or a file answers the path: it comes before every redirect. */
  exists: (path: string) => boolean;
  /** Addresses with this origin are paths of the site. */
  origin: string | null;
};

/**
 * An address of the site, as redirects are looked up; null for other websites.
 *
 * @example onwardAddress('https://www.example.com/a?b#c', 'https://www.example.com') // { path: '/a', sent: '/a', search: '?b' }
 */
export function onwardAddress(address: string, origin: string | null): AskedAddress | null {
  const isOwn = origin !== null && address.startsWith(origin) && /^([/?#]|$)/.test(address.slice(origin.length));
  const [asked = ''] = (isOwn ? address.slice(origin.length) : address).split('#', 1);
  const at = asked.indexOf('?');
  const written = at === -1 ? asked : asked.slice(0, at);
  const sent = isOwn && written === '' ? '/' : written;
  const path = sent.startsWith('/') ? canonicalPath(sent) : null;
  return path === null ? null : { path, sent, search: at === -1 ? '' : asked.slice(at) };
}

/**
 * The path of the site that an address is; null for other websites.
 *
 * @example onwardPath('https://www.example.com/a?b#c', 'https://www.example.com'); // '/a'
 */
export function onwardPath(address: string, origin: string | null): string | null {
  return onwardAddress(address, origin)?.path ?? null;
}

/** Uploaded files, and files of the code and of the publisher, are never redirected: what asks for one could do nothing with a page. */
export function isNeverRedirected(path: string): boolean {
  return /^\/((media|_astro|\.staging)\/|_(redirects|release\.json)$)/i.test(path);
}

const openPart = encodeURIComponent(splat);

function readable(path: string): string {
  return path.replace(openPart, splat);
}

/** After so many redirects browsers give up. */
const maxSteps = 20;

/** Follows the redirects from an address as a browser does, until it arrives, goes round in a circle, or gives up. */
export function followRedirects(asked: AskedAddress, { rules, exists, origin }: Rules): RedirectTrail {
  const steps: TrailStep[] = [];
  const seen = new Set<string>();
  const end = (kind: TrailEnd['kind'], href: string, reasons: readonly string[] = []): RedirectTrail => ({
    path: asked.path,
    steps,
    end: { kind, href, reasons },
  });
  for (let at = asked; ;) {
    if (exists(at.path)) return end('page', at.path);
    const found = isNeverRedirected(at.path) ? null : findRule(rules, at);
    if (!found && steps.length > 0 && at.path.endsWith(`/${openPart}`)) return end('open', readable(at.path));
    if (!found) return end('missing', at.path, reasonsOfMiss(rules, at));
    const { rule, to } = found;
    const source = readableSource(rule);
    // What a query does not decide, it does not decide the second time either.
    const place = `${at.path}${rule.source.pairs.length > 0 ? at.search : ''} ${source}`;
    if (seen.has(place)) return end('circle', at.path);
    seen.add(place);
    if (steps.length === maxSteps) return end('long', at.path);
    const isPlain = !rule.source.isWildcard && rule.source.pairs.length === 0;
    steps.push({
      from: isPlain ? at.path : `${readable(at.path)}${at.search}`,
      to: to === null ? null : readable(to),
      status: rule.status,
      id: rule.id,
      source: isPlain ? null : source,
    });
    if (to === null) return end('gone', at.path);
    const next = onwardAddress(to, origin);
    if (next === null) return end('elsewhere', to);
    at = next;
  }
}

/** So many are named. */
const maxReasons = 3;

/** Why the redirects that come near an address do not match it. */
function reasonsOfMiss(rules: RuleIndex, { path, search }: AskedAddress): string[] {
  if (isNeverRedirected(path))
    return ['Addresses of uploaded files, and of files of the site itself, are never redirected.'];
  const reasons: string[] = [];
  const add = (rule: Rule, reason: string) => reasons.push(`The redirect from ${readableSource(rule)} ${reason}`);
  const near = (rule: Rule, isBelow: boolean) => {
    if (isBelow && isAtTarget(rule, path)) return add(rule, 'leads here itself, so it leaves this address alone.');
    const missing = rule.source.pairs.filter((pair) => restOfQuery(search, [pair]) === null);
    const shown = missing.map((pair) => decodeURIComponent(pair)).join(' and ');
    return add(rule, `needs ${shown} behind the question mark.`);
  };
  for (const rule of rules.at.get(path) ?? []) near(rule, false);
  for (const above of path === '/' ? [] : pathsAbove(path))
    for (const rule of rules.below.get(above) ?? []) near(rule, true);
  const folded = path.toLowerCase();
  for (const list of rules.at.values()) {
    const [rule] = list;
    if (rule && rule.source.path !== path && rule.source.path.toLowerCase() === folded)
      add(rule, 'is for other capital letters.');
  }
  for (const list of rules.below.values()) {
    const [rule] = list;
    const place = rule?.source.path.toLowerCase() ?? '';
    const isOfOthers = rule && place !== '' && !path.startsWith(`${rule.source.path}/`) && path !== rule.source.path;
    if (isOfOthers && (folded === place || folded.startsWith(`${place}/`))) add(rule, 'is for other capital letters.');
  }
  const more = reasons.length - maxReasons;
  return more > 0 ? [...reasons.slice(0, maxReasons), `${more} more come near.`] : reasons;
}

/** The places of a way, of many the first and the last. */
function formatWay(places: readonly string[]): string {
  const shown = places.length > 8 ? [...places.slice(0, 4), '…', ...places.slice(-3)] : places;
  return shown.join(' → ');
}

function describeCircle(way: string): string {
  return `Visitors go round in a circle: ${way}. Lead it to a page that is there, or delete one of these redirects.`;
}

/** What is wrong with a redirect that leads back to its beginning, or on and on. */
export function circleProblem(circle: readonly string[]): string {
  const shown = circle.map((path) => readable(readablePath(path)));
  return shown[0] === shown.at(-1)
    ? describeCircle(formatWay(shown))
    : `It leads on and on: ${formatWay(shown.slice(0, 4))} → …. Lead it to a place that none of these redirects is from, or delete one of them.`;
}

/** What is wrong with the redirect that a trail begins with, and what to do; null where nothing is. */
export function trailProblem({ path, steps, end }: RedirectTrail): string | null {
  const way = formatWay([steps[0]?.from ?? path, ...steps.map(({ to }) => to ?? '')]);
  if (end.kind === 'circle') return describeCircle(way);
  if (end.kind === 'long')
    return `Browsers give up after ${maxSteps} redirects: ${way}. Lead each of them to the page at once.`;
  if (end.kind === 'page' && steps.length === 0)
    return 'There is a page at this address, which comes first: the redirect does nothing. Delete it, or move the page.';
  if (end.kind === 'missing' && steps.length > 0)
    return `It ends at ${end.href}, where there is no page. Choose another target, or set the status to Gone.`;
  if (steps.length > 1 && end.kind !== 'gone')
    return `It takes ${steps.length} steps: ${way}. Lead it to ${end.href} at once.`;
  return null;
}
