import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Miniflare } from 'miniflare';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { objectKey, pointerKey, readPointer, shardKey } from '#edge/manifest.ts';
import { hashBytes } from '#publish/hash-bytes.ts';
import { readBucketAddresses } from '#publish/targets/bucket/bucket-address.ts';
import { BucketObjects } from '#publish/targets/bucket/bucket-objects.ts';
import { PointerState } from '#publish/targets/bucket/pointer-state.ts';
import { PointerTarget } from '#publish/targets/bucket/pointer-target.ts';
import { S3Bucket } from '#publish/targets/bucket/s3-bucket.ts';
import { sweepBucket } from '#publish/targets/bucket/sweep-bucket.ts';
import { followDirectory } from '#publish/targets/follow-directory.ts';
import { localDirectory } from '#publish/targets/local-directory.ts';
import { type LiveWriter, type Target, isSupersededError } from '#publish/targets/target.ts';
import { expectOk } from '../../scripts/run.ts';
import { type S3Server, openS3Server, storeInR2 } from '../fixtures/s3-server.ts';
import { switchTo } from '../fixtures/switch-to.ts';

/** A store in memory, and the R2 of Cloudflare, whose conditions decide races. */
let servers: Record<'memory' | 'r2', S3Server>;
let miniflare: Miniflare;
let server: S3Server;
let root: string;
let folder = 0;

beforeAll(async () => {
  miniflare = new Miniflare({ modules: true, script: 'export default {}', r2Buckets: { BUCKET: 'sites' } });
  servers = { memory: await openS3Server(), r2: await openS3Server(await storeInR2(miniflare)) };
});
beforeEach(async () => {
  folder += 1;
  server = servers.memory;
  root = await mkdtemp(path.join(tmpdir(), 'pointer-target-'));
  Object.assign(server, { refuse: () => null, lose: () => false, delay: 0, requests: [] });
});
afterEach(() => rm(root, { recursive: true, force: true }));
afterAll(async () => {
  for (const each of Object.values(servers ?? {})) await each.close();
  await miniflare?.dispose();
});

const bytesOf = (text: string) => new TextEncoder().encode(text);

/** Publishers with a directory of their own each, or the same, to one bucket. */
function open(directory = 'a'): { objects: BucketObjects; target: Target; site: string } {
  const [address] = expectOk(readBucketAddresses(server.address({ folder: `f${folder}` })));
  if (!address) throw new Error('There is no address');
  const objects = new BucketObjects(new S3Bucket(address, { pauseMilliseconds: 1, attempts: 2 }));
  const site = path.join(root, directory);
  const target = followDirectory(
    localDirectory(site),
    (name) => path.join(site, 'releases', name),
    [new PointerTarget(objects, 'main')],
    async () => (file) => [`of:${file}`],
  );
  return { objects, target, site };
}

async function build(site: string, name: string, files: Record<string, string>): Promise<void> {
  for (const [file, text] of Object.entries(files)) {
    const place = path.join(site, 'releases', name, file);
    await mkdir(path.dirname(place), { recursive: true });
    await writeFile(place, text);
  }
}

const pages = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`page-${index}/index.html`, `first ${index}`]));

async function writerOf(target: Target): Promise<LiveWriter> {
  const writer = await target.openCurrent();
  if (!writer) throw new Error('There is no build');
  return writer;
}

async function publish(writer: LiveWriter, files: Record<string, string>, removals: readonly string[] = []) {
  const staged = await Promise.all(
    Object.entries(files).map(async ([file, text]) => ({
      ...(await writer.stage(file, bytesOf(text), hashBytes(text), 'now')),
      tags: [`tag:${file}`],
    })),
  );
  return writer.commit(staged, removals, 'now');
}

/** What visitors are led to, as a worker at the edge reads it. */
async function live(objects: BucketObjects): Promise<Record<string, string>> {
  const state = new PointerState(objects, 'main');
  const seen = await state.look();
  if (!seen) return {};
  const files: Record<string, string> = {};
  for (const [file, { object }] of await state.entries(seen.pointer)) {
    const found = await objects.bucket.get(objectKey(object));
    files[file] = new TextDecoder().decode(found?.bytes.subarray(0, Number(object.split('.')[1])));
  }
  return files;
}

