import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import { callFunction } from '#content/clients/call-function.ts';
import { type Issue, type Result, fail, ok } from '#domain/result.ts';
import { isCircle } from '#content/refusals/circle-refused.ts';
import { type Client, DatabaseUnavailable } from '#content/clients/client.ts';
import { MediaStorage } from '#content/media/store.ts';
import type { ParsedRecord, StagedRow } from '#kinds/contract.ts';
import { type KindName, kindNames } from '#kinds/registry.ts';
import { type MediaLater, getMediaKind, missingFile, storeMedia } from './import-media.ts';
import { UnreadableContentBundle } from './read-content-bundle.ts';
import { parseRecord } from '#content/records/parse-record.ts';
import type { ContentSource } from './source.ts';
import { Validation } from './validate.ts';

type ImportOptions = {
  /** Delete all other content first. */
  replace: boolean;
  /** The cache directory of encoded pictures. */
  mediaCache: string;
  /** Given for media that are stored when the content is there already; otherwise they are stored before. */
  later?: MediaLater;
  onProgress?: (step: 'check' | 'stage' | 'write', done: number, total: number) => void;
};
type ImportSummary = { records: number; counts: ReadonlyMap<KindName, number>; published: number };

const chunkRecords = 500;
const chunkBytes = 1_500_000;
/** Pictures are encoded two at a time. */
const mediaConcurrency = 2;

/**
 * Brings content in, all of it or none: the first pass checks every record, the second puts them aside in the database,
 * and one transaction makes them the content. A source that is not in order is refused with all that is wrong.
 */
export async function importContent(
  client: Client,
  source: ContentSource,
  options: ImportOptions,
): Promise<Result<ImportSummary>> {
  const media = new MediaStorage(client, options.mediaCache);
  const validation = new Validation();
  validation.issues.push(...source.issues);
  try {
    for await (const { value, label } of source.records()) {
      const record = validation.add(value, label);
      if (record) {
        const problem = await missingFile(source, media, value);
        if (problem) validation.issues.push({ path: [label, ...problem.path], message: problem.message });
      }
      options.onProgress?.('check', validation.total, 0);
    }
  } catch (error) {
    if (!(error instanceof UnreadableContentBundle)) throw error;
    // The rest of the file is unknown, so nothing is reported about it.
    validation.issues.push({ path: [], message: error.message });
    return refuse(validation.issues);
  }
  validation.reportTrees();
  validation.reportMissing(await missingRecords(client, validation, options.replace));
  if (validation.issues.length > 0) return refuse(validation.issues);
  const staged = await stage(client, source, media, validation.total, options);
  if (!staged.ok) return staged;
  options.onProgress?.('write', 0, validation.total);
  const published = await apply(client, staged.value, options.replace);
  if (!published.ok) return published;
  options.onProgress?.('write', validation.total, validation.total);
  return ok({ records: validation.total, counts: validation.counts, published: published.value });
}

function refuse(issues: readonly Issue[]): Result<never> {
  const count = issues.length === 1 ? 'one error' : `${issues.length} errors`;
  return fail('invalid', `The content was not imported: ${count}. Nothing was changed.`, issues);
}

async function missingRecords(
  client: Client,
  validation: Validation,
  replace: boolean,
): Promise<Partial<Record<KindName, (number | string)[]>>> {
  const open = validation.openReferences();
  if (replace || Object.keys(open).length === 0) return open;
  return callFunction(
    client,
    'import_missing',
    z.partialRecord(z.enum(kindNames), z.array(z.union([z.number(), z.string()]))),
    { p_references: open },
  );
}

// Staging ---------------------------------------------------------------------------------------------------------------

