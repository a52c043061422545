import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Issue } from '#domain/result.ts';
import { nameRecord } from '#content/records/parse-record.ts';
import { readContentBundle } from './read-content-bundle.ts';
import { readSeed } from './read-seed.ts';

/** Where records come from: they can be read more than once. */
export type ContentSource = {
  /** Errors before the first record. */
  issues: readonly Issue[];
  records: () => AsyncIterable<SourceRecord> | Iterable<SourceRecord>;
  /** The path of the file that a media record of this name has beside the records, or null if they carry it. */
  mediaFile: ((filename: string) => string) | null;
};
export type SourceRecord = { value: unknown; label: string };

/** A bundle in a file, read from it as it is needed. */
function contentBundleSource(file: string): ContentSource {
  return {
    issues: [],
    async *records() {
      let index = 0;
      for await (const value of readContentBundle(file)) {
        yield { value, label: `records[${index}] (${nameRecord(value)})` };
        index += 1;
      }
    },
    mediaFile: null,
  };
}

/** A directory of YAML files, with media files in its folder `media`. */
export async function seedSource(directory: string): Promise<ContentSource> {
  const { records, issues } = await readSeed(directory);
  return {
    issues,
    records: () => records.map(({ record, label }) => ({ value: record, label })),
    mediaFile: (filename) => path.join(directory, 'media', filename),
  };
}

export async function openSource(location: string): Promise<ContentSource> {
  const found = await stat(location);
  return found.isDirectory() ? seedSource(location) : contentBundleSource(location);
}

export function loadFile(file: string): Promise<Buffer | null> {
  return readFile(file).catch(() => null);
}
