import { expect, it } from 'vitest';
import { kindOf } from '../kinds.ts';

const record = { kind: 'redirect', id: 1, site: 'main', from_path: '/a', to_path: '/b', status: 301 };
const row = (from: string, to: string, site = 'main') => ({ site_id: site, from_path: from, to_path: to, status: 301 });

function issuesOf(given: object, others: readonly { [column: string]: string | number }[] = []): unknown {
  const parsed = kindOf('redirect').parse({ ...record, ...given });
  return parsed.ok ? [...parsed.record.issues, ...(parsed.record.checkAmong?.(others) ?? [])] : parsed.issues;
}

it('refuses a circle with the other redirects of its site, however it is spelled', () => {
  expect(issuesOf({}, [row('/b', '/c?x'), row('/c', '/a/')])).toEqual([
    { path: ['to_path'], message: expect.stringContaining('in a circle: /a → /b → /c?x → /a/.') },
  ]);
  expect(issuesOf({}, [row('/b', '/c'), row('/c', '/a', 'developer')])).toEqual([]);
  expect(issuesOf({}, [row('/b', '/c'), row('/c', 'https://other.example/a')])).toEqual([]);
  expect(issuesOf({ to_path: null, status: 410 }, [row('/b', '/a')])).toEqual([]);
});

it('refuses a redirect to itself', () =>
  expect(issuesOf({ to_path: '/a/?again' })).toEqual([
    { path: ['to_path'], message: 'It leads to itself. Choose another target.' },
  ]));

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
    const parsed = kindOf('redirect').parse({ ...record, id: at + 1, from_path: `/${at}`, to_path: `/${at + 1}` });
    if (parsed.ok) parsed.record.checkAmong?.(all);
  }
  expect(reads).toBe(2000);
});
