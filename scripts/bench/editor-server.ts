import { readConfig } from '#server/config.ts';
import { Visitor } from '../../tests/fixtures/fork-served.ts';
import { addUser } from '../add-user.ts';
import { codeBundleEntry, ensureCodeBundle } from '../code-bundle.ts';
import { connect } from '../connect.ts';
import { expectOk } from '../run.ts';
import { freePort } from '../free-port.ts';

const user = { email: 'bench@ostrevo.example', password: 'measure-everything-2026', role: 'editor', name: '' } as const;

/** Serves the database of a folder, and lets an editor who is signed in measure what a browser would wait for. */
export async function withEditor<T>(
  environment: { DATA_DIR: string; OUT_DIR: string },
  say: (line: string) => void,
  measure: (editor: Visitor) => Promise<T>,
): Promise<T> {
  process.env['NODE_ENV'] = 'production';
  await ensureCodeBundle(say);
  const config = expectOk(readConfig({ ...environment, PORT: String(await freePort()) }));
  const connection = expectOk(await connect(config));
  try {
    expectOk(await addUser(connection, user));
    const bundle: typeof import('../../src/server.ts') = await import(codeBundleEntry.href);
    const runtime = bundle.makeRuntime(config, connection, bundle.wholeCode('bench'));
    bundle.setRuntime(runtime);
    const server = expectOk(await bundle.serve({ runtime, version: 'bench', handleRequest: bundle.handleRequest }));
    try {
      const editor = new Visitor(`http://localhost:${config.port}`);
      await editor.signIn(user);
      return await measure(editor);
    } finally {
      await server.stop();
    }
  } finally {
    await connection.close();
  }
}

/** Milliseconds until an action has answered whole. */
export async function measureAction(editor: Visitor, action: string, input: object): Promise<number> {
  const began = performance.now();
  const response = await editor.call(action, input);
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${action} answered ${response.status}: ${text.slice(0, 300)}`);
  return performance.now() - began;
}

export function percentile(all: readonly number[], part: number): number {
  const sorted = all.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}
