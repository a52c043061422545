import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { sharePostgres } from '#embedded/share-postgres.ts';
import { freePort } from '../fixtures/free-port.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** A cold start builds the code bundle, loads the demo content and publishes three sites. */
const startMilliseconds = 360_000;
const stopMilliseconds = 30_000;

async function isHealthy(port: number): Promise<boolean> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/healthz`, { signal: AbortSignal.timeout(5000) });
    return response.ok;
  } catch {
    return false;
  }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), stopMilliseconds);
  await ended;
  clearTimeout(timer);
}

/**
 * One server for all specs: the one of `npm start`, on a free port and in temporary folders. With E2E_PORT
 * and E2E_OUT_DIR set, the specs use the server that runs there.
 */
export default async function globalSetup(): Promise<() => Promise<void>> {
  if (process.env['E2E_PORT'] && process.env['E2E_OUT_DIR']) return async () => {};
  // For specs that fork servers.
  const stopShared = await sharePostgres();
  const port = await freePort();
  const folder = await mkdtemp(path.join(tmpdir(), 'ostrevo-e2e-'));
  const outDirectory = path.join(folder, 'sites');
  const output: string[] = [];
  const child = spawn(
    path.join(root, 'node_modules', 'node', 'bin', 'node'),
    ['--disable-warning=ExperimentalWarning', path.join(root, 'scripts', 'start.ts')],
    {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        PORT: String(port),
        HOST: '127.0.0.1',
        DATA_DIR: path.join(folder, 'data'),
        OUT_DIR: outDirectory,
        SITE_HOSTS: '',
        // Specs that fail to sign in send another client address, so that they do not throttle other specs.
        TRUST_PROXY: 'loopback',
        SMTP_URL: '',
        DATABASE_URL: '',
        SUPABASE_URL: '',
        SUPABASE_PUBLISHABLE_KEY: '',
        SUPABASE_SECRET_KEY: '',
        LOG_LEVEL: 'warn',
      },
    },
  );
  const keep = (data: Buffer) => void output.push(data.toString());
  child.stdout?.on('data', keep);
  child.stderr?.on('data', keep);
  const finish = async () => {
    await stop(child);
    await stopShared();
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  };
  // The server's own last step is to listen, after everything is published.
  const deadline = Date.now() + startMilliseconds;
  while (!(await isHealthy(port))) {
    if (child.exitCode !== null || Date.now() > deadline) {
      await finish();
      const reason = child.exitCode === null ? 'was not ready in time' : `ended with code ${child.exitCode}`;
      throw new Error(`The server for the browser tests ${reason}:\n${output.join('').slice(-6000)}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
  process.env['E2E_PORT'] = String(port);
  process.env['E2E_OUT_DIR'] = outDirectory;
  process.env['E2E_DATA_DIR'] = path.join(folder, 'data');
  return finish;
}
