import { ownValue } from '#domain/objects.ts';
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { UpkeepJob } from './upkeep-jobs.ts';

/** In a bundle the code of the process is among the chunks (src/astro/code-bundle-plugins.ts), and this code may be as well. */
function sourceOfProcess(): URL {
  if (import.meta.url.endsWith('.ts')) return new URL('./upkeep-process.ts', import.meta.url);
  return new URL(
    /\/chunks\/[^/]+$/.test(import.meta.url) ? './upkeep-process.mjs' : './chunks/upkeep-process.mjs',
    import.meta.url,
  );
}

const answers = z.union([
  z.object({ ok: z.literal(true), value: z.unknown() }),
  z.object({ ok: z.literal(false), message: z.string() }),
]);

/** Runs jobs one after another in a process of low priority, which ends when the last one is done. */
export class UpkeepWorker {
  readonly #priority: number;
  #child: ChildProcess | null = null;

  /** @param priority as the system counts it: 19 works only while nothing else does, 0 like everything else */
  constructor(priority: number) {
    this.#priority = priority;
  }

  /** Throws when the job fails or the process ends. */
  async run<T>(job: UpkeepJob, schema: z.ZodType<T>): Promise<T> {
    const child = (this.#child ??= this.#start());
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const ended = (reason: unknown) => reject(new Error(`The process of low priority ended: ${String(reason)}`));
    child.once('message', resolve).once('exit', ended).once('error', ended);
    child.send(job, (error) => error && ended(error));
    try {
      const answer = answers.parse(await promise);
      if (!answer.ok) throw new Error(answer.message);
      return schema.parse(answer.value);
    } finally {
      child.off('message', resolve).off('exit', ended).off('error', ended);
    }
  }

  end(): void {
    this.#child?.kill('SIGKILL');
    this.#child = null;
  }

  #start(): ChildProcess {
    const child = fork(fileURLToPath(sourceOfProcess()), [String(this.#priority)], {
      execArgv: ['--disable-warning=ExperimentalWarning'],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      // It needs no keys.
      env: Object.fromEntries(
        ['PATH', 'SystemRoot', 'LD_LIBRARY_PATH'].map((name) => [name, ownValue(process.env, name)]),
      ),
    });
    child.once('exit', () => {
      if (this.#child === child) this.#child = null;
    });
    // Without a listener an error would end this process. Those who wait get it by their promise.
    child.on('error', () => {});
    return child;
  }
}
