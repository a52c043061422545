import { ownValue } from '#domain/objects.ts';
import type { Stats } from 'node:fs';
import { mkdir, readFile, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { z } from 'zod';
import { smallestCompressed } from '#edge/content-type.ts';
import { isMediaPath } from '#domain/media/media-path.ts';
import { dropArchived } from '#publish/archive/drop-archived.ts';
import { archiveFiles } from '#publish/archive/archive-files.ts';
import { type ArchiveList, listArchive } from '#publish/archive/list-archive.ts';
import {
  brotliQuality,
  compressedEndings,
  identifyFile,
  isCompressible,
  isCopyOf,
} from '#publish/targets/compressed.ts';
import { namedMedia, usedMedia } from './named-media.ts';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** What is done for a build after it is live, in a process of low priority. */
export const upkeepJob = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('compress'), build: z.string(), file: z.string(), temporary: z.string() }),
  z.object({ kind: z.literal('find-uncompressed'), build: z.string() }),
  z.object({
    kind: z.literal('find-unused-media'),
    build: z.string(),
    /** Where it is noted since when each file has not been shown. */
    state: z.string(),
    now: z.number(),
    retentionMilliseconds: z.number(),
  }),
  z.object({ kind: z.literal('archive-files'), root: z.string() }),
  z.object({
    kind: z.literal('list-archive'),
    root: z.string(),
    /** In milliseconds. */
    before: z.object({ hashes: z.number(), assets: z.number() }),
  }),
  z.object({
    kind: z.literal('drop-archived'),
    root: z.string(),
    hashes: z.array(z.string()),
    assets: z.array(z.string()),
  }),
]);
export type UpkeepJob = z.infer<typeof upkeepJob>;

const unusedMedia = z.object({
  /** Media that no file of the build has shown for the retention, or whose names are not allowed. */
  due: z.array(z.string()),
  /** Media that files show and that are not there. */
  missing: z.array(z.string()),
});

/** What the process answers. A message has no `undefined`: nothing is null. */
export const upkeepAnswers = {
  /** The identity of the file that the copies are of; null for one that is gone or too small. */
  compress: z.string().nullable(),
  'find-uncompressed': z.array(z.string()),
  'find-unused-media': unusedMedia,
  'archive-files': z.null(),
  'list-archive': z.object({
    hashes: z.array(z.string()),
    assets: z.array(z.string()),
    files: z.number(),
    bytes: z.number(),
  }) satisfies z.ZodType<ArchiveList>,
  'drop-archived': z.null(),
} satisfies Record<UpkeepJob['kind'], z.ZodType>;

export async function runUpkeepJob(job: UpkeepJob): Promise<unknown> {
  switch (job.kind) {
    case 'compress':
      return compress(job);
    case 'find-uncompressed':
      return findUncompressed(job.build);
    case 'find-unused-media':
      return findUnusedMedia(job);
    case 'archive-files':
      await archiveFiles(job.root);
      return null;
    case 'list-archive':
      return listArchive(job.root, job.before);
    case 'drop-archived':
      await dropArchived(job.root, job);
      return null;
  }
}

/** Writes compressed copies to temporary files. The caller puts them into place, if the file is still the same. */
async function compress({ build, file, temporary }: Extract<UpkeepJob, { kind: 'compress' }>): Promise<string | null> {
  const source = path.join(build, file);
  const before = await readStat(source);
  if (!before || before.size < smallestCompressed) return null;
  const bytes = await readFile(source);
  const copies = {
    '.br': await compressBrotli(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: brotliQuality(file),
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
    '.gz': await compressGzip(bytes, { level: 9 }),
  };
  for (const ending of compressedEndings) {
    await writeFile(`${temporary}${ending}`, copies[ending]);
    await utimes(`${temporary}${ending}`, before.mtimeMs / 1000, before.mtimeMs / 1000);
  }
  const after = await readStat(source);
  return after && identifyFile(after) === identifyFile(before) ? identifyFile(after) : null;
}

/** Files of a build without compressed copies. Copies that are not of their file are removed. */
async function findUncompressed(build: string): Promise<string[]> {
  const found: string[] = [];
  for await (const file of listFiles(build)) {
    const ending = compressedEndings.find((each) => file.endsWith(each));
    if (ending && isCompressible(file.slice(0, -ending.length))) {
      const isOrphan = (await readStat(path.join(build, file.slice(0, -ending.length)))) === null;
      if (isOrphan) await rm(path.join(build, file), { force: true });
    }
    if (!isCompressible(file)) continue;
    const place = path.join(build, file);
    const own = await readStat(place);
    if (!own || own.size < smallestCompressed) continue;
    let isMissing = false;
    for (const each of compressedEndings) {
      const copy = await readStat(`${place}${each}`);
      if (copy && isCopyOf(copy, own)) continue;
      if (copy) await rm(`${place}${each}`, { force: true });
      isMissing = true;
    }
    if (isMissing) found.push(file);
  }
  return found;
}

const unusedSince = z.record(z.string(), z.number());

async function findUnusedMedia(
  job: Extract<UpkeepJob, { kind: 'find-unused-media' }>,
): Promise<z.infer<typeof unusedMedia>> {
  const { build, state, now, retentionMilliseconds } = job;
  const named = new Set<string>();
  const media: string[] = [];
  for await (const file of listFiles(build)) {
    if (file.startsWith('media/')) media.push(file.slice('media/'.length));
    else if (isCompressible(file)) {
      const text = await readFile(path.join(build, file), 'utf8').catch(() => '');
      for (const name of namedMedia(text)) named.add(name);
    }
  }
  const before = unusedSince.catch({}).parse(await readJson(state));
  const used = usedMedia(media, named);
  const since: Record<string, number> = {};
  const due: string[] = [];
  for (const file of media) {
    if (isMediaPath(file) && used.has(file)) continue;
    const from = ownValue(before, file) ?? now;
    since[file] = from;
    if (!isMediaPath(file) || now - from >= retentionMilliseconds) due.push(file);
  }
  await mkdir(path.dirname(state), { recursive: true });
  await writeFile(`${state}.next`, JSON.stringify(since));
  await rename(`${state}.next`, state);
  const present = new Set(media);
  // The start of a name is that of all widths of a picture.
  const missing = [...named].filter((name) => /\.[a-z0-9]+$/i.test(name) && isMediaPath(name) && !present.has(name));
  return { due, missing };
}

async function* listFiles(directory: string, below = ''): AsyncGenerator<string> {
  for (const entry of await readdir(path.join(directory, below), { withFileTypes: true }).catch(() => [])) {
    const name = below === '' ? entry.name : `${below}/${entry.name}`;
    if (entry.isDirectory()) {
      if (name !== '.staging') yield* listFiles(directory, name);
    } else yield name;
  }
}

/** A file may be replaced or removed at any time. */
async function readStat(file: string): Promise<Stats | null> {
  return stat(file).catch(() => null);
}

async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch {
    return {};
  }
}