async function asked(): Promise<string[]> {
  return server.requests.splice(0).map(({ method, key }) => `${method} ${key.split('/').slice(1, 4).join('/')}`);
}

describe('a site in a bucket', () => {
  it('has a build that is switched to, and what is published after it, at once', async () => {
    const { objects, target, site } = open();
    await build(site, 'r1', { ...pages(3), '_release.json': '{"csp":"default-src"}', '.staging/x': 'x' });
    await switchTo(target, 'r1');
    expect(await live(objects)).toEqual({ ...pages(3), '_release.json': '{"csp":"default-src"}' });
    const writer = await writerOf(target);
    await publish(writer, { 'page-0/index.html': 'second', 'new/index.html': 'new' }, ['page-2/index.html']);
    const after = await live(objects);
    expect([after['page-0/index.html'], after['new/index.html'], after['page-2/index.html']]).toEqual([
      'second',
      'new',
      undefined,
    ]);
    const pointer = readPointer(new TextDecoder().decode((await objects.bucket.get(pointerKey('main')))?.bytes));
    expect(pointer).toMatchObject({ release: 'r1', csp: 'default-src' });
    const state = new PointerState(objects, 'main');
    const entries = await state.entries(pointer);
    expect(entries.get('new/index.html')?.tags).toEqual(['tag:new/index.html']);
    expect(entries.get('page-1/index.html')?.tags).toEqual(['of:page-1/index.html']);
  });

  it('takes six requests at most for a page, and none for what is as it was', async () => {
    const { target, site } = open();
    await build(site, 'r1', pages(30));
    await switchTo(target, 'r1');
    // As a publisher that has just started.
    const writer = await writerOf(open().target);
    await asked();
    await publish(writer, { 'page-0/index.html': 'second' });
    const first = await asked();
    expect(first.filter((one) => one.startsWith('PUT'))).toHaveLength(3);
    expect(first.length).toBeLessThanOrEqual(6);
    await publish(writer, { 'page-0/index.html': 'third' });
    expect((await asked()).length).toBeLessThanOrEqual(4);
    expect(new TextDecoder().decode((await writer.read('page-0/index.html')) ?? undefined)).toBe('third');
    expect(await asked()).toEqual([]);
  });

  it.each(['memory', 'r2'] as const)(
    'loses nothing of two publishers at once, with conditions of %s',
    async (store) => {
      server = servers[store];
      server.requests.length = 0;
      const { objects, target, site } = open('a');
      await build(site, 'r1', pages(8));
      await switchTo(target, 'r1');
      await build(path.join(root, 'b'), 'r1', pages(8));
      await switchTo(localDirectory(path.join(root, 'b')), 'r1');
      const writers = [await writerOf(target), await writerOf(open('b').target)];
      const rounds = Array.from({ length: 3 }, (_, round) => round);
      await Promise.all(
        writers.map(async (writer, who) => {
          for (const round of rounds) {
            const { errors, isSuperseded } = await publish(writer, {
              [`page-${who}/index.html`]: `${who} ${round}`,
              [`own-${who}-${round}/index.html`]: 'x',
            });
            expect([errors.size, isSuperseded]).toEqual([0, false]);
          }
        }),
      );
      const after = await live(objects);
      expect([after['page-0/index.html'], after['page-1/index.html']]).toEqual(['0 2', '1 2']);
      for (const round of rounds)
        for (const who of [0, 1]) expect(after[`own-${who}-${round}/index.html`], `${who} ${round}`).toBe('x');
      expect(server.requests.length).toBeGreaterThan(0);
    },
  );

  it('is not changed by what was staged for another build', async () => {
    const { objects, target, site } = open();
    await build(site, 'r1', pages(2));
    await switchTo(target, 'r1');
    const writer = await writerOf(target);
    await build(site, 'r2', { 'page-0/index.html': 'of r2' });
    await switchTo(open().target, 'r2');
    await switchTo(localDirectory(site), 'r1');
    expect((await publish(writer, { 'page-0/index.html': 'late' })).isSuperseded).toBe(true);
    expect((await live(objects))['page-0/index.html']).toBe('of r2');
  });

  it('goes back to a kept build by one write', async () => {
    const { objects, target, site } = open();
    await build(site, 'r1', pages(3));
    await switchTo(target, 'r1');
    await publish(await writerOf(target), { 'page-0/index.html': 'second' });
    await build(site, 'r2', { 'page-0/index.html': 'of r2' });
    await switchTo(target, 'r2');
    await asked();
    await switchTo(target, 'r1');
    expect((await asked()).filter((one) => one.startsWith('PUT'))).toEqual(['PUT sites/main/current']);
    expect((await live(objects))['page-0/index.html']).toBe('second');
    await switchTo(target, 'r2');
    expect(await live(objects)).toEqual({ 'page-0/index.html': 'of r2' });
  });

  it('is sent on from where sending it was interrupted, and nothing twice', async () => {
    const { objects, target, site } = open();
    await build(site, 'r1', pages(120));
    let puts = 0;
    server.refuse = ({ method }) => (method === 'PUT' && ++puts > 70 ? { status: 403, code: 'AccessDenied' } : null);
    await expect(switchTo(target, 'r1')).rejects.toThrow('may not write');
    expect(await live(objects)).toEqual({});
    server.refuse = () => null;
    server.requests.length = 0;
    const told: number[] = [];
    await switchTo(open().target, 'r1', (done) => told.push(done));
    const sent = server.requests.filter(({ method, key }) => method === 'PUT' && key.includes('/objects/'));
    expect(sent.length).toBe(50);
    expect([told.length, told.at(-1)]).toEqual([120, 120]);
    expect(Object.keys(await live(objects))).toHaveLength(120);
    server.requests.length = 0;
    await build(site, 'r2', { ...pages(120), 'page-7/index.html': 'changed' });
    await switchTo(open().target, 'r2');
    const changed = server.requests.filter(({ method }) => method === 'PUT').map(({ key }) => key.split('/')[1]);
    const putsBelow = [...Map.groupBy(changed, (name) => name)].map(([name, all]) => [name, all.length]);
    expect(Object.fromEntries(putsBelow)).toEqual({ objects: 1, sites: 2 });
  });

  it('is followed from a directory that was published before the bucket was there', async () => {
    const { objects, site } = open();
    await build(site, 'r1', pages(2));
    await switchTo(localDirectory(site), 'r1');
    await publish(await writerOf(open().target), { 'page-1/index.html': 'second' });
    expect(await live(objects)).toEqual({ 'page-0/index.html': 'first 0', 'page-1/index.html': 'second' });
  });
});

