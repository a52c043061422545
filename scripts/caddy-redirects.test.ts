import { expect, it } from 'vitest';
import { parseRedirects } from '#edge/parse-redirects.ts';
import { caddyRedirects } from './caddy-redirects.ts';

/** What Caddy answers by them is compared in `tests/full/file-servers-alone.test.ts`. */
it('writes redirects in which nothing that an editor has written is a placeholder, or ends its text', () => {
  const { at, below } = parseRedirects(
    '/old%60%7B$HOME%7D /new`{env.HOME} 301\n/%2A https://www.example.com/?c={query} 302\n/gone /404.html 410\n',
  );
  const lines = caddyRedirects([...at.values(), ...below.values()].flat()).split('\n');
  expect(lines).toContain(String.raw`	path_regexp ${'`'}^/old\x60\{\$HOME\}$${'`'}`);
  expect(lines).toContain('redir @ostrevo_0 `/new%60%7Benv.HOME%7D{ostrevo_question}` 301');
  expect(lines).toContain('redir @ostrevo_1 `https://www.example.com/?c=%7Bquery%7D{ostrevo_more}` 302');
  expect(lines).toContain('error @ostrevo_2 410');
});
