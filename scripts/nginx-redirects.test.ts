import { expect, it } from 'vitest';
import { parseRedirects } from '#edge/parse-redirects.ts';
import { nginxRedirects } from './nginx-redirects.ts';

/** What nginx answers by them is compared in `tests/full/file-servers-alone.test.ts`. */
it('writes redirects in which nothing that an editor has written is a variable, or ends its text', () => {
  const { at, below } = parseRedirects(
    '/old%20%22page%22 /new 301\n/%2A https://www.example.com/?c=$http_cookie 302\n/gone /404.html 410\n',
  );
  const lines = nginxRedirects([...at.values(), ...below.values()].flat()).split('\n');
  expect(lines).toContain(
    String.raw`  if ($ostrevo_address ~ "^[^ ]* /old \"page\"$") { return 301 "/new$is_args$args"; }`,
  );
  expect(lines).toContain(
    String.raw`  if ($ostrevo_address ~ "^[^ ]* /\\*$") { return 302 "https://www.example.com/?c=%24http_cookie$ostrevo_more"; }`,
  );
  expect(lines).toContain('  if ($ostrevo_address ~ "^[^ ]* /gone$") { return 410; }');
});
