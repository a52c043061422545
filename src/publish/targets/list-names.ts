import { readdir } from 'node:fs/promises';
import { isMissing } from './is-missing.ts';

/** The names in a directory; none where it is not there. */
export async function listNames(directory: string): Promise<string[]> {
  try {
    return await readdir(directory);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}
