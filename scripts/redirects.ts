import { readFile } from 'node:fs/promises';
import { parseRedirects } from '#edge/parse-redirects.ts';
import { caddyRedirects } from './caddy-redirects.ts';
import { nginxRedirects } from './nginx-redirects.ts';
import { readArguments } from './read-arguments.ts';
import { endWithWords, stopWith } from './run.ts';
import { usages } from './usages.mjs';

endWithWords();
const { positionals, values } = readArguments('redirects', {
  allowPositionals: true,
  options: { caddy: { type: 'boolean', default: false } },
});
const [file, ...more] = positionals;
if (file === undefined || more.length > 0) stopWith(usages.redirects.usage);
const text = await readFile(file, 'utf8').catch((error: unknown) =>
  stopWith(`The redirects cannot be read: ${String(error)}`),
);
const { at, below } = parseRedirects(text);
const write = values.caddy ? caddyRedirects : nginxRedirects;
process.stdout.write(write([...at.values(), ...below.values()].flat()));
