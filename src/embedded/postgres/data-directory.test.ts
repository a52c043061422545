import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { canEnter } from './can-enter.ts';
import { checkDirectory, findRunning, makeFolder, refuseRunning, writeOwner } from './data-directory.ts';
import { describeFileError } from './failure.ts';

let folder: string;
const cluster = () => join(folder, 'postgres');
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'data-directory-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('a data directory that this version cannot open', () => {
  it('is refused with the way to bring its content over when it is of PGlite', async () => {
    await mkdir(join(folder, 'database'));
    await writeFile(join(folder, 'database', 'PG_VERSION'), '17\n');
    await expect(checkDirectory(folder)).rejects.toMatchObject({
      code: 'pglite',
      message: expect.stringMatching(/content -- export FILE.*move the directory away.*content -- import FILE/),
    });
    await mkdir(cluster());
    await writeFile(join(cluster(), 'PG_VERSION'), '17\n');
    await expect(checkDirectory(folder)).resolves.toBeUndefined();
  });

  it('is refused when another major version made it', async () => {
    await mkdir(cluster());
    await writeFile(join(cluster(), 'PG_VERSION'), '16\n');
    await expect(checkDirectory(folder)).rejects.toMatchObject({
      code: 'other-version',
      message: expect.stringMatching(/made by PostgreSQL 16, and this is PostgreSQL 17: .*backup FILE/),
    });
  });

  it('is refused when a file is in its place', async () => {
    const file = join(folder, 'file');
    await writeFile(file, '');
    await expect(makeFolder(file)).rejects.toMatchObject({ message: expect.stringMatching(/a file is in its place/) });
    await expect(makeFolder(join(file, 'below'))).rejects.toMatchObject({
      message: expect.stringMatching(/a file is in its place/),
    });
  });

  it.each([
    ['ENOSPC', 'disk-full', /is full: make some space/],
    ['EDQUOT', 'disk-full', /is full: make some space/],
    ['EROFS', 'read-only', /cannot be written to: make it writable/],
    ['EACCES', 'read-only', /cannot be written to: make it writable/],
  ])('is described in a sentence for %s', (code, kind, message) => {
    const error = Object.assign(new Error(code), { code });
    expect(describeFileError(error, '/data')).toMatchObject({ code: kind, message: expect.stringMatching(message) });
  });
});

describe('the lock of a data directory', () => {
  async function writeLock(pid: number, owner: number, url: string | null = null): Promise<void> {
    await mkdir(cluster(), { recursive: true });
    await writeFile(join(cluster(), 'postmaster.pid'), `${pid}\n${cluster()}\n0\n5432\n\n127.0.0.1\n\nready   \n`);
    await writeOwner(cluster(), { postmaster: pid, owner, url });
  }
  const hasLock = () =>
    readFile(join(cluster(), 'postmaster.pid')).then(
      () => true,
      () => false,
    );

  it('of a process that is gone is no hindrance', async () => {
    const child = spawn(process.execPath, ['-e', '']);
    await once(child, 'exit');
    await writeLock(child.pid ?? 0, process.pid, 'http://127.0.0.1:1');
    await expect(refuseRunning(folder)).resolves.toBeUndefined();
    expect(await findRunning(folder)).toBeNull();
  });

  it.runIf(process.platform === 'linux')('whose number another program has got is removed', async () => {
    await writeLock(process.pid, process.pid, 'http://127.0.0.1:1');
    expect(await findRunning(folder)).toBeNull();
    await expect(refuseRunning(folder)).resolves.toBeUndefined();
    expect(await hasLock()).toBe(false);
  });

  it.runIf(process.platform === 'linux')(
    'names the address of the first, also by another path to the directory',
    async () => {
      await mkdir(cluster());
      // A process with this name and directory is taken for PostgreSQL.
      const program = join(folder, 'bin', 'postgres');
      await mkdir(join(folder, 'bin'));
      await symlink('/bin/sleep', program);
      const server = spawn(program, ['60'], { cwd: cluster(), stdio: 'ignore' });
      try {
        await once(server, 'spawn');
        await writeLock(server.pid ?? 0, process.pid, 'http://127.0.0.1:4999');
        const link = join(folder, 'link');
        await symlink(folder, link);
        for (const path of [folder, link]) {
          await expect(refuseRunning(path)).rejects.toMatchObject({
            code: 'in-use',
            address: 'http://127.0.0.1:4999',
            message: expect.stringMatching(/is in use at http:\/\/127\.0\.0\.1:4999 \(process \d+\): stop that copy/),
          });
          expect(await findRunning(path)).toBe('http://127.0.0.1:4999');
        }
        expect(await hasLock()).toBe(true);
      } finally {
        server.kill('SIGKILL');
      }
    },
  );
});

describe('whether another user may enter a directory', () => {
  const other = { uid: 12_345, gid: 12_345 };
  it('is decided by every directory on the way', async () => {
    const inner = join(folder, 'home', 'checkout');
    await mkdir(inner, { recursive: true });
    await chmod(folder, 0o755);
    expect(await canEnter(inner, other)).toBe(true);
    await chmod(join(folder, 'home'), 0o700);
    expect(await canEnter(inner, other)).toBe(false);
    await chmod(join(folder, 'home'), 0o711);
    expect(await canEnter(inner, other)).toBe(true);
  });
});
