import { mkdir, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { hashBytes } from '#publish/hash-bytes.ts';
import { isMissing } from '#publish/targets/is-missing.ts';
import { listNames } from '#publish/targets/list-names.ts';
import { filesOfBuild } from '#publish/targets/files-of-build.ts';
import {
  incomingIn,
  isAsset,
  isKept,
  oldAssetsIn,
  oldBuildsIn,
  toArchivePath,
} from '#publish/targets/archive-paths.ts';

/**
 * Files what a site showed before by the hash of its bytes: files that were replaced, and those of old builds that differ from what
 * is live. Others of the same place may do the same meanwhile.
 */
export async function archiveFiles(root: string): Promise<void> {
  await archiveIncoming(root);
  for (const build of await listNames(oldBuildsIn(root))) {
    const directory = path.join(oldBuildsIn(root), build);
    for (const file of await filesOfBuild(directory)) await archiveFile(root, directory, file);
    await rm(directory, { recursive: true, force: true });
  }
}

/** Files what was replaced one by one. */
export async function archiveIncoming(root: string): Promise<void> {
  for (const name of await listNames(incomingIn(root))) {
    const place = path.join(incomingIn(root), name);
    const bytes = await readBytes(place);
    if (bytes) await move(place, toArchivePath(root, hashBytes(bytes)));
  }
}

async function archiveFile(root: string, directory: string, file: string): Promise<void> {
  const place = path.join(directory, file);
  const live = path.join(root, 'current', file);
  if (isAsset(file)) {
    if (!(await exists(live))) await move(place, path.join(oldAssetsIn(root), path.basename(file)));
    return;
  }
  if (!isKept(file)) return;
  const bytes = await readBytes(place);
  if (!bytes || (await readBytes(live))?.equals(bytes)) return;
  await move(place, toArchivePath(root, hashBytes(bytes)));
}

async function move(from: string, to: string): Promise<void> {
  try {
    await mkdir(path.dirname(to), { recursive: true });
    await rename(from, to);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}

async function readBytes(place: string): Promise<Buffer | null> {
  try {
    return await readFile(place);
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

async function exists(place: string): Promise<boolean> {
  return (await stat(place).catch(() => null)) !== null;
}
