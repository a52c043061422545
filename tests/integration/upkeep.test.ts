import { access, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AvifFollower } from '#content/media/avif-follower.ts';
import { MediaStorage } from '#content/media/store.ts';
import { BuildUpkeep } from '#publish/upkeep/build-upkeep.ts';
import { openUpkeep } from '#server/publish/upkeep.ts';
import { openPublishingDesk } from '../fixtures/publishing-desk.ts';
import { isSweep } from '../fixtures/seeds.ts';
import type { PublishingSetup } from '../fixtures/publishing-setup.ts';

let setup: PublishingSetup;
beforeAll(async () => {
  ({ setup } = await openPublishingDesk());
});
afterAll(() => setup?.close());

const hour = 60 * 60 * 1000;
const place = (file: string) => path.join(setup.outDirectory, 'main', 'current', file);
const exists = (file: string) =>
  access(place(file)).then(
    () => true,
    () => false,
  );

it('takes media out that no page has shown for the retention, and brings them back when one does', async () => {
  const { serviceClient: client, publisher, config } = setup.runtime;
  const bytes = await sharp({ create: { width: 640, height: 320, channels: 3, background: '#335577' } })
    .webp()
    .toBuffer();
  const stored = await new MediaStorage(client, path.join(config.dataDirectory, 'media-cache')).storeImage(bytes);
  if (!stored.ok) throw new Error(stored.failure.message);
  const file = `media/${stored.value.hash}-640.webp`;
  const { data: image } = await client
    .from('images')
    .insert({ ...stored.value, filename: 'a.webp', localized: { en: {} } })
    .select('id')
    .single();
  const { data: article } = await client
    .from('articles')
    .select('id')
    .eq('is_published', true)
    .order('id')
    .limit(1)
    .single();
  const change = async (values: { image_id?: number | null; is_published?: boolean }) => {
    const { error } = await client
      .from('articles')
      .update(values)
      .eq('id', article?.id ?? 0);
    if (error) throw new Error(error.message);
    await publisher.drain();
  };
  await change({ image_id: image?.id ?? null });
  expect(await exists(file)).toBe(true);
  await writeFile(place('media/run%2e%2e.html'), 'not by a path that is allowed');

  let now = Date.now();
  const upkeep = new BuildUpkeep({
    publisher,
    targets: setup.runtime.targets,
    stateDirectory: config.dataDirectory,
    retentionMilliseconds: 24 * hour,
    log: { info() {}, warn() {}, error() {} },
    priority: 0,
    now: () => now,
  });
  const before = (await setup.liveTree('main')).size;
  await upkeep.tidyMedia();
  expect(await exists('media/run%2e%2e.html')).toBe(false);
  expect(await exists(file)).toBe(true);

  await change({ is_published: false });
  await upkeep.tidyMedia();
  now += 23 * hour;
  await upkeep.tidyMedia();
  expect(await exists(file)).toBe(true);
  now += hour;
  await upkeep.tidyMedia();
  expect(await exists(file)).toBe(false);
  // What other pages show is still there: every file that is named anywhere.
  const texts = [...(await setup.liveTree('main')).values()].join('\n');
  const named = new Set([...texts.matchAll(/\/media\/([\w.-]+\.\w+)/g)].map(([, name = '']) => name));
  expect(named.size).toBeGreaterThan(0);
  for (const name of named) expect(await exists(`media/${name}`), name).toBe(true);

  await change({ is_published: true });
  expect(await exists(file)).toBe(true);
  expect((await setup.liveTree('main')).size).toBe(before);
  upkeep.stop();
});

it('offers AVIF once it has been made, with WebP behind it', async () => {
  const { serviceClient: client, publisher, database, config } = setup.runtime;
  const pageWithPicture = async () =>
    [...(await setup.liveTree('main'))].find(
      ([file, text]) => file.endsWith('.html') && text.includes('srcset'),
    )?.[1] ??
    [...(await setup.liveTree('main')).values()].find((text) => /<img class="picture/.test(text)) ??
    '';
  expect(await pageWithPicture()).not.toContain('image/avif');
  const failed: string[] = [];
  const follower = new AvifFollower({
    calls: database,
    storage: new MediaStorage(client, path.join(config.dataDirectory, 'media-cache'), { hasBucket: true }),
    onFailure: (hash) => failed.push(hash),
  });
  // A picture whose file is lost is not asked for again.
  await client.from('images').insert({
    filename: 'lost.webp',
    hash: 'lost',
    content_type: 'image/webp',
    width: 1,
    height: 1,
    bytes: 1,
    widths: [1],
    storage_path: 'originals/lost.webp',
    localized: { en: {} },
  });
  expect(await follower.follow(() => true)).toBeGreaterThan(3);
  expect(failed).toEqual(['lost']);
  expect(await follower.follow(() => true)).toBe(0);
  await publisher.drain();
  const html = await pageWithPicture();
  const [, avif = ''] = /<source type="image\/avif" srcset="\/media\/(\S+\.avif)[ "]/i.exec(html) ?? [];
  expect(await exists(`media/${avif}`)).toBe(true);
  expect(await exists(`media/${avif.replace('.avif', '.webp')}`)).toBe(true);
  expect(html).toMatch(/<\/?source[^>]*><img/);
});

// Compressing a site takes a while; the answers of each step have a test beside them.
it.runIf(isSweep)('does all that there is to do after a build, and leaves nothing undone', async () => {
  const upkeep = openUpkeep(setup.runtime, 0);
  try {
    expect(await upkeep.turn()).toEqual([]);
    expect(await exists('index.html.br')).toBe(true);
    expect(await upkeep.turn()).toEqual([]);
  } finally {
    upkeep.stop();
  }
});
