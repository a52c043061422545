import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { filedIn, isHash, oldAssetsIn } from '#publish/targets/archive-paths.ts';

export type ArchiveList = {
  /** The hashes of what was filed before a moment. */
  hashes: string[];
  /** Assets that were filed before a moment. */
  assets: string[];
  /** Of all that is filed. */
  files: number;
  bytes: number;
};

/** What is filed of a site's past, and how much it is. Moments are in milliseconds. */
export async function listArchive(root: string, before: { hashes: number; assets: number }): Promise<ArchiveList> {
  const list: ArchiveList = { hashes: [], assets: [], files: 0, bytes: 0 };
  const count = async (place: string): Promise<number | null> => {
    const found = await stat(place).catch(() => null);
    if (!found?.isFile()) return null;
    list.files += 1;
    list.bytes += found.size;
    // When it was filed: the bytes are older.
    return found.ctimeMs;
  };
  for (const folder of await readdir(filedIn(root)).catch(() => [])) {
    for (const name of await readdir(path.join(filedIn(root), folder)).catch(() => [])) {
      const at = await count(path.join(filedIn(root), folder, name));
      if (at !== null && at < before.hashes && isHash(name)) list.hashes.push(name);
    }
  }
  for (const name of await readdir(oldAssetsIn(root)).catch(() => [])) {
    const at = await count(path.join(oldAssetsIn(root), name));
    if (at !== null && at < before.assets) list.assets.push(name);
  }
  return list;
}