describe('a bucket of two publishers', () => {
  const page = 'page-0/index.html';
  const two = async () => {
    const [one, other] = [open(), open()];
    await build(one.site, 'r1', pages(2));
    await switchTo(one.target, 'r1');
    return { one, writer: await writerOf(one.target), others: await writerOf(other.target), other };
  };

  it('has what comes back, though the publisher has seen it there before', async () => {
    const { one, writer, others } = await two();
    await publish(writer, { [page]: 'second' });
    await publish(others, { [page]: 'third' });
    await publish(writer, { [page]: 'second' });
    expect((await live(one.objects))[page]).toBe('second');
  });

  it('says what is there, though another publisher has put it there', async () => {
    const { target, site } = open();
    await build(site, 'r1', pages(3));
    await switchTo(target, 'r1');
    const [writer, other] = [await writerOf(target), await writerOf(open().target)];
    const read = async () => new TextDecoder().decode((await writer.read('page-0/index.html')) ?? undefined);
    expect(await read()).toBe('first 0');
    await publish(other, { 'page-0/index.html': 'second' });
    expect(await read()).toBe('second');
  });

  it('takes nothing of a lease that is lost, and all of a later one', async () => {
    const { one, writer, others, other } = await two();
    const lease = (number: number) => ({ worker: 'former', number, moments: () => [0], seconds: 57, note: '' });
    const commit = async (text: string, number: number) => {
      const staged = await writer.stage(page, bytesOf(text), hashBytes(text), 'now');
      return writer.commit([staged], [], 'now', lease(number));
    };
    await other.target.revoke({ worker: 'former', number: 10 }, 'later');
    // Another publisher's state has it as well.
    await publish(others, { 'page-1/index.html': 'second' });
    const { errors } = await commit('late', 9);
    expect(isSupersededError(errors.get(page))).toBe(true);
    expect((await live(one.objects))[page]).toBe('first 0');
    expect((await commit('new', 11)).errors.size).toBe(0);
    expect((await live(one.objects))[page]).toBe('new');
  });
});

