import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { z } from 'zod';
import { type UpkeepJob, upkeepAnswers } from './upkeep-jobs.ts';
import { UpkeepWorker } from './upkeep-worker.ts';

let root: string;
const worker = new UpkeepWorker(0);
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'ostrevo-upkeep-'));
});
afterAll(async () => {
  worker.end();
  await rm(root, { recursive: true, force: true });
});

type Jobs = { [Kind in UpkeepJob['kind']]: () => Omit<Extract<UpkeepJob, { kind: Kind }>, 'kind'> };
const jobs: Jobs = {
  compress: () => ({ build: root, file: 'gone.html', temporary: path.join(root, 'temporary') }),
  'find-uncompressed': () => ({ build: root }),
  'find-unused-media': () => ({
    build: root,
    state: path.join(root, 'unused.json'),
    now: 0,
    retentionMilliseconds: 1000,
  }),
  'archive-files': () => ({ root }),
  'list-archive': () => ({ root, before: { hashes: 0, assets: 0 } }),
  'drop-archived': () => ({ root, hashes: [], assets: [] }),
};

it.each(Object.keys(upkeepAnswers))('answers %s from its process', async (kind) => {
  const all: Record<string, () => object> = jobs;
  const schemas: Record<string, z.ZodType> = upkeepAnswers;
  const job = { kind, ...all[kind]?.() };
  // The table of answers has the kinds of the schema, and no others.
  await expect(worker.run(job as UpkeepJob, schemas[kind] as z.ZodType)).resolves.toSatisfy(() => true);
});
