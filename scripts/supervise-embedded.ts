import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { type Result, fail, ok } from '#domain/result.ts';
import type { Config } from '#server/config.ts';

const startMessage = z.discriminatedUnion('ok', [
  z.object({
    ok: z.literal(true),
    url: z.string(),
    publishableKey: z.string(),
    secretKey: z.string(),
    databaseUrl: z.string(),
    applied: z.array(z.string()),
  }),
  z.object({ ok: z.literal(false), message: z.string() }),
]);
type StartMessage = z.infer<typeof startMessage>;

export type EmbeddedProcess = Omit<Extract<StartMessage, { ok: true }>, 'ok'> & {
  isShared: false;
  close: () => Promise<void>;
};

/** The waits between attempts to start the process again, the last of them for ever. */
const waits = [0, 1000, 5000];

/**
 * Starts the embedded Supabase in a process of its own, so that rendering and the database use a processor each, and starts it
 * again at the same address if it ends before it is closed.
 */
export async function startEmbeddedProcess({
  dataDirectory,
  databaseUrl,
}: Pick<Config, 'dataDirectory' | 'databaseUrl'>): Promise<Result<EmbeddedProcess>> {
  const begin = (ports: { api: string; database: string }) => {
    const child = forkEmbedded(dataDirectory, {
      EMBEDDED_DATABASE_URL: databaseUrl ?? '',
      EMBEDDED_PORT: ports.api,
      EMBEDDED_DATABASE_PORT: ports.database,
    });
    return { child, firstAnswer: firstMessage(child) };
  };
  let { child, firstAnswer } = begin({ api: '', database: '' });
  const first = await firstAnswer;
  if (!first.ok) return fail('unavailable', first.message);
  const { ok: _, ...started } = first;
  const ports = { api: new URL(first.url).port, database: new URL(first.databaseUrl).port };
  const closing = new AbortController();

  const startAgain = async () => {
    for (let attempt = 0; ; attempt += 1) {
      await sleep(waits[Math.min(attempt, waits.length - 1)]);
      if (closing.signal.aborted) return;
      ({ child, firstAnswer } = begin(ports));
      const answer = await firstAnswer;
      if (answer.ok) return watch();
      if (attempt < waits.length) console.error(answer.message);
    }
  };
  const watch = () => {
    child.once('exit', () => {
      if (closing.signal.aborted) return;
      console.error('The embedded database ended and is started again.');
      void startAgain();
    });
  };
  watch();
  return ok({
    ...started,
    isShared: false,
    close: async () => {
      closing.abort();
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  });
}

function forkEmbedded(dataDirectory: string, environment: Record<string, string>): ChildProcess {
  return fork(fileURLToPath(new URL('embedded.ts', import.meta.url)), [dataDirectory], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    // Its long-lived objects take 40 MB, and responses take a megabyte each. With a heap that begins as small as V8's,
    // all of it is scanned for garbage several times a second (decision 106).
    execArgv: ['--disable-warning=ExperimentalWarning', '--initial-old-space-size=128'],
    env: { ...process.env, NODE_ENV: 'production', ...environment },
  });
}

async function firstMessage(child: ChildProcess): Promise<StartMessage> {
  const message = await new Promise<unknown>((resolve) => {
    child.once('message', resolve);
    child.once('exit', (code) => resolve({ ok: false, message: `The embedded database ended with code ${code}.` }));
  });
  return startMessage.parse(message);
}