describe('a bucket that fails', () => {
  it('leaves everything as it was, and says of each file why', async () => {
    const { objects, target, site } = open();
    await build(site, 'r1', pages(2));
    await switchTo(target, 'r1');
    const writer = await writerOf(target);
    server.refuse = ({ method, key }) =>
      method === 'PUT' && key.endsWith('/current') ? { status: 507, code: 'QuotaExceeded' } : null;
    const { errors } = await publish(writer, { 'page-0/index.html': 'second' });
    expect(errors.get('page-0/index.html')?.message).toMatch(/is full/);
    expect(
      new TextDecoder().decode(
        (await localDirectory(site).openCurrent())?.directory
          ? ((await writer.read('page-0/index.html')) ?? undefined)
          : undefined,
      ),
    ).toBe('first 0');
    server.refuse = () => null;
    expect((await live(objects))['page-0/index.html']).toBe('first 0');
    expect((await publish(writer, { 'page-0/index.html': 'third' })).errors.size).toBe(0);
    expect((await live(objects))['page-0/index.html']).toBe('third');
  });

  it('is believed by what it has, when the answer to the switch is lost', async () => {
    const { objects, target, site } = open();
    await build(site, 'r1', pages(2));
    await switchTo(target, 'r1');
    const writer = await writerOf(target);
    let left = 1;
    server.lose = ({ method, key }) => method === 'PUT' && key.endsWith('/current') && left-- > 0;
    const { errors, isSuperseded } = await publish(writer, { 'page-0/index.html': 'second' });
    expect([errors.size, isSuperseded]).toEqual([0, false]);
    expect((await live(objects))['page-0/index.html']).toBe('second');
  });
});

describe('sweeping', () => {
  it('deletes what is old and that no kept build has, and nothing else', async () => {
    const { objects, target, site } = open();
    await build(site, 'r1', pages(4));
    await switchTo(target, 'r1');
    const writer = await writerOf(target);
    await publish(writer, { 'page-0/index.html': 'second' });
    await publish(writer, { 'page-0/index.html': 'third' });
    await build(site, 'r2', pages(2));
    await switchTo(target, 'r2');
    const keys = async () => (await Array.fromAsync(objects.bucket.list(''))).map(({ key }) => key);
    const before = await keys();
    expect(await sweepBucket(objects, ['main'])).toEqual({ objects: 0, manifests: 0 });
    server.clock = 25 * 60 * 60_000;
    // The first answer tells the time of the service.
    const aged = open().objects;
    server.refuse = (
      (refused) => () =>
        refused-- > 0 ? { status: 403, code: 'RequestTimeTooSkewed' } : null
    )(1);
    await aged.bucket.get('x');
    const swept = await sweepBucket(aged, ['main']);
    server.clock = 0;
    // A page and its parts of the manifest of the state before the last one.
    expect(swept).toEqual({ objects: 1, manifests: 2 });
    expect((await keys()).length).toBe(before.length - 3);
    expect((await live(objects))['page-0/index.html']).toBe('first 0');
    await switchTo(target, 'r1');
    expect((await live(objects))['page-0/index.html']).toBe('third');
    const pointer = (await new PointerState(objects, 'main').look())?.pointer;
    expect(
      pointer?.shards.every((state, shard) => state === '' || before.includes(shardKey('main', state, shard))),
    ).toBe(true);
  });
});
