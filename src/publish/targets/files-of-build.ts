import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { compressedEndings, isCompressible } from './compressed.ts';

/**
 * The files of a build on this machine that visitors get, by their names in it: without what publishers stage, and without compressed
 * copies.
 */
export async function filesOfBuild(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(directory, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'));
  return files.filter((file) => !file.startsWith('.staging/') && !isCopy(file)).toSorted();
}

function isCopy(file: string): boolean {
  const ending = compressedEndings.find((each) => file.endsWith(each));
  return ending !== undefined && isCompressible(file.slice(0, -ending.length));
}
