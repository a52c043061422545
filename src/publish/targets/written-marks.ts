import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isMissing } from './is-missing.ts';
import type { Mark } from './target.ts';

/**
 * What the files of a site may have of a database's log is the largest number among the names of empty files: a process renames its own
 * to a larger one, so that numbers only grow, whoever writes and whoever stands still.
 */
const folder = '.written';

/** By site, what this process has noted last. */
const noted = new Map<string, Mark>();

function toMarkPath(root: string, { database, seq }: Mark): string {
  return path.join(root, folder, `${database}.${seq}`);
}

/** Takes a rename, and nothing while the number is the same. */
export function noteMark(root: string, mark: Mark): void {
  const own = noted.get(root);
  const isSame = own?.database === mark.database;
  if (isSame && own.seq >= mark.seq) return;
  try {
    if (!isSame) throw Object.assign(new Error('nothing was noted yet'), { code: 'ENOENT' });
    renameSync(toMarkPath(root, own), toMarkPath(root, mark));
  } catch (error) {
    if (!isMissing(error)) throw error;
    mkdirSync(path.join(root, folder), { recursive: true });
    writeFileSync(toMarkPath(root, mark), '');
    // Those of processes that have ended. Another one that is at work makes its own anew.
    removeMarks(root, (other) => other.database === mark.database && other.seq < mark.seq);
  }
  noted.set(root, mark);
}

/** Removes what is noted of all other databases. */
export function forgetOtherMarks(root: string, { database }: Mark): void {
  removeMarks(root, (other) => other.database !== database);
}

/** The largest number of each database. */
export function readMarks(root: string): Mark[] {
  const largest = new Map<string, number>();
  for (const { database, seq } of listMarks(root)) largest.set(database, Math.max(seq, largest.get(database) ?? 0));
  return [...largest].map(([database, seq]) => ({ database, seq }));
}

function removeMarks(root: string, isRemoved: (mark: Mark) => boolean): void {
  for (const mark of listMarks(root)) if (isRemoved(mark)) rmSync(toMarkPath(root, mark), { force: true });
}

function listMarks(root: string): Mark[] {
  let names: string[];
  try {
    names = readdirSync(path.join(root, folder));
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
  return names.flatMap((name) => {
    const [, database = '', seq] = /^([0-9a-f-]{36})\.(\d{1,15})$/.exec(name) ?? [];
    return seq === undefined ? [] : [{ database, seq: Number(seq) }];
  });
}
