import path from 'node:path';
import { isCompressible } from './compressed.ts';

/** Where a site keeps what was public before, beside its builds: file servers know `current/` alone. */

/** The folder in that of a site. */
export const archiveFolder = 'past';

/** Files that were replaced, under any names, until they are filed by the hash of their bytes. */
export function incomingIn(root: string): string {
  return path.join(root, archiveFolder, 'incoming');
}

/** Whole builds that are not kept as such any more, until their files are filed. */
export function oldBuildsIn(root: string): string {
  return path.join(root, archiveFolder, 'releases');
}

/** Scripts, stylesheets and fonts of builds that are gone, by their names, which hold their hashes. */
export function oldAssetsIn(root: string): string {
  return path.join(root, archiveFolder, 'assets');
}

/** The folder of all that is filed. */
export function filedIn(root: string): string {
  return path.join(root, archiveFolder, 'files');
}

/** The place of bytes by their hash. */
export function toArchivePath(root: string, hash: string): string {
  return path.join(filedIn(root), hash.slice(0, 2), hash);
}

/** Whether a name is a hash of bytes: what else lies there was not filed. */
export function isHash(name: string): boolean {
  return /^[A-Za-z0-9_-]{27}$/.test(name);
}

/** Whether what a file held is kept: outputs are, and media have a retention of their own. */
export function isKept(file: string): boolean {
  return isCompressible(file) || file === '_redirects';
}

/** Whether a file of a build is named by a hash, and so never replaced. */
export function isAsset(file: string): boolean {
  return /^_astro\/[\w.-]+$/.test(file) && !file.includes('..');
}
