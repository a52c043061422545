import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { oldBuildsIn } from './past-place.ts';
import { nameProcess } from '../process-name.ts';
import { listSwitchLinks, moveIfThere } from './switch-links.ts';

/** Where releases are moved to that are being deleted. Who goes back to a release takes the folder away, and then none is. */
export const deleting = '.delete-';

type OldBuilds = {
  keep: number;
  keepsPast: boolean;
  directoryOf: (release: string) => string;
  releases: () => Promise<string[]>;
  current: () => string | null;
};

/** See `Target.prune`. */
export async function pruneBuilds(
  root: string,
  { keep, keepsPast, directoryOf, releases, current }: OldBuilds,
): Promise<void> {
  const aside = path.join(root, `${deleting}${nameProcess()}`);
  try {
    await mkdir(aside);
    // In this order: a link that is gone by now has become the current one.
    const reserved = new Set(listSwitchLinks(root).map(({ release }) => release));
    const live = current();
    const others = (await releases()).filter((release) => release !== live && !reserved.has(release));
    for (const release of others.slice(Math.max(0, keep - 1))) {
      const place = path.join(aside, release);
      if (!moveIfThere(directoryOf(release), place)) continue;
      if (keepsPast) await setBuildAside(root, place);
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

/** Nobody who has begun to delete releases until now deletes another one. */
export async function stopDeleting(root: string): Promise<void> {
  for (const name of await readdir(root)) {
    if (!name.startsWith(deleting)) continue;
    const gone = path.join(root, `.gone-${randomBytes(6).toString('hex')}`);
    if (moveIfThere(path.join(root, name), gone)) await rm(gone, { recursive: true, force: true });
  }
}
