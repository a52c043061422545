import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SiteId } from '#domain/sites.ts';
import { PendingMedia } from './pending-media.ts';

describe('media of a site that is served before they are there', () => {
  let directory: string;
  let brought: string[];
  const bring = async (site: SiteId, files: readonly string[]) => {
    brought.push(...files.map((file) => `${site} ${file}`));
  };
  beforeEach(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'pending-media-'));
    brought = [];
  });
  afterEach(() => rm(directory, { recursive: true, force: true }));

  it('are brought when they are asked for, and no others are', async () => {
    const pending = new PendingMedia(directory);
    await pending.open();
    await pending.add('main', ['a-320.webp']);
    expect(await pending.bring('main', 'a-320.webp', bring)).toBe(true);
    expect(await pending.bring('main', 'a-320.webp', bring)).toBe(false);
    expect(await pending.bring('main', 'originals/a.webp', bring)).toBe(false);
    expect(await pending.bring('developer', 'a-320.webp', bring)).toBe(false);
    expect(brought).toEqual(['main a-320.webp']);
  });

  it('are all brought in the end, those for sharing pages last, and then nothing is on the way', async () => {
    const pending = new PendingMedia(directory);
    await pending.open();
    await pending.add('main', ['a-640.webp-og-main.jpg', 'a-640.webp']);
    await pending.add('developer', ['b.svg']);
    await pending.bringAll(bring);
    expect(brought).toEqual(['main a-640.webp', 'developer b.svg', 'main a-640.webp-og-main.jpg']);
    expect(pending.isOpen).toBe(false);
    expect(await readdir(directory)).toEqual([]);
  });

  it('are remembered by the next start, when a start was stopped meanwhile', async () => {
    const first = new PendingMedia(directory);
    await first.open();
    await first.add('main', ['a-320.webp', 'b-320.webp']);
    await first.bringAll(async (...asked) => {
      await bring(...asked);
      first.stop();
    });
    const second = new PendingMedia(directory);
    expect(second.isOpen).toBe(true);
    brought = [];
    await second.bringAll(bring);
    expect(brought).toEqual(['main a-320.webp', 'main b-320.webp']);
    expect(new PendingMedia(directory).isOpen).toBe(false);
  });
});
