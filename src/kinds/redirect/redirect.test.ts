import { expect, it } from 'vitest';
import { getKind } from '../kinds.ts';

const record = { kind: 'redirect', id: 1, site: 'main', from_path: '/a', to_path: '/b', status: 301 };
const row = (from: string, to: string, site = 'main') => ({ site_id: site, from_path: from, to_path: to, status: 301 });

function issuesOf(input: object, others: readonly { [column: string]: string | number }[] = []): unknown {
  const parsed = getKind('redirect').parse({ ...record, ...input });
  if (!parsed.ok) return parsed.issues;
  const [own] = parsed.record.rows;
  const all = own ? [...others, own.row] : others;
  return [...parsed.record.issues, ...(parsed.record.checkAmong?.(all) ?? [])];
}

it('refuses a circle with the other redirects of its site, however it is spelled', () => {
  expect(issuesOf({}, [row('/b', '/c?x'), row('/c', '/a/')])).toEqual([
    { path: ['to_path'], message: expect.stringContaining('in a circle: /a → /b → /c → /a.') },
  ]);
  expect(issuesOf({}, [row('/b', '/c'), row('/c', '/a', 'developer')])).toEqual([]);
  expect(issuesOf({}, [row('/b', '/c'), row('/c', 'https://other.example/a')])).toEqual([]);
  expect(issuesOf({ to_path: null, status: 410 }, [row('/b', '/a')])).toEqual([]);
});

it('refuses a redirect to itself', () =>
  expect(issuesOf({ to_path: '/a/?again' })).toEqual([
    { path: ['to_path'], message: 'It leads to itself. Choose another target.' },
  ]));

it.each([
  ['/old#part', 'from_path', 'Browsers keep to themselves what begins with #'],
  ['/old*', 'from_path', 'An asterisk stands at the end of a path only'],
  [`/${'a'.repeat(2000)}`, 'from_path', 'This is too long'],
  ['/old?draft=true', 'from_path', 'The server answers this address itself'],
  ['/admin', 'from_path', 'The server answers this address itself'],
  ['/admin/*', 'from_path', 'The server answers this address itself'],
  ['/%61dmin/x?id=1', 'from_path', 'The server answers this address itself'],
  ['/de/login/*', 'from_path', 'The server answers this address itself'],
])('refuses to lead on from %.40s, and says why', (from_path, field, message) =>
  expect(issuesOf({ from_path })).toEqual([
    expect.objectContaining({ path: [field], message: expect.stringContaining(message) }),
  ]),
);

it.each(['/page.php?id=12', '/helm/v3/*', '/*', '/administration/*', '/100%'])('leads on from %s', (from_path) =>
  expect(issuesOf({ from_path })).toEqual([]),
);

it('refuses wildcards that lead round, on and on, or to what is no place of theirs', () => {
  const onTo = (from_path: string, to_path: string, ...others: ReturnType<typeof row>[]) =>
    issuesOf({ from_path, to_path }, others);
  const at = (message: string) => [{ path: ['to_path'], message: expect.stringContaining(message) }];
  expect(onTo('/b/*', '/a/:splat', row('/a/*', '/b/:splat'))).toEqual(
    at('in a circle: /b/:splat → /a/:splat → /b/:splat.'),
  );
  expect(onTo('/b/*', '/a/:splat', row('/a/*', '/b/x/:splat'))).toEqual(
    at('It leads on and on: /b/:splat → /a/:splat'),
  );
  expect(onTo('/a/*', '/a/:splat')).toEqual(at('It leads to itself'));
  expect(onTo('/a', '/b/:splat')).toEqual(at('end that with /*'));
  expect(onTo('/p?id=1', '/p?id=2')).toEqual(at('It leads to itself'));
  expect(onTo('/a/*', '/a')).toEqual([]);
});

it('takes two spellings of one source for one', () => {
  const parsed = ['/p?a=1&b=%32', '/p/?b=2&a=1'].map((from_path) =>
    getKind('redirect').parse({ ...record, from_path }),
  );
  const [one, other] = parsed.map((each) => (each.ok ? each.record.uniques : null));
  expect(one).toEqual(other);
});

it('refuses a chain that no browser follows to its end', () => {
  const chain = Array.from({ length: 30 }, (_, at) => row(`/${at}`, `/${at + 1}`));
  expect(issuesOf({ to_path: '/0' }, chain)).toEqual([
    { path: ['to_path'], message: expect.stringContaining('Browsers give up after 20 redirects') },
  ]);
  expect(issuesOf({ to_path: '/15' }, chain)).toEqual([]);
});

it('reads all redirects once for thousands that are checked together', () => {
  let reads = 0;
  const all = Array.from({ length: 2000 }, (_, at) => ({
    ...row('', `/${at + 1}`),
    get from_path() {
      reads += 1;
      return `/${at}`;
    },
  }));
  for (let at = 0; at < all.length; at += 1) {
    const parsed = getKind('redirect').parse({ ...record, id: at + 1, from_path: `/${at}`, to_path: `/${at + 1}` });
    if (parsed.ok) parsed.record.checkAmong?.(all);
  }
  expect(reads).toBe(2000);
});
