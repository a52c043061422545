import { stat } from 'node:fs/promises';
import { dirname, parse } from 'node:path';

/** Whether a user may enter a directory and all above it, by their owners and modes. */
export async function canEnter(folder: string, { uid, gid }: { uid: number; gid: number }): Promise<boolean> {
  for (let path = folder; ; path = dirname(path)) {
    // Missing directories are created by root, accessible to all users.
    const found = await stat(path).catch(() => null);
    const bit = found?.uid === uid ? 0o100 : found?.gid === gid ? 0o010 : 0o001;
    if (found && (found.mode & bit) === 0) return false;
    if (path === parse(path).root) return true;
  }
}
