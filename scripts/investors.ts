import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { formatIssue } from '#content/records/parse-record.ts';
import { createKeyClient } from '#content/clients/client.ts';
import { importFeed } from '#content/investors/import-feed.ts';
import { readFeed } from '#content/investors/read-feed.ts';
import { describeFault, loadConfig, openDatabase, stopWith } from './run.ts';
import { usages } from './usages.mjs';

const { usage } = usages.investors;

const [file, ...rest] = process.argv.slice(2);
const format = file === undefined ? '' : path.extname(file).slice(1).toLowerCase();
if (!file || rest.length > 0 || (format !== 'csv' && format !== 'json')) stopWith(usage);

const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) =>
  stopWith(error.code === 'ENOENT' ? `There is no file ${file}.` : `${file} cannot be read: ${error.message}`),
);
const feed = readFeed(text, format);
if (!feed.ok) {
  for (const issue of feed.failure.issues ?? []) console.error(formatIssue(issue));
  stopWith(feed.failure.message);
}

const connection = await openDatabase(loadConfig(), { withoutOne: 'refuse' });
let exitCode = 0;
try {
  const written = await importFeed(createKeyClient(connection.url, connection.secretKey), feed.value);
  const { quotes, publications } = feed.value;
  console.log(`Of ${quotes.length} quotes ${written.quotes} are new or changed.`);
  console.log(`Of ${publications.length} publications ${written.publications} are new or changed.`);
} catch (error) {
  console.error(describeFault(error));
  exitCode = 1;
} finally {
  await connection.close();
}
process.exit(exitCode);
