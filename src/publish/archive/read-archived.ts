import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { hashBytes } from '#publish/hash-bytes.ts';
import { archiveIncoming } from './archive-files.ts';
import { isAsset, isHash, oldAssetsIn, oldBuildsIn, toArchivePath } from '#publish/targets/archive-paths.ts';

/**
 * The bytes that a site served, by their hash: from where they were filed, from what is live, or from a build that is kept.
 *
 * @param file the one that held them, as `outputFile` names it
 * @returns null when they are not kept on this machine any more
 */
export async function readArchived(root: string, file: string, hash: string): Promise<Uint8Array<ArrayBuffer> | null> {
  if (!isHash(hash)) return null;
  const filed = () => readIf(toArchivePath(root, hash), hash);
  const known = (await filed()) ?? (await findInBuilds(root, file, hash));
  if (known) return known;
  // It may have been replaced a moment ago.
  await archiveIncoming(root);
  return filed();
}

/** A script, a stylesheet or a font of an earlier build; null for every other file. */
export async function readOldAsset(root: string, file: string): Promise<Uint8Array<ArrayBuffer> | null> {
  if (!isAsset(file)) return null;
  const places = [path.join(oldAssetsIn(root), path.basename(file)), ...(await inBuilds(root, file))];
  for (const place of places) {
    const bytes = await readIf(place, null);
    if (bytes) return bytes;
  }
  return null;
}

async function findInBuilds(root: string, file: string, hash: string): Promise<Uint8Array<ArrayBuffer> | null> {
  for (const place of await inBuilds(root, file)) {
    const bytes = await readIf(place, hash);
    if (bytes) return bytes;
  }
  return null;
}

async function inBuilds(root: string, file: string): Promise<string[]> {
  const places = [path.join(root, 'current', file)];
  for (const directory of [path.join(root, 'releases'), oldBuildsIn(root)]) {
    const names = await readdir(directory).catch(() => []);
    for (const name of names.toSorted((one, other) => (one < other ? 1 : -1)))
      places.push(path.join(directory, name, file));
  }
  return places;
}

async function readIf(place: string, hash: string | null): Promise<Uint8Array<ArrayBuffer> | null> {
  try {
    const bytes = new Uint8Array(await readFile(place));
    return hash === null || hashBytes(bytes) === hash ? bytes : null;
  } catch {
    return null;
  }
}
