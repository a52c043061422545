import { Agent, get } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { type Client, createKeyClient } from '#content/clients/client.ts';
import { readConfig } from '#server/config.ts';
import { type Random, makeRandom } from '../../tests/fixtures/random.ts';
import { ensureCodeBundle } from '../code-bundle.ts';
import { connect } from '../connect.ts';
import { expectOk } from '../run.ts';
import { percentile } from './editor-server.ts';
import { copyOfGeneratedSite } from './generated-database.ts';
import { freePort } from '../free-port.ts';
import { BenchServer, measureBuild, getOutDirectory } from './measure.ts';
import { type ChangeablePage, readChangeable } from './sizes.ts';
import { type Spread, spread } from './spread.ts';

type SoakFigures = {
  minutes: number;
  requests: number;
  /** What went wrong, as words; the first of them. */
  errors: string[];
  /** Milliseconds of answers. */
  answers: { median: number; p99: number; longest: number };
  /** Milliseconds from an edit's commit until it is read. */
  live: Spread;
  /** Of each server: the medians of two spans of time, after it is warm and at the end. */
  megabytes: { warm: number; end: number }[];
};

const pages = 1000;
const readers = 300;
const servers = 2;
const host = 'www.bench.example';
/** Pages that are edited, among those that are read. */
const edited = 60;
/** A reader looks at a page for so long. */
const looking = { from: 500, to: 1500 };
const editEvery = 1000;
const limits = { p99: 50, growth: 0.05 };
const errorsKept = 20;

type Reading = { port: number; path: string };
type Answer = { status: number; text: string; milliseconds: number };

/** Readers and an editor of a site with two servers, which publish both, and do what is done after pages are live. */
export async function measureSoak({
  directory,
  seed,
  minutes,
  say,
}: {
  directory: string;
  seed: number;
  minutes: number;
  say: (line: string) => void;
}): Promise<SoakFigures> {
  await ensureCodeBundle(say);
  say(`${pages} pages: preparing …`);
  const { dataDirectory, site } = await copyOfGeneratedSite(directory, pages, seed);
  const place = {
    DATA_DIR: dataDirectory,
    OUT_DIR: getOutDirectory(dataDirectory),
    SITE_HOSTS: `main=${host},developer=developer.bench.example,automotive=automotive.bench.example`,
  };
  const ports = await Promise.all(Array.from({ length: servers }, freePort));
  const environments = ports.map((port) => ({ ...place, PORT: String(port) }));
  const [first] = environments;
  if (!first) throw new Error('There is no server');
  const connection = expectOk(await connect(expectOk(readConfig(first))));
  try {
    const client = createKeyClient(connection.url, connection.secretKey);
    await measureBuild(first);
    const changeable = await readChangeable(client, site.pageIds.slice(1, edited + 1));
    const running: BenchServer[] = [];
    try {
      for (const environment of environments) running.push(await BenchServer.start(environment, 'upkeep'));
      say(`${readers} readers, an edit a second, ${servers} publishers: ${minutes} minutes …`);
      return await soak({ client, running, ports, changeable, minutes, random: makeRandom(seed), say });
    } finally {
      for (const server of running) await server.stop();
    }
  } finally {
    await connection.close();
  }
}

type Soak = {
  client: Client;
  running: readonly BenchServer[];
  ports: readonly number[];
  changeable: readonly ChangeablePage[];
  minutes: number;
  random: Random;
  say: (line: string) => void;
};

