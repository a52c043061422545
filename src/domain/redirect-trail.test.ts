import { describe, expect, it } from 'vitest';
import { followRedirects, onwardPath, trailProblem } from './redirect-trail.ts';

const rules = new Map(
  Object.entries({
    '/old': '/new',
    '/older': '/old',
    '/a': '/b?x=1#y',
    '/b': 'https://www.example.com/a/',
    '/self': '/self',
    '/away': 'https://other.example/x',
    '/gone': null,
    '/nowhere': '/not-there',
    '/new': '/old',
  }).map(([from, to], id) => [from, { from, to, status: to === null ? 410 : 301, id }]),
);
const follow = (path: string) =>
  followRedirects(path, {
    ruleAt: (at) => rules.get(at) ?? null,
    isThere: (at) => at === '/new',
    origin: 'https://www.example.com',
  });

describe('following redirects', () => {
  it.each([
    ['/old', 1, 'page', '/new'],
    ['/older', 2, 'page', '/new'],
    ['/new', 0, 'page', '/new'],
    ['/a', 2, 'circle', '/a'],
    ['/self', 1, 'circle', '/self'],
    ['/away', 1, 'elsewhere', 'https://other.example/x'],
    ['/gone', 1, 'gone', '/gone'],
    ['/nowhere', 1, 'missing', '/not-there'],
    ['/unknown', 0, 'missing', '/unknown'],
  ])('from %s takes %i steps: %s %s', (path, count, kind, href) => {
    const { steps, end } = follow(path);
    expect([steps.length, end]).toEqual([count, { kind, href }]);
  });

  it.each([
    ['/old', null],
    ['/away', null],
    ['/gone', null],
    ['/unknown', null],
    ['/older', 'It takes 2 steps: /older → /old → /new. Lead it to /new at once.'],
    ['/self', expect.stringContaining('in a circle: /self → /self.')],
    ['/nowhere', expect.stringContaining('It ends at /not-there')],
    ['/new', expect.stringContaining('There is a page at this address')],
  ])('says what is wrong from %s', (path, problem) => expect(trailProblem(follow(path))).toEqual(problem));
});

it('gives up where browsers do, and says so in a line', () => {
  const endless = followRedirects('/0', {
    ruleAt: (from) => ({ from, to: `/${Number(from.slice(1)) + 1}`, status: 301, id: null }),
    isThere: () => false,
    origin: null,
  });
  expect([endless.steps.length, endless.end]).toEqual([20, { kind: 'long', href: '/20' }]);
  expect(trailProblem(endless)).toBe(
    'Browsers give up after 20 redirects: /0 → /1 → /2 → /3 → … → /18 → /19 → /20. Lead each of them to the page at once.',
  );
});

it.each([
  ['/a/?b', '/a'],
  ['https://www.example.com', '/'],
  ['https://www.example.com/ä', '/%C3%A4'],
  ['https://www.example.com.evil.example/a', null],
  ['https://other.example/a', null],
  ['mailto:a@b.example', null],
])('reads %s as a path of the site', (address, path) =>
  expect(onwardPath(address, 'https://www.example.com')).toBe(path),
);
