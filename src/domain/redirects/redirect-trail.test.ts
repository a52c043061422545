import { describe, expect, it } from 'vitest';
import { makeExample, indexRules } from './redirect-rules.ts';
import { readRedirectSource } from './redirect-source.ts';
import { followRedirects, onwardAddress, onwardPath, trailProblem } from './redirect-trail.ts';

function rule(from: string, to: string | null, id: number | null = null) {
  const source = readRedirectSource(from);
  if (!source.ok) throw new Error(source.failure.message);
  return { source: source.value, to, status: to === null ? 410 : 301, id };
}

const rules = indexRules(
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
    '/page.php?id=12&view=list': '/new',
    '/helm/*': '/docs/:splat',
    '/docs/*': '/docs/v2/:splat',
    '/Case': '/new',
  }).map(([from, to], id) => rule(from, to, id)),
);
const follow = (path: string) =>
  followRedirects(onwardAddress(path, null) ?? { path, sent: path, search: '' }, {
    rules,
    exists: (at) => at === '/new',
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
    expect([steps.length, end]).toMatchObject([count, { kind, href }]);
  });

  it('tells each step as the visitor makes it, and which redirect it is by', () => {
    expect(follow('/page.php?x=1&view=list&id=12')).toMatchObject({
      steps: [{ from: '/page.php?x=1&view=list&id=12', to: '/new?x=1', source: '/page.php?id=12&view=list' }],
      end: { kind: 'page', href: '/new' },
    });
    expect(follow('/helm/a').steps.map(({ from, to, source }) => [from, to, source])).toEqual([
      ['/helm/a', '/docs/a', '/helm/*'],
      ['/docs/a', '/docs/v2/a', '/docs/*'],
    ]);
  });

  it('says of a wildcard that where it ends is up to what it stands for', () => {
    const wildcard = rule('/helm/*', '/docs/v2/:splat');
    const trail = followRedirects(makeExample(wildcard), {
      rules: indexRules([wildcard]),
      exists: () => false,
      origin: null,
    });
    expect([trail.end, trailProblem(trail)]).toMatchObject([{ kind: 'open', href: '/docs/v2/:splat' }, null]);
  });

  it.each([
    ['/page.php', ['The redirect from /page.php?id=12&view=list needs id=12 and view=list behind the question mark.']],
    ['/page.php?id=12', ['The redirect from /page.php?id=12&view=list needs view=list behind the question mark.']],
    ['/docs/v2/a', ['The redirect from /docs/* leads here itself, so it leaves this address alone.']],
    ['/case', ['The redirect from /Case is for other capital letters.']],
    ['/Helm/a', ['The redirect from /helm/* is for other capital letters.']],
    ['/media/a.webp', ['Addresses of uploaded files, and of files of the site itself, are never redirected.']],
    ['/unknown', []],
  ])('says of %s why no redirect matches', (path, reasons) => {
    expect(follow(path).end).toMatchObject({ kind: 'missing', reasons });
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
  const chain = Array.from({ length: 30 }, (_, at) => rule(`/${at}`, `/${at + 1}`));
  const endless = followRedirects(
    { path: '/0', sent: '/0', search: '' },
    {
      rules: indexRules(chain),
      exists: () => false,
      origin: null,
    },
  );
  expect([endless.steps.length, endless.end]).toMatchObject([20, { kind: 'long', href: '/20' }]);
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
