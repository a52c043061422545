import { readFile } from 'node:fs/promises';
import { parseRedirects } from '#edge/parse-redirects.ts';
import { nginxRedirects } from './nginx-redirects.ts';
import { readArguments } from './read-arguments.ts';
import { endWithWords, stopWith } from './run.ts';
import { usages } from './usages.mjs';

endWithWords();
const { positionals } = readArguments('redirects', { allowPositionals: true });
const [file, ...more] = positionals;
if (file === undefined || more.length > 0) stopWith(usages.redirects.usage);
const text = await readFile(file, 'utf8').catch((error: unknown) =>
  stopWith(`The redirects cannot be read: ${String(error)}`),
);
const { at, below } = parseRedirects(text);
process.stdout.write(nginxRedirects([...at.values(), ...below.values()].flat()));