/** Puts all rows aside in the database, a chunk at a time. */
async function stage(
  client: Client,
  source: ContentSource,
  media: MediaStorage,
  total: number,
  options: ImportOptions,
): Promise<Result<string>> {
  const id = randomUUID();
  const issues: Issue[] = [];
  const writer = new ChunkWriter(client, id);
  const storing = new Set<Promise<void>>();
  let done = 0;
  const add = async (value: unknown, label: string, record: ParsedRecord) => {
    const stored = await storeMedia(source, media, value, options.later ?? null);
    if (!stored.ok) {
      issues.push({ path: [label, 'content'], message: stored.failure.message });
    } else {
      const [first, ...others] = record.rows;
      await writer.add(first ? [{ ...first, row: { ...first.row, ...stored.value } }, ...others] : others);
    }
    done += 1;
    options.onProgress?.('stage', done, total);
  };
  try {
    // The records have been validated; they are read again for their rows, without holding them in memory.
    for await (const { value, label } of source.records()) {
      const parsed = parseRecord(value);
      if (!parsed.ok) throw new Error(`${label} has changed while it was read`);
      if (getMediaKind(value) === null) {
        await add(value, label, parsed.record);
        continue;
      }
      const task: Promise<void> = add(value, label, parsed.record).finally(() => storing.delete(task));
      storing.add(task);
      if (storing.size >= mediaConcurrency) await Promise.race(storing);
    }
    await Promise.all(storing);
    await writer.end();
  } catch (error) {
    await Promise.allSettled(storing);
    await client.rpc('import_abandon', { p_import: id });
    throw error;
  }
  if (issues.length === 0) return ok(id);
  await client.rpc('import_abandon', { p_import: id });
  return refuse(issues);
}

class ChunkWriter {
  readonly #client: Client;
  readonly #id: string;
  #rows: StagedRow[] = [];
  #records = 0;
  #bytes = 0;
  /** One chunk is on its way while the next is made. */
  #sending: Promise<void> = Promise.resolve();

  constructor(client: Client, id: string) {
    this.#client = client;
    this.#id = id;
  }

  async add(rows: readonly StagedRow[]): Promise<void> {
    this.#rows.push(...rows);
    this.#records += 1;
    this.#bytes += rows.reduce((sum, { row }) => sum + JSON.stringify(row).length, 0);
    if (this.#records >= chunkRecords || this.#bytes >= chunkBytes) await this.#send();
  }

  async #send(): Promise<void> {
    const rows = this.#rows;
    this.#rows = [];
    this.#records = 0;
    this.#bytes = 0;
    await this.#sending;
    if (rows.length === 0) return;
    this.#sending = this.#stage(rows);
    // A failure is thrown where the next chunk, or the end, waits for this one.
    this.#sending.catch(() => {});
  }

  async #stage(rows: StagedRow[]): Promise<void> {
    await callFunction(this.#client, 'import_stage', z.unknown(), { p_import: this.#id, p_rows: rows });
  }

  async end(): Promise<void> {
    await this.#send();
    await this.#sending;
  }
}

const applied = z.object({ published: z.int() });
const outcome = z.discriminatedUnion('status', [
  z.object({ status: z.literal('written'), published: z.int() }),
  z.object({ status: z.enum(['running', 'not-written']) }),
]);
/** Errors with which PostgreSQL says that rows do not go together. */
const rowErrors = /^(22|23|P0)/;

async function apply(client: Client, id: string, replace: boolean): Promise<Result<number>> {
  const { data, error } = await client.rpc('import_apply', { p_import: id, p_replace: replace });
  if (!error) return ok(applied.parse(data).published);
  // Neither PostgreSQL's nor PostgREST's: what lies between gave up waiting, but the database may still be at work.
  if (!/^([0-9A-Z]{5}|PGRST\d+)$/.test(error.code)) return awaitOutcome(client, id, error.message);
  await client.rpc('import_abandon', { p_import: id });
  if (!rowErrors.test(error.code))
    throw new DatabaseUnavailable('import_apply', error.code, error.message, error.details);
  if (isCircle(error.code))
    return fail('invalid', `The content was not imported, and nothing was changed. ${error.message}`);
  const detail = error.details ? ` ${error.details}` : '';
  const advice = replace
    ? ''
    : ' Other content of the database is in the way: import with --replace to put the bundle in its place.';
  return fail('invalid', `The content was not imported, and nothing was changed: ${error.message}.${detail}${advice}`);
}

const askEvery = 3000;
const maxFailures = 20;

/** Asks what became of an import whose answer did not arrive. */
async function awaitOutcome(client: Client, id: string, reason: string): Promise<Result<number>> {
  for (let failures = 0; failures < maxFailures;) {
    await setTimeout(askEvery);
    const { data, error } = await client.rpc('import_result', { p_import: id });
    if (error) {
      failures += 1;
      continue;
    }
    failures = 0;
    const state = outcome.parse(data);
    if (state.status === 'written') return ok(state.published);
    if (state.status === 'not-written') {
      await client.rpc('import_abandon', { p_import: id });
      break;
    }
  }
  throw new DatabaseUnavailable('import_apply', 'unknown', reason);
}
