import { ownValue } from '#domain/objects.ts';
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { removal } from '#domain/media/drawing-removals.ts';
import { type Result, fail, ok } from '#domain/result.ts';
import type { ImageJob, ImageWork } from './image-jobs.ts';
import { begun } from './job-begun.ts';

/** In a bundle the code of the process is a chunk beside this one (src/astro/code-bundle-plugins.ts). */
const source = new URL(import.meta.url.endsWith('.ts') ? './image-process.ts' : './image-process.mjs', import.meta.url);

type ImageQueueOptions = {
  /** How many pictures are worked on at once. */
  concurrency: number;
  /** How many wait for that; the next ones are refused. */
  waiting: number;
  /** How long one piece of work may take once a process has begun it, in milliseconds. */
  timeout: number;
  /** How long a process waits for more, in milliseconds. */
  idle: number;
};

const answers = z.union([
  z.object({ ok: z.literal(true), value: z.unknown() }),
  z.object({ ok: z.literal(false), failure: z.object({ code: z.literal('invalid'), message: z.string() }) }),
]);
const facts = z.object({
  width: z.number(),
  height: z.number(),
  contentType: z.string(),
  extension: z.string(),
  widths: z.array(z.number()),
});
const prepared = z.object({ bytes: z.instanceof(Uint8Array).nullable() });
const cleanDrawing = z.object({ svg: z.string(), removals: z.array(removal) });
const variants = z.map(z.number(), z.instanceof(Uint8Array));

/** `pixels` are those that the work unfolds, as far as they count. */
type Waiting = { job: ImageJob; pixels: number; timeout: number; resolve: (result: Result<unknown>) => void };

/** Pixels that are unfolded at once; a picture with more is worked on alone. A million of them take about ten megabytes. */
const maxConcurrentPixels = 60_000_000;
/** A drawing is text: what takes longer, in milliseconds, was not drawn by anybody. */
const drawingTimeout = 10_000;
/** How long a process may take until it begins, in milliseconds: behind everything else that a busy machine has to do it takes seconds. */
const startLimit = 60_000;

/**
 * Works on pictures in processes of their own, few at a time and for a limited time each. A picture of a hundred kilobytes may
 * unfold to hundreds of megabytes: that memory, and the threads that fill it, are not those that answer requests.
 */
export class ImageQueue implements ImageWork {
  readonly #options: ImageQueueOptions;
  readonly #waiting: Waiting[] = [];
  readonly #idle: { child: ChildProcess; timer: NodeJS.Timeout }[] = [];
  #running = 0;
  /** That are unfolded now. */
  #pixels = 0;

  constructor(options: Partial<ImageQueueOptions> = {}) {
    this.#options = { concurrency: 2, waiting: 16, timeout: 60_000, idle: 10_000, ...options };
  }

  async inspect(bytes: Uint8Array): ReturnType<ImageWork['inspect']> {
    const result = await this.#run({ kind: 'inspect', bytes });
    return result.ok ? ok(facts.parse(result.value)) : result;
  }

  async encode(...[bytes, widths, format = 'webp']: Parameters<ImageWork['encode']>): ReturnType<ImageWork['encode']> {
    const result = await this.#run({ kind: 'encode', bytes, widths: [...widths], format });
    return result.ok ? ok(variants.parse(result.value)) : result;
  }

  async prepare(...[bytes, format]: Parameters<ImageWork['prepare']>): ReturnType<ImageWork['prepare']> {
    const measured = await this.#run({ kind: 'measure', bytes });
    // A header that cannot be read says nothing. HEIC is unfolded by another library first, and tagged.
    const unfolded = measured.ok ? z.number().parse(measured.value) : maxConcurrentPixels;
    const pixels = unfolded * (format === 'heic' ? 3 : format === 'avif' ? 2 : 1);
    const result = await this.#run({ kind: 'prepare', bytes, format }, { pixels });
    return result.ok ? ok(prepared.parse(result.value)) : result;
  }

