import { type ChildProcess, fork } from 'node:child_process';
import { realpathSync, watch } from 'node:fs';
import { Agent, get } from 'node:http';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { outputFile } from '#edge/output-file.ts';
import { root } from '../code-bundle.ts';
import { nodeFlags } from '../node-flags.mjs';
import { readDatabaseCpu } from './database-cpu.ts';
import type { BuildReport, ServeReport, ServeRequest } from './publisher-process.ts';

const script = 'scripts/bench/publisher-process.ts';

/** The page is asked for when its file is replaced, and this often besides: another build may have become live. */
const askEveryMilliseconds = 20;

export type BuildFigures = {
  outputs: number;
  /** From the start of the process to the site being live. */
  seconds: number;
  perSecond: number;
  peakMegabytes: number;
  cpuSeconds: number;
  /** Of the embedded database meanwhile. */
  databaseCpuSeconds: number;
};

export type Environment = { DATA_DIR: string; OUT_DIR: string; PORT: string; SITE_HOSTS?: string };

type Role = 'build' | 'deploy' | 'serve' | 'upkeep';

/** `folder`: the checkout whose code it runs. */
function start(role: Role, environment: Environment, folder = root): ChildProcess {
  return fork(path.join(folder, script), [role], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    // As `npm run build` and `npm start` start theirs.
    execArgv: nodeFlags(role === 'build' || role === 'deploy' ? 'build' : 'start'),
    env: { ...process.env, ...environment, NODE_ENV: 'production' },
  });
}

function nextMessage<T>(child: ChildProcess): Promise<T> {
  return new Promise((resolve, reject) => {
    const ended = (code: number | null) => reject(new Error(`The publisher's process ended with code ${code}`));
    child.once('exit', ended);
    child.once('message', (message) => {
      child.off('exit', ended);
      // The process on the other side is of this benchmark, and sends nothing else.
      resolve(message as T);
    });
  });
}

/** Builds the main site in a fresh process, with the database of its data directory: all of it, or what new code may change. */
export async function measureBuild(
  environment: Environment,
  { role, folder }: { role: 'build' | 'deploy'; folder?: string } = { role: 'build' },
): Promise<BuildFigures> {
  const cpuBefore = await readDatabaseCpu(environment.DATA_DIR);
  const began = performance.now();
  const child = start(role, environment, folder);
  const built = await nextMessage<BuildReport>(child);
  const seconds = (performance.now() - began) / 1000;
  await new Promise((resolve) => child.once('exit', resolve));
  if (built.failures > 0) throw new Error(`${built.failures} outputs could not be rendered`);
  return {
    outputs: built.outputs,
    seconds,
    perSecond: built.outputs / seconds,
    peakMegabytes: built.peakBytes / 1024 ** 2,
    cpuSeconds: built.cpuMilliseconds / 1000,
    databaseCpuSeconds: (await readDatabaseCpu(environment.DATA_DIR)) - cpuBefore,
  };
}

/** A server with its publisher in a process of its own. */
export class BenchServer {
  readonly #child: ChildProcess;
  readonly #origin: string;
  readonly #liveDirectory: string;
  readonly #agent = new Agent({ keepAlive: true });

  private constructor(child: ChildProcess, { PORT, OUT_DIR }: Environment) {
    this.#child = child;
    this.#origin = `http://127.0.0.1:${PORT}`;
    this.#liveDirectory = path.join(OUT_DIR, 'main', 'current');
  }

  static async start(environment: Environment, role: 'serve' | 'upkeep' = 'serve'): Promise<BenchServer> {
    const child = start(role, environment);
    await nextMessage<ServeReport>(child);
    return new BenchServer(child, environment);
  }

  async request(request: ServeRequest): Promise<Extract<ServeReport, { type: 'done' }>> {
    const message = await this.#ask(request);
    if (message.type !== 'done') throw new Error('The server answered out of turn');
    return message;
  }

  /** What the process holds in memory. */
  async residentMegabytes(): Promise<number> {
    const message = await this.#ask({ type: 'measure-memory' });
    if (message.type !== 'memory') throw new Error('The server answered out of turn');
    return message.residentBytes / 1024 ** 2;
  }

  #ask(request: ServeRequest): Promise<ServeReport> {
    const answer = nextMessage<ServeReport>(this.#child);
    this.#child.send(request);
    return answer;
  }

  /** The response for a browser that has `etag`: null when that is still current. */
  async #read(pathname: string, etag: string): Promise<{ etag: string; text: string } | null> {
    return new Promise((resolve, reject) => {
      const headers = { 'if-none-match': etag };
      get(`${this.#origin}${pathname}`, { agent: this.#agent, headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString('utf8');
          resolve(response.statusCode === 304 ? null : { etag: response.headers.etag ?? '', text });
        });
        response.on('error', reject);
      }).on('error', reject);
    });
  }

  /**
   * Milliseconds from the commit of a change to the first answer at the path that holds its text, and whether pages of a menu were
   * still being published by then.
   */
  async untilServed(
    request: Extract<ServeRequest, { text: string; pageId: number }>,
    pathname: string,
  ): Promise<{ milliseconds: number; menuGoesOn: boolean }> {
    let known = await this.#read(pathname, '');
    let replaced = Promise.withResolvers<void>();
    const directory = path.dirname(path.join(this.#liveDirectory, outputFile(pathname)));
    const watcher = watch(realpathSync(directory), () => replaced.resolve());
    try {
      const done = this.request(request);
      // The same process answers and publishes: frequent requests would slow down the measurement.
      while (!known?.text.includes(request.text)) {
        await Promise.race([replaced.promise, setTimeout(askEveryMilliseconds)]);
        replaced = Promise.withResolvers();
        known = (await this.#read(pathname, known?.etag ?? '')) ?? known;
      }
      const servedAt = performance.timeOrigin + performance.now();
      const { committedAt, menuGoesOn } = await done;
      return { milliseconds: servedAt - committedAt, menuGoesOn };
    } finally {
      watcher.close();
    }
  }

  async stop(): Promise<void> {
    this.#agent.destroy();
    const ended = new Promise((resolve) => this.#child.once('exit', resolve));
    this.#child.disconnect();
    await ended;
  }
}

export function getOutDirectory(dataDirectory: string): string {
  return path.join(path.dirname(dataDirectory), 'out');
}
