import { chmod, cp, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Copies a folder with its links, and makes the copy readable for all users, regardless of the umask. */
export async function copyTree(from: string, to: string): Promise<void> {
  await cp(from, to, { recursive: true, verbatimSymlinks: true });
  await chmod(to, 0o755);
  for (const entry of await readdir(to, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isDirectory()) await chmod(path, 0o755);
    else if (entry.isFile())
      await chmod(path, /\/bin$|\\bin$/.test(entry.parentPath) || /\.so/.test(entry.name) ? 0o755 : 0o644);
  }
}
