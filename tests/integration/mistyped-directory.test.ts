import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freePort } from '../../scripts/free-port.ts';
import { runScript } from '../fixtures/run-script.ts';

/** Commands that need a website that is there, in a data directory that has none. */
let directory: string;
let environment: Record<string, string>;
beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'mistyped-'));
  environment = {
    DATA_DIR: path.join(directory, 'dada'),
    OUT_DIR: path.join(directory, 'out'),
    PORT: String(await freePort()),
    USER_PASSWORD: 'measure-everything-2026',
  };
});
afterAll(() => rm(directory, { recursive: true }));

it.each([
  ['user.ts', ['add', 'ada@ostrevo.example', '--role', 'editor']],
  ['user.ts', ['disable', 'ada@ostrevo.example']],
  ['content.ts', ['export', 'all.json']],
  ['publish.ts', ['--page', 'main:/products']],
])('%s %j says so, and makes no database', async (script, options) => {
  const { ended, output } = runScript(script, environment, options);
  expect(await ended).toBe(1);
  expect(output()).toContain(`There is no database in ${environment['DATA_DIR']}`);
  expect(output()).toContain('DATA_DIR');
  expect(await readdir(directory)).toEqual([]);
});

it('the doctor says so as well, and leaves nothing behind', async () => {
  const { ended, output } = runScript('doctor.ts', environment);
  expect(await ended).toBe(0);
  expect(output()).toContain(`there is no database in ${environment['DATA_DIR']}`);
  expect(output()).not.toContain('Nothing is wrong');
  expect(await readdir(directory)).toEqual([]);
});
