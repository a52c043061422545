import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';

/** The file of a build that describes it. */
export const buildFile = '_release.json';

const described = z.object({ csp: z.string().nullable() });

/** The content security policy of the pages of a build on this machine. */
export async function readPolicy(directory: string): Promise<string | null> {
  try {
    return described.parse(JSON.parse(await readFile(path.join(directory, buildFile), 'utf8'))).csp;
  } catch {
    return null;
  }
}