  async cleanVector(bytes: Uint8Array): ReturnType<ImageWork['cleanVector']> {
    const timeout = Math.min(drawingTimeout, this.#options.timeout);
    const result = await this.#run({ kind: 'cleanVector', bytes }, { timeout });
    return result.ok ? ok(cleanDrawing.parse(result.value)) : result;
  }

  #run(
    job: ImageJob,
    { pixels = 0, timeout = this.#options.timeout }: Partial<Pick<Waiting, 'pixels' | 'timeout'>> = {},
  ): Promise<Result<unknown>> {
    if (this.#waiting.length >= this.#options.waiting) {
      return Promise.resolve(fail('rate-limited', 'Too many pictures are being processed. Try again in a minute'));
    }
    const { promise, resolve } = Promise.withResolvers<Result<unknown>>();
    this.#waiting.push({ job, pixels, timeout, resolve });
    this.#next();
    return promise;
  }

  #next(): void {
    const [next] = this.#waiting;
    if (!next || this.#running >= this.#options.concurrency) return;
    if (this.#running > 0 && this.#pixels + next.pixels > maxConcurrentPixels) return;
    this.#waiting.shift();
    this.#running += 1;
    this.#pixels += next.pixels;
    void this.#settle(next);
  }

  async #settle(waiting: Waiting): Promise<void> {
    try {
      waiting.resolve(await this.#work(waiting));
    } catch {
      waiting.resolve(fail('invalid', getRefusals(waiting.job).ended));
    }
    this.#running -= 1;
    this.#pixels -= waiting.pixels;
    // What was too large beside this one may be followed by others.
    for (let free = this.#options.concurrency; free > 0; free -= 1) this.#next();
  }

  async #work({ job, timeout }: Waiting): Promise<Result<unknown>> {
    const child = this.#takeIdle() ?? start();
    const { promise, resolve } = Promise.withResolvers<Result<unknown>>();
    const refusal = getRefusals(job);
    const ended = () => resolve(fail('invalid', refusal.ended));
    const giveUp = (failure: Result<never>) => () => {
      resolve(failure);
      child.kill('SIGKILL');
    };
    let timer = setTimeout(giveUp(fail('unavailable', notNow)), startLimit);
    const answered = (message: unknown) => {
      clearTimeout(timer);
      if (message === begun) {
        timer = setTimeout(giveUp(fail('invalid', refusal.tooLong)), timeout);
        return;
      }
      const parsed = answers.safeParse(message);
      if (parsed.success) resolve(parsed.data);
      else ended();
    };
    child.on('message', answered).once('exit', ended).once('error', ended);
    child.ref();
    child.send(job, (error) => error && ended());
    const result = await promise;
    clearTimeout(timer);
    child.off('message', answered).off('exit', ended).off('error', ended);
    this.#keep(child);
    return result;
  }

  #takeIdle(): ChildProcess | null {
    for (let idle = this.#idle.pop(); idle; idle = this.#idle.pop()) {
      clearTimeout(idle.timer);
      if (idle.child.connected) return idle.child;
    }
    return null;
  }

  /** A process stays alive for a while, since another picture often follows; it does not keep the server alive. */
  #keep(child: ChildProcess): void {
    if (!child.connected || child.killed) return;
    child.unref();
    child.channel?.unref();
    const timer = setTimeout(() => {
      const at = this.#idle.findIndex((idle) => idle.child === child);
      if (at !== -1) this.#idle.splice(at, 1);
      child.kill();
    }, this.#options.idle);
    timer.unref();
    this.#idle.push({ child, timer });
  }
}

/** What is said of a file whose work ended without an answer. */
function getRefusals({ kind }: ImageJob): { ended: string; tooLong: string } {
  return kind === 'cleanVector'
    ? {
        ended: 'The drawing cannot be processed. Simplify it, or export it as PNG.',
        tooLong: 'The drawing takes too long to process. Simplify it, or export it as PNG.',
      }
    : { ended: 'The picture cannot be processed', tooLong: 'The picture takes too long to process' };
}

function start(): ChildProcess {
  const child = fork(fileURLToPath(source), [], {
    // A drawing of two megabytes may ask for more than the machine has.
    execArgv: ['--disable-warning=ExperimentalWarning', '--max-old-space-size=1024'],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    // It needs no keys.
    env: Object.fromEntries(
      ['PATH', 'SystemRoot', 'LD_LIBRARY_PATH'].map((name) => [name, ownValue(process.env, name)]),
    ),
  });
  // An error without a pending job means that the process has ended, which is noticed with the next job.
  child.on('error', () => {});
  return child;
}

const notNow = 'Pictures cannot be processed right now. Try again in a minute';

/** The queue of this process. */
export const imageQueue: ImageWork = new ImageQueue();
