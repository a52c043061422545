import { randomUUID } from 'node:crypto';
import { createKeyClient } from '#content/clients/client.ts';
import { awaitOutcome, findEdits } from '#content/publishing/publish-outcome.ts';
import { exportContent } from '#content/transfer/export-content.ts';
import { importContent } from '#content/transfer/import-content.ts';
import { formatIssue } from '#content/records/parse-record.ts';
import { showNumber } from '#domain/values/show-number.ts';
import { openSource } from '#content/transfer/source.ts';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { describeResult } from './describe-result.ts';
import { type Progress, startProgress } from './progress.ts';
import { describeFault, loadConfig, openDatabase, stopWith } from './run.ts';
import { usages } from './usages.mjs';

const { usage } = usages.content;

const [command, location, ...flags] = process.argv.slice(2);
const replace = flags.includes('--replace');
const known = flags.every((flag) => flag === '--replace') && !(replace && command !== 'import');
if ((command !== 'export' && command !== 'import') || !location || location.startsWith('-') || !known) stopWith(usage);

const config = loadConfig();
const connection = await openDatabase(config, { withoutOne: command === 'export' ? 'refuse' : 'tell' });
/** By which the database knows what this command changes. */
const request = randomUUID();
const client = createKeyClient(connection.url, connection.secretKey, { findRequest: () => request });
const began = performance.now();
const seconds = () => `${((performance.now() - began) / 1000).toFixed(1)} s`;
const shown: { step: string; progress: Progress | null } = { step: '', progress: null };
const labels = { check: 'Checking', stage: 'Sending', write: 'Writing', export: 'Exporting' } as const;

function show(next: keyof typeof labels, done: number, total: number): void {
  if (next !== shown.step) {
    shown.progress?.end();
    shown.progress = startProgress(labels[next]);
    shown.step = next;
  }
  if (total > 0) shown.progress?.update(done, total);
}

let exitCode = 0;
try {
  await (command === 'export' ? runExport(location) : runImport(location));
} catch (error) {
  shown.progress?.end();
  console.error(describeFault(error));
  exitCode = 1;
} finally {
  await connection.close();
}
process.exit(exitCode);

function countRecords(count: number): string {
  return count === 1 ? '1 record' : `${showNumber(count)} records`;
}

async function runExport(file: string): Promise<void> {
  await mkdir(path.dirname(path.resolve(file)), { recursive: true });
  const { records, bytes, warnings } = await exportContent(client, file, (done, total) => show('export', done, total));
  shown.progress?.end();
  for (const warning of warnings) console.warn(warning);
  console.log(`Exported ${countRecords(records)} (${(bytes / 1_000_000).toFixed(1)} MB) to ${file} in ${seconds()}.`);
}

async function runImport(source: string): Promise<void> {
  const opened = await openSource(source).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (!opened) {
    console.error(`There is no file or directory ${source}.`);
    exitCode = 1;
    return;
  }
  const result = await importContent(client, opened, {
    replace,
    mediaCache: path.join(config.dataDirectory, 'media-cache'),
    onProgress: show,
  });
  shown.progress?.end();
  if (result.ok) {
    console.log(`Imported ${countRecords(result.value.records)} from ${source} in ${seconds()}.`);
    console.log(await describeOutcome());
    return;
  }
  for (const issue of result.failure.issues ?? []) console.error(formatIssue(issue));
  console.error(result.failure.message);
  exitCode = 1;
}

/** What an import has changed of the published sites, where a server that runs publishes it. */
async function describeOutcome(): Promise<string> {
  const edits = await findEdits(client, request);
  if (edits.length === 0) return 'Nothing that is published has changed.';
  if (!connection.isShared) return 'What it changes is published by npm start, or by npm run publish.';
  console.error('Waiting until what it changes is live …');
  const { receipts, waiting } = await awaitOutcome(client, edits);
  return describeResult(
    receipts.flatMap(({ items }) => items),
    waiting,
  );
}