async function soak({ client, running, ports, changeable, minutes, random, say }: Soak): Promise<SoakFigures> {
  const agent = new Agent({ keepAlive: true, maxSockets: readers });
  const errors: string[] = [];
  const note = (error: string) => {
    if (errors.length < errorsKept) errors.push(error);
  };
  const until = performance.now() + minutes * 60_000;
  const isOver = () => performance.now() >= until;
  /** The newest edit that anybody has read of a page. */
  const newest = new Map<string, number>();
  const read = async (reading: Reading): Promise<Answer & { edit: number }> => {
    const before = newest.get(reading.path) ?? 0;
    const answer = await ask(reading, agent);
    const edit = Number(/Edit number (\d+)\./.exec(answer.text)?.[1] ?? 0);
    if (answer.status !== 200) note(`${reading.path} answered ${answer.status}`);
    else if (!answer.text.trimEnd().endsWith('</html>')) note(`${reading.path} was not whole`);
    else if (edit < before) note(`${reading.path} showed edit ${edit} after ${before}`);
    newest.set(reading.path, Math.max(edit, newest.get(reading.path) ?? 0));
    return { ...answer, edit };
  };
  const reading = (path: string) => ({ port: random.pick(ports), path });
  const paths = changeable.flatMap(({ path }) => (path === null ? [] : [path]));

  const times: number[] = [];
  const reader = async () => {
    await pause(random.integer(looking.to));
    while (!isOver()) {
      const path = random.pick(paths);
      try {
        times.push((await read(reading(path))).milliseconds);
      } catch (error) {
        note(`${path}: ${String(error)}`);
      }
      await pause(looking.from + random.integer(looking.to - looking.from));
    }
  };

  const liveTimes: number[] = [];
  const editor = async () => {
    for (let edit = 1; !isOver(); edit += 1) {
      const began = performance.now();
      const page = changeable[edit % changeable.length];
      if (!page || page.path === null) throw new Error('The generated site has too few pages');
      await publish(client, page, `Edit number ${edit}.`);
      const committedAt = performance.now();
      let shown = 0;
      while (shown < edit && performance.now() - committedAt < 30_000) {
        await pause(5);
        shown = (await read(reading(page.path))).edit;
      }
      if (shown < edit) note(`Edit ${edit} was not live within 30 s`);
      liveTimes.push(performance.now() - committedAt);
      await pause(Math.max(0, editEvery - (performance.now() - began)));
    }
  };

  const memory: number[][] = running.map(() => []);
  const watcher = async () => {
    let counted = 0;
    for (let second = 1; !isOver(); second += 1) {
      await pause(1000);
      for (const [at, server] of running.entries()) memory[at]?.push(await server.residentMegabytes());
      if (second % 60 > 0) continue;
      const held = memory.map((own) => `${own.at(-1)?.toFixed(0)} MB`).join(', ');
      const [p99, longest] = [0.99, 1].map((share) => percentile(times.slice(counted), share).toFixed(0));
      say(`  ${second / 60} minutes: ${held}; p99 of the last one ${p99} ms, longest ${longest} ms`);
      counted = times.length;
    }
  };
  await Promise.all([editor(), watcher(), ...Array.from({ length: readers }, reader)]);
  agent.destroy();
  return {
    minutes,
    requests: times.length,
    errors,
    answers: { median: percentile(times, 0.5), p99: percentile(times, 0.99), longest: percentile(times, 1) },
    live: spread(liveTimes),
    // The first sixth warms up.
    megabytes: memory.map((own) => ({
      warm: percentile(own.slice(own.length / 6, own.length / 3), 0.5),
      end: percentile(own.slice((own.length * 5) / 6), 0.5),
    })),
  };
}

async function publish(client: Client, { moduleId, pageId }: ChangeablePage, title: string): Promise<void> {
  const own = client.from('module_locales');
  const { data } = await own.select('data').eq('module_id', moduleId).eq('locale', 'en').single();
  if (typeof data?.data !== 'object' || data.data === null || Array.isArray(data.data))
    throw new Error('The module is gone');
  const changed = { ...data.data, title };
  const saved = await own.update({ data: changed }).eq('module_id', moduleId).eq('locale', 'en');
  const published = await client.rpc('publish_pages', { p_page_ids: [pageId] });
  const error = saved.error ?? published.error;
  if (error) throw new Error(error.message);
}

function ask({ port, path }: Reading, agent: Agent): Promise<Answer> {
  const began = performance.now();
  return new Promise((resolve, reject) => {
    get({ port, path, agent, headers: { host } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          text: Buffer.concat(chunks).toString('utf8'),
          milliseconds: performance.now() - began,
        }),
      );
      response.on('error', reject);
    }).on('error', reject);
  });
}

const getGrowth = ({ warm, end }: SoakFigures['megabytes'][number]) => (end - warm) / warm;

export function isSoakSound({ errors, answers, megabytes }: SoakFigures): boolean {
  return errors.length === 0 && answers.p99 <= limits.p99 && megabytes.every((own) => getGrowth(own) <= limits.growth);
}

export function soakTable({ minutes, requests, errors, answers, live, megabytes }: SoakFigures): string {
  const rounded = (value: number) => value.toFixed(1);
  return [
    `${minutes} minutes, ${readers} readers, ${requests.toLocaleString('en')} answers, ${live.samples} edits`,
    `Answers: median ${rounded(answers.median)} ms, p99 ${rounded(answers.p99)} ms (limit ${limits.p99}), longest ${rounded(answers.longest)} ms`,
    `An edit until it is read: median ${rounded(live.median)} ms, p95 ${rounded(live.p95)} ms`,
    ...megabytes.map(
      (own, at) =>
        `Server ${at + 1}: ${own.warm.toFixed(0)} MB when warm, ${own.end.toFixed(0)} MB at the end, ${(getGrowth(own) * 100).toFixed(1)} % more (limit ${limits.growth * 100})`,
    ),
    errors.length === 0 ? 'No error' : `Errors:\n  ${errors.join('\n  ')}`,
  ].join('\n');
}
