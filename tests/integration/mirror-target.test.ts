import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { hashBytes } from '#publish/hash-bytes.ts';
import { readBucketAddresses } from '#publish/targets/bucket/bucket-address.ts';
import { MirrorTarget } from '#publish/targets/bucket/mirror-target.ts';
import { S3Bucket } from '#publish/targets/bucket/s3-bucket.ts';
import { followDirectory } from '#publish/targets/follow-directory.ts';
import { localDirectory } from '#publish/targets/local-directory.ts';
import { type Target, isSupersededError } from '#publish/targets/target.ts';
import { expectOk } from '../../scripts/run.ts';
import { type S3Server, openS3Server } from '../fixtures/s3-server.ts';
import { switchTo } from '../fixtures/switch-to.ts';

let server: S3Server;
let root: string;

beforeAll(async () => {
  server = await openS3Server();
});
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'mirror-target-'));
  await server.store.delete((await server.store.list('', null)).objects.map(({ key }) => key));
  Object.assign(server, { refuse: () => null, requests: [] });
});
afterEach(() => rm(root, { recursive: true, force: true }));
afterAll(() => server?.close());

function open(): Target {
  const [address] = expectOk(readBucketAddresses(server.address({ mode: 'mirror' })));
  if (!address) throw new Error('There is no address');
  const bucket = new S3Bucket(address, { pauseMilliseconds: 1, attempts: 2 });
  return followDirectory(
    localDirectory(root),
    (build) => path.join(root, 'releases', build),
    [new MirrorTarget(bucket, 'main')],
    async () => () => [],
  );
}

async function write(build: string, files: Record<string, string>): Promise<void> {
  for (const [file, text] of Object.entries(files)) {
    const place = path.join(root, 'releases', build, file);
    await mkdir(path.dirname(place), { recursive: true });
    await writeFile(place, text);
  }
}

async function mirrored(): Promise<Record<string, string>> {
  const { objects } = await server.store.list('main/', null);
  const found = await Promise.all(objects.map(async ({ key }) => [key.slice(5), await server.store.get(key)] as const));
  return Object.fromEntries(found.map(([file, object]) => [file, object?.bytes.toString() ?? '']));
}

it('has each file at its path, with its type, and only what changed is sent', async () => {
  await write('r1', { 'index.html': 'one', 'de/index.html': 'eins', 'media/a.webp': 'picture', 'index.html.br': 'x' });
  await switchTo(open(), 'r1');
  expect(await mirrored()).toEqual({
    'index.html': 'one',
    'de/index.html': 'eins',
    'media/a.webp': 'picture',
    '.release': 'r1',
  });
  expect((await server.store.get('main/index.html'))?.type).toBe('text/html; charset=utf-8');
  await write('r2', { 'index.html': 'two', 'media/a.webp': 'picture' });
  server.requests.length = 0;
  await switchTo(open(), 'r2');
  expect(await mirrored()).toEqual({ 'index.html': 'two', 'media/a.webp': 'picture', '.release': 'r2' });
  // That it has begun, the page, and that it has ended.
  expect(server.requests.filter(({ method }) => method === 'PUT')).toHaveLength(3);
});

it('takes six requests at most for a page, which is read back', async () => {
  await write('r1', { 'index.html': 'one', 'gone/index.html': 'gone' });
  await switchTo(open(), 'r1');
  const writer = await open().openCurrent();
  if (!writer) throw new Error('There is no build');
  server.requests.length = 0;
  const staged = await writer.stage('index.html', new TextEncoder().encode('two'), hashBytes('two'), 'now');
  const { errors } = await writer.commit([staged], ['gone/index.html'], 'now');
  expect(errors.size).toBe(0);
  expect(await mirrored()).toEqual({ 'index.html': 'two', '.release': 'r1' });
  expect(server.requests.map(({ method }) => method).toSorted()).toEqual(['DELETE', 'GET', 'GET', 'PUT']);
});

it('says of each file why it is not there, and has it when it is tried again', async () => {
  await write('r1', { 'index.html': 'one' });
  await switchTo(open(), 'r1');
  const writer = await open().openCurrent();
  if (!writer) throw new Error('There is no build');
  const stage = () => writer.stage('index.html', new TextEncoder().encode('two'), hashBytes('two'), 'now');
  server.refuse = ({ method }) => (method === 'PUT' ? { status: 503, code: 'SlowDown' } : null);
  const { errors } = await writer.commit([await stage()], [], 'now');
  expect(errors.get('index.html')?.message).toMatch(/asks for fewer requests/);
  server.refuse = () => null;
  expect((await writer.commit([await stage()], [], 'now')).errors.size).toBe(0);
  expect((await mirrored())['index.html']).toBe('two');
});

it('has what comes back, though the publisher has put it there before another one put something else', async () => {
  await write('r1', { 'index.html': 'one' });
  await switchTo(open(), 'r1');
  const [writer, other] = [await open().openCurrent(), await open().openCurrent()];
  const publish = async (by: typeof writer, text: string) => {
    const staged = await by?.stage('index.html', new TextEncoder().encode(text), hashBytes(text), 'now');
    if (staged) await by?.commit([staged], [], 'now');
  };
  await publish(writer, 'two');
  await publish(other, 'three');
  await publish(writer, 'two');
  expect((await mirrored())['index.html']).toBe('two');
});

it('says what is there, though another publisher has put it there, and finds what a hand has changed', async () => {
  await write('r1', { 'index.html': 'one' });
  await switchTo(open(), 'r1');
  const [writer, other] = [await open().openCurrent(), await open().openCurrent()];
  const read = async () => new TextDecoder().decode((await writer?.read('index.html')) ?? undefined);
  expect(await read()).toBe('one');
  const staged = await other?.stage('index.html', new TextEncoder().encode('two'), hashBytes('two'), 'now');
  if (staged) await other?.commit([staged], [], 'now');
  expect(await read()).toBe('two');
  await writeFile(path.join(root, 'current', 'index.html'), 'by hand');
  expect(await read()).toBe('');
});

it('has media that come back, though the publisher knows them to be there and another one has removed them', async () => {
  await write('r1', { 'index.html': 'one' });
  await switchTo(open(), 'r1');
  const [writer, other] = [await open().openCurrent(), await open().openCurrent()];
  const picture = new TextEncoder().encode('picture');
  await writer?.write('media/a.webp', picture);
  await other?.remove('media/a.webp');
  await writer?.write('media/a.webp', picture);
  expect((await mirrored())['media/a.webp']).toBe('picture');
});

it('refuses what comes after the end of a lease by its own clock, and takes what comes before', async () => {
  await write('r1', { 'index.html': 'one', 'gone/index.html': 'gone' });
  await switchTo(open(), 'r1');
  const writer = await open().openCurrent('worker');
  if (!writer) throw new Error('There is no build');
  const moments = writer.moments();
  const lease = { worker: 'worker', number: 1, moments: () => moments, seconds: 57, note: '' };
  const commit = async (text: string) => {
    const staged = await writer.stage('index.html', new TextEncoder().encode(text), hashBytes(text), 'now');
    return writer.commit([staged], ['gone/index.html'], 'now', lease);
  };
  server.clock = 60_000;
  try {
    const { errors } = await commit('late');
    expect([...errors.values()].map(isSupersededError)).toEqual([true, true]);
    expect(await mirrored()).toMatchObject({ 'index.html': 'one', 'gone/index.html': 'gone' });
  } finally {
    server.clock = 0;
  }
  expect((await commit('two')).errors.size).toBe(0);
  expect(await mirrored()).toEqual({ 'index.html': 'two', '.release': 'r1' });
});
