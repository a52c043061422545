import { randomUUID } from 'node:crypto';
import { mkdir, rm, rmdir, statfs, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describeCause } from '#domain/describe-error.ts';
import type { Config } from '#server/config.ts';
import { type Finding, note, well, wrong } from './finding.ts';

const megabyte = 1024 * 1024;
/** Below it a full build may not fit; a build of 20,000 pages takes some 600 MB. */
const tight = 2048 * megabyte;
const full = 256 * megabyte;

/** Whether the folders of data and of published files can be written to, and have room. */
export async function checkFolders(config: Config): Promise<Finding[]> {
  return Promise.all([checkFolder('DATA_DIR', config.dataDirectory), checkFolder('OUT_DIR', config.outDirectory)]);
}

async function checkFolder(name: string, folder: string): Promise<Finding> {
  const probe = path.join(folder, `.doctor-${randomUUID()}`);
  let free: number;
  try {
    const made = await mkdir(folder, { recursive: true });
    await writeFile(probe, '');
    await rm(probe);
    const { bavail, bsize } = await statfs(folder);
    free = bavail * bsize;
    // A mistyped one does not look afterwards as if there were one. What is in it by now stays.
    if (made !== undefined) await rmdir(folder).catch(() => {});
  } catch (error) {
    return wrong(
      name,
      `${folder} cannot be written to: ${describeCause(error)}`,
      `Give the user that runs the server the right to write there, free its disk, or set ${name} to another folder.`,
    );
  }
  const says = `${folder} can be written to; ${Math.floor(free / megabyte).toLocaleString('en')} MB are free`;
  if (free < full) return wrong(name, says, 'Free some space: publishing stops when the disk is full.');
  if (free < tight)
    return note(name, says, 'A full build keeps the builds before it: free some space before the next.');
  return well(name, says);
}
