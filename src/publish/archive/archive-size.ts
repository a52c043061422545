import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { archiveFolder } from '#publish/targets/archive-paths.ts';

const measured = z.object({ files: z.number(), bytes: z.number(), at: z.string() });

/** How much is kept of what a site showed before, and when that was counted. */
type ArchiveSize = z.infer<typeof measured>;

const toSizePath = (root: string) => path.join(root, archiveFolder, 'size.json');

/** The last count; null where there was none. */
export async function readArchiveSize(root: string): Promise<ArchiveSize | null> {
  try {
    return measured.parse(JSON.parse(await readFile(toSizePath(root), 'utf8')));
  } catch {
    return null;
  }
}

export async function writeArchiveSize(root: string, size: ArchiveSize): Promise<void> {
  const place = toSizePath(root);
  await mkdir(path.dirname(place), { recursive: true });
  await writeFile(`${place}.next`, JSON.stringify(size));
  await rename(`${place}.next`, place);
}
