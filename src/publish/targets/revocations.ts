import { readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { completeCommit } from './complete-commit.ts';
import { isMissing } from './is-missing.ts';
import { listNames } from './list-names.ts';
import { type Journal, readJournals } from './journal.ts';
import { deleting } from './old-builds.ts';
import {
  abandonedAfterMilliseconds,
  hasEnded,
  isAbandoned,
  isStagingOf,
  nameStaging,
  preparing,
  getPublisher,
  buildIn,
} from './staging-names.ts';
import { listSwitchLinks, removeLink } from './switch-links.ts';
import type { Target, UnreportedCommit } from './target.ts';

/** How what a worker has staged is taken from it. `stagings`: the folders where workers stage. */
export function revocations(root: string, stagings: () => Promise<string[]>): Pick<Target, 'revoke' | 'revokeEnded'> {
  /** Takes over what is staged in directories whose names are those that are asked for. */
  async function takeAll(isMeant: (name: string) => boolean, by: string): Promise<UnreportedCommit[]> {
    const commits: UnreportedCommit[] = [];
    for (const place of await stagings()) {
      for (const name of await listNames(place)) {
        if (!isMeant(name)) continue;
        const stats = await stat(path.join(place, name)).catch(() => null);
        if (stats?.isDirectory()) commits.push(...(await takeOver(place, name, by)));
      }
    }
    return commits;
  }
  return {
    async revoke({ worker }, by) {
      const commits = await takeAll((name) => isStagingOf(name, worker), by);
      for (const { place, owner } of listSwitchLinks(root)) if (isStagingOf(owner, worker)) removeLink(place);
      for (const name of await listNames(root)) {
        if (!name.startsWith(preparing) || !isStagingOf(getPublisher(name), worker)) continue;
        const taken = path.join(root, `${preparing}${nameStaging(by)}-${buildIn(name)}`);
        if (await isRenamed(path.join(root, name), taken)) await rm(taken, { recursive: true, force: true });
      }
      return commits;
    },
    revokeEnded: (by) => takeAll(hasEnded, by),
  };
}

/** False where it was gone already. */
async function isRenamed(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

/** Whoever has staged there stages and renames nothing any more: what it has left is the worker's by whom it is taken. */
async function takeOver(place: string, name: string, by: string): Promise<UnreportedCommit[]> {
  const taken = path.join(place, nameStaging(by));
  return (await isRenamed(path.join(place, name), taken)) ? unreportedIn(taken) : [];
}

/** What a publisher was putting in place, by the journals that it has left; the directory goes with the last of them. */
function unreportedIn(directory: string): UnreportedCommit[] {
  const noted = readJournals(directory).flatMap(({ note, ...journal }) => (note === null ? [] : [{ note, journal }]));
  let left = noted.length;
  const drop = async () => {
    left -= 1;
    if (left <= 0) await rm(directory, { recursive: true, force: true });
  };
  if (left === 0) void drop().catch(() => {});
  return noted.map(({ note, journal }) => unreported(note, { ...journal, note }, directory, drop));
}

function unreported(note: string, journal: Journal, directory: string, drop: () => Promise<void>): UnreportedCommit {
  return {
    note,
    files: new Set(journal.files.map(({ file }) => file)),
    complete: async (files, removals) => completeCommit(journal, directory, new Set(files), new Set(removals)),
    drop,
  };
}

/** Removes what publishers that were killed have staged. What they were putting live is noted until somebody has reported it. */
export async function removeAbandoned(directory: string): Promise<void> {
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    const place = path.join(directory, entry.name);
    try {
      const { mtimeMs } = await stat(place);
      if (!isAbandoned(entry.name, mtimeMs)) continue;
      const isRecent = Date.now() - mtimeMs <= abandonedAfterMilliseconds;
      const isUnreported = entry.isDirectory() && isRecent && readJournals(place).some(({ note }) => note !== null);
      if (isUnreported) continue;
      await rm(place, { recursive: true, force: true });
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  }
}

/** Removes builds that publishers were preparing, and those that they were deleting, when they were killed. */
export async function removeUnfinished(root: string): Promise<void> {
  for (const name of await readdir(root)) {
    const isPreparing = name.startsWith(preparing);
    if (!isPreparing && !name.startsWith(deleting)) continue;
    const publisher = isPreparing ? getPublisher(name) : name.slice(deleting.length);
    const stats = await stat(path.join(root, name)).catch(() => null);
    if (!stats || !isAbandoned(publisher, stats.mtimeMs)) continue;
    await rm(path.join(root, name), { recursive: true, force: true });
    if (!isPreparing) continue;
    const build = buildIn(name);
    for (const link of listSwitchLinks(root)) if (link.kind === 'round' && link.build === build) removeLink(link.place);
  }
}
