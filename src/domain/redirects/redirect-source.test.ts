import { describe, expect, it } from 'vitest';
import { problemOfSplat, readRedirectSource, sourceText, splat } from './redirect-source.ts';

const read = (text: string) => {
  const source = readRedirectSource(text);
  return source.ok ? sourceText(source.value) : source.failure.message;
};

describe('the source of a redirect', () => {
  it.each([
    ['/old', '/old'],
    ['/old/', '/old'],
    ['/über uns', '/%C3%BCber%20uns'],
    ['/%C3%BCber%20uns', '/%C3%BCber%20uns'],
    ['/u\u0308ber', '/%C3%BCber'],
    ['/100%', '/100%25'],
    ['/page.php?id=12', '/page.php?id=12'],
    ['/page.php?view=list&id=12', '/page.php?id=12&view=list'],
    ['/page.php?id=1&id=1&id=2', '/page.php?id=1&id=1&id=2'],
    ['/page.php?q=a+b&r=a%20b', '/page.php?q=a%20b&r=a%20b'],
    ['/page.php?print', '/page.php?print='],
    ['/page.php?print=', '/page.php?print='],
    ['/page.php?q=ü', '/page.php?q=%C3%BC'],
    ['/page.php?q=100%', '/page.php?q=100%25'],
    ['/helm/v3/*', '/helm/v3/*'],
    ['/helm/v3/*?tab=api', '/helm/v3/*?tab=api'],
    ['/*', '/*'],
    ['/a%2Ab', '/a%2Ab'],
    ['/a/%2A', '/a/%2A'],
    ['/a/%2A/*?x=%2A', '/a/%2A/*?x=%2A'],
  ])('%s is %s', (text, spelling) => {
    expect(read(text)).toBe(spelling);
    // Read again it is the same.
    expect(read(spelling)).toBe(spelling);
  });

  it.each([
    ['old', /starts with a slash/],
    ['', /starts with a slash/],
    ['https://www.example.com/old', /starts with a slash/],
    ['/old#part', /Write “\/old”: visitors who come to a place of that page are led on too/],
    ['/page.php?id=1#part', /Write “\/page.php\?id=1”/],
    ['/', /The home page is there/],
    ['/?p=12', /The home page is there/],
    ['/old*', /at the end of a path only, after a slash/],
    ['/*/old', /at the end of a path only/],
    ['/a*b/*', /at the end of a path only/],
    ['/page.php?id=*', /at the end of a path only/],
    ['/a//b', /no empty parts/],
    ['/a//*', /no empty parts/],
    ['//a', /no empty parts/],
    ['/a/../b', /no empty parts/],
    ['/a/%2e%2e/*', /no empty parts/],
    ['/a\\b', /no backslash/],
    ['/a%2Fb', /no empty parts/],
    ['/%E4rzte', /UTF-8/],
    ['/a\u0001', /no empty parts/],
    ['/page.php?', /names and values/],
    ['/page.php?id=1&&b', /names and values/],
    ['/page.php?=1', /names and values/],
    [`/page.php?${Array.from({ length: 11 }, (_, at) => `n${at}=1`).join('&')}`, /at most 10 pairs/],
  ])('is never %s', (text, reason) => expect(read(text)).toMatch(reason));
});

it.each([
  ['/new', '/old', null],
  [`/new/${splat}`, '/old/*', null],
  [`https://other.example/${splat}?a=b#c`, '/old/*', null],
  ['/new', '/old/*', null],
  [`/new/${splat}`, '/old', /which has none/],
  [`/${splat}/${splat}`, '/old/*', /once, as the last part/],
  [`/new/${splat}/more`, '/old/*', /once, as the last part/],
  [`/new?path=${splat}`, '/old/*', /once, as the last part/],
  [`https://${splat}`, '/old/*', /once, as the last part/],
  [`https://other.example${splat}`, '/old/*', /once, as the last part/],
])('a target %s of %s', (to, from, problem) => {
  const source = readRedirectSource(from);
  const found = source.ok ? problemOfSplat(to, source.value) : 'no source';
  if (problem === null) expect(found).toBeNull();
  else expect(found).toMatch(problem);
});
