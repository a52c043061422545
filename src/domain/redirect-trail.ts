import { canonicalPath } from './routes.ts';

/** A redirect of a site as visitors meet it: from one path to an address, or to none when the page is gone. */
export type RedirectRule = {
  from: string;
  to: string | null;
  status: number;
  /** The redirect that people edit; null for an earlier address of a record, which the site knows by itself. */
  id: number | null;
};

export type TrailEnd = {
  kind: 'page' | 'missing' | 'gone' | 'elsewhere' | 'circle' | 'long';
  /** The path, or the address of another website. */
  href: string;
};
/** Where an address leads, step by step. */
export type RedirectTrail = { path: string; steps: readonly RedirectRule[]; end: TrailEnd };

type Rules = {
  ruleAt: (path: string) => RedirectRule | null;
  /** Whether a page or a file answers the path: it comes before every redirect. */
  isThere: (path: string) => boolean;
  /** Addresses with this origin are paths of the site. */
  origin: string | null;
};

/**
 * The path of the site that an address is, as redirects are looked up; null for other websites.
 *
 * @example onwardPath('https://www.example.com/a?b#c', 'https://www.example.com'); // '/a'
 */
export function onwardPath(address: string, origin: string | null): string | null {
  const isOwn = origin !== null && address.startsWith(origin) && /^([/?#]|$)/.test(address.slice(origin.length));
  const path = (isOwn ? address.slice(origin.length) : address).replace(/[?#].*$/s, '');
  if (isOwn && path === '') return '/';
  return path.startsWith('/') ? canonicalPath(path) : null;
}

/** After so many redirects browsers give up. */
const mostSteps = 20;

/** Follows the redirects from a path as a browser does, until it arrives, comes to a path for the second time, or gives up. */
export function followRedirects(path: string, { ruleAt, isThere, origin }: Rules): RedirectTrail {
  const steps: RedirectRule[] = [];
  const seen = new Set<string>();
  const end = (kind: TrailEnd['kind'], href: string): RedirectTrail => ({ path, steps, end: { kind, href } });
  for (let at = path; ;) {
    if (seen.has(at)) return end('circle', at);
    seen.add(at);
    if (isThere(at)) return end('page', at);
    const rule = ruleAt(at);
    if (!rule) return end('missing', at);
    if (steps.length === mostSteps) return end('long', at);
    steps.push(rule);
    if (rule.to === null) return end('gone', at);
    const next = onwardPath(rule.to, origin);
    if (next === null) return end('elsewhere', rule.to);
    at = next;
  }
}

/** What is wrong with the redirect that a trail begins with, and what to do; null where nothing is. */
export function trailProblem({ path, steps, end }: RedirectTrail): string | null {
  const places = [path, ...steps.map(({ to }) => to)];
  const shown = places.length > 8 ? [...places.slice(0, 4), '…', ...places.slice(-3)] : places;
  const way = shown.join(' → ');
  if (end.kind === 'circle')
    return `Visitors go round in a circle: ${way}. Lead it to a page that is there, or delete one of these redirects.`;
  if (end.kind === 'long')
    return `Browsers give up after ${mostSteps} redirects: ${way}. Lead each of them to the page at once.`;
  if (end.kind === 'page' && steps.length === 0)
    return 'There is a page at this address, which comes first: the redirect does nothing. Delete it, or move the page.';
  if (end.kind === 'missing' && steps.length > 0)
    return `It ends at ${end.href}, where there is no page. Choose another target, or set the status to Gone.`;
  if (steps.length > 1 && end.kind !== 'gone')
    return `It takes ${steps.length} steps: ${way}. Lead it to ${end.href} at once.`;
  return null;
}
