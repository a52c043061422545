import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { root } from './code-bundle.ts';
import { getKeys } from '#domain/objects.ts';
import { usages } from './usages.mjs';

const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')));
const commands = Object.values(scripts).flatMap(
  (script) => /^node scripts\/bootstrap\.mjs (\S+)$/.exec(script)?.[1] ?? [],
);

function run(command: string, ...options: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/bootstrap.mjs', command, ...options], {
    cwd: root,
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

it('are those of every command', () => {
  expect(getKeys(usages).toSorted()).toEqual(commands.toSorted());
});

it.each(commands)('are told by npm run %s -- --help, and nothing is done', (command) => {
  const { status, stdout, stderr } = run(command, '--help');
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toMatch(/^Usage:/);
});

it.each(getKeys(usages).filter((command) => usages[command].options !== null))(
  'are told where npm run %s gets an option that it does not take',
  (command) => {
    const { status, stdout, stderr } = run(command, '--no-such-option');
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toBe(`There is no option --no-such-option.\n${usages[command].usage}\n`);
  },
);

it.each(['build', 'publish', 'bench', 'doctor'])(
  'are told where npm run %s gets a word that it does not take',
  (command) => {
    const { status, stderr } = run(command, 'word');
    expect(status).toBe(1);
    expect(stderr).toMatch(/word.*\nUsage:/s);
    expect(stderr).not.toMatch(/\n\s+at /);
  },
);
