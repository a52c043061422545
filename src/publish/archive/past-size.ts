import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { pastName } from '#publish/targets/past-place.ts';

const measured = z.object({ files: z.number(), bytes: z.number(), at: z.string() });

/** How much is kept of what a site showed before, and when that was counted. */
export type PastSize = z.infer<typeof measured>;

const placeOf = (root: string) => path.join(root, pastName, 'size.json');

/** The last count; null where there was none. */
export async function readPastSize(root: string): Promise<PastSize | null> {
  try {
    return measured.parse(JSON.parse(await readFile(placeOf(root), 'utf8')));
  } catch {
    return null;
  }
}

export async function notePastSize(root: string, size: PastSize): Promise<void> {
  const place = placeOf(root);
  await mkdir(path.dirname(place), { recursive: true });
  await writeFile(`${place}.next`, JSON.stringify(size));
  await rename(`${place}.next`, place);
}
