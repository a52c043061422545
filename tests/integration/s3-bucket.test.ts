import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readBucketAddresses } from '#publish/targets/bucket/bucket-address.ts';
import { S3Bucket } from '#publish/targets/bucket/s3-bucket.ts';
import { expectOk } from '../../scripts/run.ts';
import { type S3Server, openS3Server } from '../fixtures/s3-server.ts';

let server: S3Server;
const bytesOf = (text: string) => new TextEncoder().encode(text);
const textOf = (found: { bytes: Uint8Array } | null) => found && new TextDecoder().decode(found.bytes);
const plain = { 'content-type': 'text/plain' };

beforeAll(async () => {
  server = await openS3Server();
});
beforeEach(() => {
  Object.assign(server, { refuse: () => null, lose: () => false, clock: 0 });
});
afterAll(() => server?.close());

function open(settings: Parameters<S3Server['address']>[0] = {}): S3Bucket {
  const [address] = expectOk(readBucketAddresses(server.address(settings)));
  if (!address) throw new Error('There is no address');
  return new S3Bucket(address, { pauseMilliseconds: 1, timeoutMilliseconds: 2000 });
}

describe('a bucket', () => {
  it('has what was put, by any name, whole and in parts', async () => {
    const bucket = open({ folder: 'folder' });
    for (const key of ['a', 'über uns/index.html', "it's (1)*&<2>+3!/x", '製品/索引.html']) {
      await bucket.put(key, bytesOf(`of ${key}`), plain);
      expect(textOf(await bucket.get(key)), key).toBe(`of ${key}`);
      expect(textOf(await bucket.get(key, { offset: 3, length: 1 })), key).toBe(
        `of ${key}`.slice(3, 4).replace('ü', '\ufffd').replace('製', '\ufffd'),
      );
    }
    expect(await bucket.get('none')).toBeNull();
    const listed = async () => (await Array.fromAsync(bucket.list(''))).map(({ key }) => key).toSorted();
    expect(await listed()).toEqual(['a', 'über uns/index.html', "it's (1)*&<2>+3!/x", '製品/索引.html'].toSorted());
    await bucket.remove(await listed());
    expect(await listed()).toEqual([]);
  });

  it('is listed beyond a thousand', async () => {
    const bucket = open({ folder: 'many' });
    const keys = Array.from({ length: 1005 }, (_, index) => `many/${String(index).padStart(4, '0')}`);
    await Promise.all(keys.map((key) => server.store.put(key, Buffer.from('x'), {})));
    expect(await Array.fromAsync(bucket.list(''))).toHaveLength(1005);
    await bucket.remove(keys.map((key) => key.slice('many/'.length)));
    expect(await Array.fromAsync(bucket.list(''))).toEqual([]);
  });

  it('replaces an object only if it is the one that was seen', async () => {
    const bucket = open();
    const first = await bucket.put('pointer', bytesOf('1'), plain, { 'if-none-match': '*' });
    expect(first).not.toBeNull();
    expect(await bucket.put('pointer', bytesOf('2'), plain, { 'if-none-match': '*' })).toBeNull();
    const results = await Promise.all(
      ['a', 'b', 'c', 'd'].map((text) => bucket.put('pointer', bytesOf(text), plain, { 'if-match': first ?? '' })),
    );
    expect(results.filter((etag) => etag !== null)).toHaveLength(1);
    expect((await bucket.get('pointer'))?.etag).toBe(results.find((etag) => etag !== null));
  });

  it('is asked again while that may help, and not where it does not', async () => {
    const bucket = open();
    let left = 2;
    server.refuse = () => (left-- > 0 ? { status: 503, code: 'SlowDown' } : null);
    await bucket.put('patient', bytesOf('x'), plain);
    left = 2;
    server.refuse = () => (left-- > 0 ? 'drop' : null);
    expect(textOf(await bucket.get('patient'))).toBe('x');
    server.requests.length = 0;
    server.refuse = () => ({ status: 403, code: 'AccessDenied' });
    await expect(bucket.get('patient')).rejects.toThrow('may not read');
    expect(server.requests).toHaveLength(1);
  });

  it('goes by the clock of the service', async () => {
    const bucket = open();
    server.clock = 3 * 60 * 60_000;
    await bucket.put('later', bytesOf('x'), plain);
    server.requests.length = 0;
    expect(textOf(await bucket.get('later'))).toBe('x');
    expect(server.requests).toHaveLength(1);
  });
});

describe('what is wrong with a bucket is said in a sentence', () => {
  const denied = (verb: string) => (request: { method: string; query: URLSearchParams }) => {
    const asked =
      request.method === 'PUT'
        ? 'write'
        : request.method === 'DELETE'
          ? 'delete'
          : request.query.has('list-type')
            ? 'list'
            : 'read';
    return asked === verb ? { status: 403, code: 'AccessDenied' } : null;
  };
  const put = (bucket: S3Bucket) => bucket.put('x', bytesOf('x'), plain);
  it.each([
    ['a wrong secret', { secret: 'other' }, null, put, /secret of the access key .* is wrong.*PUBLISH_BUCKETS/],
    [
      'another region',
      { region: 'us-west-2' },
      null,
      put,
      /is in the region eu-central-1, not in us-west-2.*region=eu-central-1/,
    ],
    ['no permission to write', {}, denied('write'), put, /may not write to .*s3:PutObject/],
    [
      'no permission to delete',
      {},
      denied('delete'),
      (bucket: S3Bucket) => bucket.remove(['x']),
      /may not delete from .*s3:DeleteObject/,
    ],
    [
      'no permission to list',
      {},
      denied('list'),
      (bucket: S3Bucket) => Array.fromAsync(bucket.list('')),
      /may not list .*s3:ListBucket/,
    ],
    ['a full bucket', {}, () => ({ status: 507, code: 'QuotaExceeded' }), put, /is full/],
    ['a wrong answer', {}, () => 'garbage' as const, put, /does not say what it has stored/],
    ['no answer', {}, () => 'drop' as const, put, /does not answer/],
  ])('%s', async (_, settings, refuse, ask: (bucket: S3Bucket) => Promise<unknown>, sentence) => {
    if (refuse) server.refuse = refuse;
    const error = await ask(open(settings)).catch((fault: unknown) => fault);
    expect(String(error)).toMatch(sentence);
    expect(String(error)).not.toContain('secret+key');
  });

  it('another bucket than there is', async () => {
    const [address] = expectOk(readBucketAddresses(server.address().replace('/sites', '/others')));
    if (!address) throw new Error('There is no address');
    await expect(new S3Bucket(address).get('x')).rejects.toThrow(/There is no bucket .*others.*PUBLISH_BUCKETS/);
  });
});
