import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findCircle } from './redirect-circles.ts';
import { type AskedAddress, type Rule, makeExample, findRule, indexRules } from './redirect-rules.ts';
import { readPair, readRedirectSource } from './redirect-source.ts';
import { canonicalPath } from '#domain/addresses/routes.ts';
import { onwardAddress } from './redirect-trail.ts';

function rule(from: string, to: string | null): Rule {
  const source = readRedirectSource(from);
  if (!source.ok) throw new Error(source.failure.message);
  return { source: source.value, to, status: to === null ? 410 : 301 };
}
const asked = (address: string): AskedAddress => {
  const found = onwardAddress(address, null);
  if (!found) throw new Error(`No address: ${address}`);
  return found;
};

describe('an address leads', () => {
  const rules = [
    ['/page.php', '/page'],
    ['/page.php?id=12', '/twelve'],
    ['/page.php?id=12&view=list', '/list?of=12#top'],
    ['/only.php?id=1', '/one'],
    ['/q.php?q=a+b', '/q'],
    ['/twice.php?a=1&a=1', '/twice'],
    ['/helm/*', '/charts/:splat'],
    ['/helm/v3/*', '/docs/helm/:splat#top'],
    ['/helm/v3/*?tab=api', '/api/:splat'],
    ['/helm/v3/install', '/install'],
    ['/blog/*', '/blog'],
    ['/docs/*', '/docs/v2/:splat'],
    ['/en/*', '/:splat'],
    ['/shop/*', 'https://shop.example/:splat'],
    ['/gone/*', null],
    ['/über/*', '/about'],
    ['/a%2A', '/star'],
  ] as const;
  const index = indexRules(rules.map(([from, to]) => rule(from, to)));

  it.each([
    ['/page.php', '/page'],
    ['/page.php?id=13', '/page?id=13'],
    ['/page.php?id=12', '/twelve'],
    ['/page.php?utm=x&id=12&b=ü', '/twelve?utm=x&b=ü'],
    ['/page.php?view=list&x=1&id=12', '/list?of=12&x=1#top'],
    ['/page.php?id=12&id=12', '/twelve?id=12'],
    ['/page.php?%69d=1%32', '/twelve'],
    ['/page.php?ID=12', '/page?ID=12'],
    ['/page.php?id=', '/page?id='],
    ['/Page.php', null],
    ['/only.php', null],
    ['/only.php?id=11', null],
    ['/only.php?xid=1', null],
    ['/q.php?q=a%20b', '/q'],
    ['/q.php?q=a+b', '/q'],
    ['/q.php?q=a%2Bb', null],
    ['/twice.php?a=1', null],
    ['/twice.php?a=1&b&a=1', '/twice?b'],
    ['/helm/x', '/charts/x'],
    ['/helm', '/charts'],
    ['/helmet', null],
    ['/helm/v3', '/docs/helm#top'],
    ['/helm/v3/', '/docs/helm#top'],
    ['/helm/v3/a/b', '/docs/helm/a/b#top'],
    ['/helm/v3/a%20b/ü?x=1', '/docs/helm/a%20b/ü?x=1#top'],
    ['/helm/v3/install', '/install'],
    ['/helm/v3/install?tab=api', '/install?tab=api'],
    ['/helm/v3/a?tab=api', '/api/a'],
    ['/blog/2012/05', '/blog'],
    ['/blog', null],
    ['/docs/a', '/docs/v2/a'],
    ['/docs/v2/a', null],
    ['/docs/v2', null],
    ['/docs', '/docs/v2'],
    ['/en', '/'],
    ['/en/products', '/products'],
    ['/shop/a?b', 'https://shop.example/a?b'],
    ['/shop', 'https://shop.example'],
    ['/%C3%BCber/x', '/about'],
    ['/a*', '/star'],
    ['/ab', null],
  ])('from %s to %s', (from, to) => expect(findRule(index, asked(from))?.to ?? null).toBe(to));

  it('nowhere for good below what is gone', () => {
    expect(findRule(index, asked('/gone/a'))).toMatchObject({ to: null, rule: { status: 410 } });
  });

  it('nowhere from the home page', () => {
    expect(findRule(indexRules([rule('/*', '/x')]), asked('/'))).toBeNull();
  });
});

/** Few parts, so that rules meet. */
const part = fc.constantFrom('a', 'b', 'c');
const path = fc.array(part, { maxLength: 3 }).map((parts) => `/${parts.join('/')}`);
const pair = fc.constantFrom('x=1', 'x=2', 'y=1');
const query = fc.array(pair, { maxLength: 3 }).map((pairs) => (pairs.length === 0 ? '' : `?${pairs.join('&')}`));
const source = fc
  .tuple(path, fc.boolean(), query)
  .map(([place, isWildcard, asks]) => `${place === '/' && isWildcard ? '' : place}${isWildcard ? '/*' : ''}${asks}`)
  .filter((text) => readRedirectSource(text).ok);
const made = fc.tuple(source, path, fc.boolean(), query).map(([from, to, isKept, asks]) => {
  const hasSplat = isKept && /\/\*(\?|$)/.test(from);
  return rule(from, `${hasSplat ? `${to === '/' ? '' : to}/:splat` : to}${asks}`);
});
const visit = fc.tuple(fc.array(part, { maxLength: 6 }), query).map(([parts, asks]) => `/${parts.join('/')}${asks}`);

