import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { LineCounter, parseAllDocuments } from 'yaml';
import { isRecord } from '#domain/objects.ts';
import type { Issue } from '#domain/result.ts';
import { getKind } from '#kinds/kinds.ts';
import { type KindName, isKindName } from '#kinds/registry.ts';

/** A record as a seed file has it, under the name that others know it by; `id` is that name until it has a number. */
export type Raw = { file: string; kind: KindName; key: string; id: number | string; fields: Record<string, unknown> };

/** Paths below a directory, in the one order that decides about ids. */
async function seedFiles(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile() && /\.ya?ml$/.test(entry.name))
    .map((entry) => path.relative(directory, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .toSorted((a, b) => (a < b ? -1 : 1));
}

/** All records of a directory's YAML files, and what cannot be read, at its file and line. */
export async function readSeedFiles(directory: string): Promise<{ raws: Raw[]; issues: Issue[] }> {
  const issues: Issue[] = [];
  const raws: Raw[] = [];
  for (const file of await seedFiles(directory)) {
    readFileRecords(file, await readFile(path.join(directory, file), 'utf8'), raws, issues);
  }
  return { raws, issues };
}

function readFileRecords(file: string, source: string, raws: Raw[], issues: Issue[]): void {
  const lines = new LineCounter();
  for (const document of parseAllDocuments(source, { lineCounter: lines, prettyErrors: false, uniqueKeys: true })) {
    for (const error of document.errors) {
      const { line, col } = lines.linePos(error.pos[0]);
      issues.push({ path: [`${file}:${line}:${col}`], message: error.message });
    }
    if (document.errors.length > 0) continue;
    const content: unknown = document.toJS();
    if (content === null) continue;
    const entries: readonly unknown[] = Array.isArray(content) ? content : [content];
    entries.forEach((entry, index) => {
      const at = `${file} (record ${index + 1})`;
      if (!isRecord(entry)) return void issues.push({ path: [at], message: 'A record is an object' });
      const { kind, key, ...fields } = entry;
      if (!isKindName(kind)) {
        return void issues.push({ path: [at, 'kind'], message: `unknown kind ${JSON.stringify(kind ?? null)}` });
      }
      // Their key is a column of its own as well.
      if ('key' in getKind(kind).schema.shape) fields['key'] = key;
      if (typeof key !== 'string' || !/^[a-z0-9][a-z0-9-]*$/.test(key)) {
        return void issues.push({ path: [at, 'key'], message: 'A key has lower-case letters, digits and hyphens' });
      }
      raws.push({ file, kind, key, id: key, fields });
    });
  }
}

/** How messages name a record. */
export function getRecordLabel(raw: Raw): string {
  return `${raw.file} (${raw.kind} ${raw.key})`;
}

/** Block texts of YAML end with a line break that is not meant. */
export function trimmed(fields: Record<string, unknown>): Record<string, unknown> {
  const visit = (value: unknown): unknown => {
    if (typeof value === 'string') return value.replace(/\n+$/, '');
    if (Array.isArray(value)) return value.map(visit);
    if (isRecord(value)) return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, visit(item)]));
    return value;
  };
  return Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, visit(value)]));
}
