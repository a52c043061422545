import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { kinds } from './kinds.ts';
import { kindNames } from './registry.ts';

const folder = path.join(import.meta.dirname, '..');

/** What the database calls things: tables and fields whose names no one would write in a sentence. */
const identifiers = new Set(
  kindNames
    .flatMap((kind) => [
      kinds[kind].table,
      ...Object.keys(kinds[kind].schema.shape),
      ...Object.keys(kinds[kind].derived),
    ])
    .filter((name) => name.includes('_')),
);

/** Texts in quotation marks that are sentences. */
function sentencesOf(source: string): string[] {
  const code = source.replaceAll(/\/\*.*?\*\//gs, '').replaceAll(/^\s*\/\/.*$/gm, '');
  return [...code.matchAll(/'((?:[^'\\\n]|\\.)*)'|`([^`]*)`/g)]
    .map(([, plain, template]) => plain ?? template?.replaceAll(/\$\{[^}]*\}/g, '') ?? '')
    .filter((text) => /^[A-Z].* /.test(text));
}

it('what editors are told of a record names no table and no column of the database', async () => {
  const found: string[] = [];
  for await (const file of glob('{kinds,schema}/**/*.ts', { cwd: folder })) {
    if (file.endsWith('.test.ts')) continue;
    for (const sentence of sentencesOf(await readFile(path.join(folder, file), 'utf8'))) {
      const named = (sentence.match(/[a-z]+(?:_[a-z]+)+/g) ?? []).filter((word) => identifiers.has(word));
      if (named.length > 0) found.push(`${file}: ${sentence}`);
    }
  }
  expect(identifiers.size).toBeGreaterThan(50);
  expect(found).toEqual([]);
});