/** What the rule says, without an index and without an order of trying. */
function bestOf(rules: readonly Rule[], { path: place, search }: AskedAddress): Rule[] {
  const given = search.slice(1).split('&').map(readPair);
  const has = (wanted: readonly string[]) =>
    wanted.every(
      (one) => given.filter((other) => other === one).length >= wanted.filter((other) => other === one).length,
    );
  const isOf = ({ source: { path: own, isWildcard, pairs }, to }: Rule) => {
    if (!has(pairs)) return false;
    if (!isWildcard) return own === place;
    if (place === '/' || !(place === own || place.startsWith(`${own}/`))) return false;
    const target = (to ?? '').replace(/\?.*$/, '');
    const base = target.replace(/\/:splat$/, '').replace(/^\/$/, '');
    const isInside = base === own || base.startsWith(`${own}/`);
    return !(isInside && (place === (base || '/') || (target.endsWith('/:splat') && place.startsWith(`${base}/`))));
  };
  const rank = ({ source: { path: own, isWildcard, pairs } }: Rule) =>
    (isWildcard ? own.split('/').length : 1000) * 100 + pairs.length;
  const found = rules.filter(isOf);
  const best = Math.max(...found.map(rank));
  return found.filter((one) => rank(one) === best);
}

it('the rule that counts is the most exact one whose pairs are all there', () => {
  fc.assert(
    fc.property(fc.array(made, { maxLength: 12 }), visit, (rules, address) => {
      const [given, best] = [asked(address), bestOf(rules, asked(address))];
      const found = findRule(indexRules(rules), given);
      if (best.length === 0) expect(found).toBeNull();
      else expect(best).toContain(found?.rule);
    }),
  );
});

it('what is kept of a query is what the rule does not name, in its order', () => {
  fc.assert(
    fc.property(made, visit, (one, address) => {
      const given = asked(address);
      const to = findRule(indexRules([one]), given)?.to;
      if (typeof to !== 'string') return;
      const own = /\?(.*)$/.exec(one.to ?? '')?.[1] ?? '';
      const kept = (/\?(.*)$/.exec(to)?.[1] ?? '').slice(own === '' ? 0 : own.length + 1);
      const before = given.search.slice(1).split('&').filter(Boolean);
      expect([...kept.split('&').filter(Boolean), ...one.source.pairs].toSorted()).toEqual(before.toSorted());
      expect(canonicalPath(to.replace(/\?.*$/, ''))).not.toBeNull();
    }),
  );
});

/** Steps until nothing matches; null where there is no end in sight. */
function stepsFrom(rules: readonly Rule[], address: string): number | null {
  const index = indexRules(rules);
  let at = asked(address);
  for (let step = 0; step < 300; step += 1) {
    const to = findRule(index, at)?.to;
    const next = typeof to === 'string' ? onwardAddress(to, null) : null;
    if (!next) return step;
    at = next;
  }
  return null;
}

it('redirects of which none is refused lead nobody on and on, whatever is there and whatever is deleted', () => {
  fc.assert(
    fc.property(fc.array(made, { maxLength: 10 }), visit, fc.nat(), (rules, address, mask) => {
      const kept: Rule[] = [];
      for (const one of rules) if (findCircle(indexRules([...kept, one]), one) === null) kept.push(one);
      const left = kept.filter((_, at) => (mask >> at) % 2 === 0);
      expect(stepsFrom(left, address)).not.toBeNull();
    }),
    { numRuns: 2000 },
  );
});

describe('a circle', () => {
  const circleOf = (...pairs: [string, string][]) => {
    const rules = pairs.map(([from, to]) => rule(from, to));
    const last = rules.at(-1);
    return last ? findCircle(indexRules(rules), last) : null;
  };
  it.each<[string, [string, string][], string | null]>([
    [
      'of plain ones',
      [
        ['/a', '/b'],
        ['/b', '/a'],
      ],
      '/b /a /b',
    ],
    [
      'of two wildcards',
      [
        ['/a/*', '/b/:splat'],
        ['/b/*', '/a/:splat'],
      ],
      '/b/%3Asplat /a/%3Asplat /b/%3Asplat',
    ],
    [
      'through what a wildcard stands for',
      [
        ['/b/q', '/a/q'],
        ['/a/*', '/b/:splat'],
      ],
      '/b/q /a/q /b/q',
    ],
    [
      'through the path of a wildcard itself',
      [
        ['/a/*', '/b/:splat'],
        ['/b', '/a'],
      ],
      '/b /a /b',
    ],
    [
      'by its queries',
      [
        ['/p?a=1', '/q?b=1'],
        ['/q?b=1', '/p?a=1'],
      ],
      '/q /p /q',
    ],
    [
      'that is none',
      [
        ['/a/*', '/b/:splat'],
        ['/b/*', '/c/:splat'],
      ],
      null,
    ],
    ['that is none where a wildcard leads to its own place', [['/docs/*', '/docs/v2/:splat']], null],
    ['that is none where a folder moves to the root', [['/en/*', '/:splat']], null],
    ['that is none where all leads home', [['/*', '/']], null],
  ])('%s', (_, rules, circle) => expect(circleOf(...rules)?.join(' ') ?? null).toBe(circle));

  it('that grows is found', () => {
    const way = circleOf(['/a/*', '/b/x/:splat'], ['/b/*', '/a/:splat']);
    expect(way?.slice(0, 3)).toEqual(['/b/%3Asplat', '/a/%3Asplat', '/b/x/%3Asplat']);
  });

  it('is looked for within a moment among thousands', () => {
    const many = Array.from({ length: 5000 }, (_, at) => rule(`/old/${at}?id=${at}`, `/new/${at}`));
    const wildcards = ['p', 'q', 'r', 's'].map((name) => rule(`/*?${name}`, `/${name}/:splat`));
    const last = rule('/old/*', '/new/:splat');
    expect(findCircle(indexRules([...many, last]), last)).toBeNull();
    const [first] = wildcards;
    if (first) expect(findCircle(indexRules(wildcards), first)?.length).toBeGreaterThan(2);
    expect(makeExample(last).path).toBe('/old/%3Asplat');
  });
});
