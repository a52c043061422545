import { execFileSync, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createKeyClient } from '#content/clients/client.ts';
import { MediaStorage } from '#content/media/store.ts';
import { UploadParts } from '#content/media/upload-parts.ts';
import { type Embedded, startEmbedded } from '#embedded/start-embedded.ts';
import { diskSentence, classifyUnwritable } from '#publish/targets/unwritable.ts';
import { expectOk } from '../../scripts/run.ts';

// A separate file system needs the right to mount one.
const canMount = process.getuid?.() === 0 && spawnSync('unshare', ['--mount', 'true']).status === 0;

describe.runIf(canMount)('an upload on a full disk', () => {
  let embedded: Embedded;
  let directory: string;
  let picture: Uint8Array;
  beforeAll(async () => {
    embedded = await startEmbedded({ dataDir: null });
    directory = await mkdtemp(path.join(tmpdir(), 'full-disk-'));
    const noise = Buffer.from(Array.from({ length: 400 * 300 * 3 }, (_, index) => (index * 7919) % 251));
    picture = await sharp(noise, { raw: { width: 400, height: 300, channels: 3 } })
      .webp({ quality: 90 })
      .toBuffer();
  });
  afterAll(async () => {
    await embedded?.stop();
    await rm(directory, { recursive: true, force: true });
  });

  /** Does something while a folder is on a disk of its own, which is full; `before` while it is empty. */
  async function onFullDisk<T>(folder: string, work: () => Promise<T>, before = async () => {}): Promise<T> {
    await mkdir(folder, { recursive: true });
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k,mode=777', 'tmpfs', folder]);
    try {
      await before();
      spawnSync('dd', ['if=/dev/zero', `of=${path.join(folder, 'filler')}`, 'bs=4k']);
      return await work();
    } finally {
      execFileSync('umount', [folder]);
    }
  }
  const client = () => createKeyClient(embedded.url, embedded.secretKey);

  it('needs no room beside the database: what is only kept for later is left out, and leaves nothing', async () => {
    const cache = path.join(directory, 'media-cache');
    const storage = new MediaStorage(client(), cache, { hasBucket: true });
    const stored = await onFullDisk(cache, async () => {
      const image = expectOk(await storage.storeImage(picture));
      expect(await readdir(cache)).toEqual(['filler']);
      return image;
    });
    expect(Buffer.compare((await storage.load(stored.storage_path)) ?? Buffer.of(), picture)).toBe(0);
  });

  it('is refused in words where the store of files is on it, whole or in parts', async () => {
    const other = await sharp(picture).negate().webp().toBuffer();
    const storage = new MediaStorage(client(), path.join(directory, 'other-cache'), { hasBucket: true });
    const parts = new UploadParts(client(), randomUUID());
    const bytes = new Uint8Array(200_000);
    const file = { hash: 'a'.repeat(64), size: bytes.length };
    const begin = () => parts.begin(file, Date.now());
    const refuse = async () => {
      await expect(storage.storeImage(other)).rejects.toMatchObject({ code: 'storage' });
      await expect(parts.take(file, 0, bytes)).rejects.toMatchObject({ code: 'storage' });
    };
    await onFullDisk(embedded.storageFolder, refuse, begin);
    expect(await storage.has(expectOk(await storage.storeImage(other)).storage_path)).toBe(true);
  });

  it('of anything else of a request is told in words', async () => {
    const folder = path.join(directory, 'anything');
    const error = await onFullDisk(folder, () =>
      writeFile(path.join(folder, 'file'), new Uint8Array(100_000)).catch((reason: unknown) => reason),
    );
    expect(classifyUnwritable(error)).toBe('target');
    expect(diskSentence(error)).toBe(
      'The server cannot write to its disk: the disk is full. Nothing was changed. Tell whoever runs the website, then try again.',
    );
  });
});
