import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { hashBytes } from '#publish/hash-bytes.ts';
import { limitConcurrency } from '#publish/targets/bucket/limit-concurrency.ts';
import { readBucketAddresses } from '#publish/targets/bucket/bucket-address.ts';
import { BucketObjects } from '#publish/targets/bucket/bucket-objects.ts';
import { MirrorTarget } from '#publish/targets/bucket/mirror-target.ts';
import { PointerTarget } from '#publish/targets/bucket/pointer-target.ts';
import { S3Bucket } from '#publish/targets/bucket/s3-bucket.ts';
import { expectOk } from '../../scripts/run.ts';
import { type S3Server, openS3Server } from '../fixtures/s3-server.ts';

const pages = 20_000;
const delay = 30;
let server: S3Server;
let directory: string;

const fileOf = (page: number) => `section-${page % 100}/page-${page}/index.html`;
const textOf = (page: number, version: string) =>
  `<!doctype html><title>${page} ${version}</title>${Array.from({ length: 120 }, (_, line) => `<p>${(page * 31 + line * 17) % 9973} sensors measure ${version} ${line}</p>`).join('')}`;

beforeAll(async () => {
  server = await openS3Server();
  directory = await mkdtemp(path.join(tmpdir(), 'bucket-of-many-'));
  for (let page = 0; page < pages; page += 1) {
    const place = path.join(directory, fileOf(page));
    await mkdir(path.dirname(place), { recursive: true });
    await writeFile(place, textOf(page, 'first'));
  }
});
afterAll(async () => {
  await server?.close();
  await rm(directory, { recursive: true, force: true });
});

function open(mode: 'pointer' | 'mirror') {
  const [address] = expectOk(readBucketAddresses(server.address({ mode, folder: mode })));
  if (!address) throw new Error('There is no address');
  const bucket = new S3Bucket(address);
  return mode === 'mirror' ? new MirrorTarget(bucket, 'main') : new PointerTarget(new BucketObjects(bucket), 'main');
}

it.each(['pointer', 'mirror'] as const)('%s: 20,000 changed pages, with 30 ms for each request', async (mode) => {
  server.delay = delay;
  const measure = async (what: string, task: () => Promise<unknown>) => {
    server.requests.length = 0;
    const began = performance.now();
    await task();
    const seconds = (performance.now() - began) / 1000;
    console.log(`${mode}: ${what} in ${seconds.toFixed(1)} s with ${server.requests.length} requests`);
    return server.requests.length;
  };
  const target = open(mode);
  await measure('the first build', () =>
    target.switchTo('r1', { directory, tagsOf: () => ['page:1'], isWanted: () => true }),
  );
  const isPut = () => server.requests.filter(({ method }) => method === 'PUT').length;
  const few = limitConcurrency(64);
  const files = Array.from({ length: pages }, (_, page) => {
    const bytes = new TextEncoder().encode(textOf(page, 'second'));
    return { file: fileOf(page), hash: hashBytes(bytes), tags: ['page:1'], bytes: async () => bytes };
  });
  const requests = await measure('20,000 changed pages', async () => {
    // As they are rendered; then they become live.
    await Promise.all(
      files.map((file) => few(async () => target.stage(file.file, await file.bytes(), file.hash, 'later'))),
    );
    const before =
      mode === 'pointer' ? await open(mode).isSame(fileOf(7), new TextEncoder().encode(textOf(7, 'first'))) : true;
    expect(before).toBe(true);
    await target.commit({ from: 'r1', to: 'r1', files, removals: [], priority: 'later' });
  });
  expect(isPut()).toBeGreaterThanOrEqual(pages);
  expect(requests).toBeLessThan(pages + 600);
  expect(await open(mode).isSame(fileOf(7), new TextEncoder().encode(textOf(7, 'second')))).toBe(true);
  const one = { ...files[7], bytes: async () => new TextEncoder().encode('third'), hash: hashBytes('third') };
  const ofOne = await measure('one page', () =>
    target.commit({
      from: 'r1',
      to: 'r1',
      removals: [],
      priority: 'now',
      files: [{ file: fileOf(7), tags: [], ...one }],
    }),
  );
  expect(ofOne).toBeLessThanOrEqual(6);
});
