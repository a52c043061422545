import { type Rule, type RuleIndex, makeExample, fillSplat, rulesOfPath } from './redirect-rules.ts';
import { splat } from './redirect-source.ts';
import { onwardPath } from './redirect-trail.ts';

/** No address of a site has so many parts: wildcards that lead to a longer one lead on and on. */
const maxParts = 30;
const openEnd = `/${encodeURIComponent(splat)}`;

/**
 * The paths of a circle to which a rule leads, or by which it leads on and on; null where it does neither. The database asks the same
 * (`private.circle_of_redirects`). Any rule of a path may be the one that matches: queries differ, pages come and go, and rules are
 * deleted. So whatever is not refused leads nobody in a circle, whichever pages there are.
 */
export function findCircle<R extends Rule>(index: RuleIndex<R>, rule: R): string[] | null {
  const start = makeExample(rule).path;
  const [circle, open] = circleFrom(index, start);
  if (circle || !rule.source.isWildcard) return circle;
  // What a wildcard stands for may be the rest of the path of another rule, which comes back there.
  const paths = new Set([...index.at.keys(), ...[...index.below.keys()].map((path) => `${path}${openEnd}`)]);
  for (const path of paths) {
    if (path === start || !open.some((place) => path === place || path.startsWith(`${place}/`))) continue;
    const [found] = circleFrom(index, path);
    if (found) return found;
  }
  return null;
}

/** A circle to which a path leads, or the way on and on, and the paths below which wildcards lead on the way. */
function circleFrom(index: RuleIndex, start: string): [circle: string[] | null, open: string[]] {
  const done = new Set<string>();
  const open: string[] = [];
  let way: string[] = [];
  // By depth: whatever is reached is followed to its end before its neighbours are.
  const waiting = [{ path: start, depth: 0 }];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (done.has(at.path)) continue;
    done.add(at.path);
    way = [...way.slice(0, at.depth), at.path];
    if (at.path.endsWith(openEnd)) open.push(at.path.slice(0, -openEnd.length));
    for (const rule of rulesOfPath(index, at.path)) {
      const next = nextPath(rule, at.path);
      if (next === null) continue;
      const place = way.indexOf(next);
      if (place !== -1) return [[...way.slice(place), next], open];
      if (next.split('/').length > maxParts + 1) return [[...way, next], open];
      waiting.push({ path: next, depth: at.depth + 1 });
    }
  }
  // The place of the rule itself is where it leads from.
  return [null, open.filter((place) => `${place}${openEnd}` !== start)];
}

/** Where a rule leads from a path, as far as that is a path of the site. */
function nextPath(rule: Rule, path: string): string | null {
  return rule.to === null ? null : onwardPath(fillSplat(rule, rule.to, path), null);
}
