import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { oldBuildsIn } from './archive-paths.ts';
import { nameProcess } from '../process-name.ts';
import { listSwitchLinks, moveIfThere } from './switch-links.ts';

/** Where builds are moved to that are being deleted. Who goes back to a build takes the folder away, and then none is. */
export const deleting = '.delete-';

type OldBuilds = {
  keep: number;
  keepsArchive: boolean;
  directoryOf: (build: string) => string;
  builds: () => Promise<string[]>;
  current: () => string | null;
};

/** See `Target.prune`. */
export async function pruneBuilds(
  root: string,
  { keep, keepsArchive, directoryOf, builds, current }: OldBuilds,
): Promise<void> {
  const aside = path.join(root, `${deleting}${nameProcess()}`);
  try {
    await mkdir(aside);
    // In this order: a link that is gone by now has become the current one.
    const reserved = new Set(listSwitchLinks(root).map(({ build }) => build));
    const live = current();
    const others = (await builds()).filter((build) => build !== live && !reserved.has(build));
    for (const build of others.slice(Math.max(0, keep - 1))) {
      const place = path.join(aside, build);
      if (!moveIfThere(directoryOf(build), place)) continue;
      if (keepsArchive) await setBuildAside(root, place);
    }
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
}

/** Its files are filed later, since there are many. */
async function setBuildAside(root: string, directory: string): Promise<void> {
  const place = oldBuildsIn(root);
  try {
    await mkdir(place, { recursive: true });
    await rename(directory, path.join(place, path.basename(directory)));
  } catch {
    // Then it goes.
  }
}

/** Nobody who has begun to delete builds until now deletes another one. */
export async function stopDeleting(root: string): Promise<void> {
  for (const name of await readdir(root)) {
    if (!name.startsWith(deleting)) continue;
    const gone = path.join(root, `.gone-${randomBytes(6).toString('hex')}`);
    if (moveIfThere(path.join(root, name), gone)) await rm(gone, { recursive: true, force: true });
  }
}
