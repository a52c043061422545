import { describe, expect, it } from 'vitest';
import { readBucketAddresses } from './bucket-address.ts';

describe('addresses of buckets', () => {
  it('are read with their secrets, folders, modes and regions', () => {
    const read = readBucketAddresses(
      'https://key:s%2Fcr+et@s3.eu-central-1.amazonaws.com/one, https://k:s@0123.r2.cloudflarestorage.com/two/deep/folder?mode=mirror',
    );
    expect(read).toEqual({
      ok: true,
      value: [
        {
          mode: 'pointer',
          endpoint: 'https://s3.eu-central-1.amazonaws.com',
          bucket: 'one',
          prefix: '',
          region: 'eu-central-1',
          accessKeyId: 'key',
          secretAccessKey: 's/cr+et',
        },
        {
          mode: 'mirror',
          endpoint: 'https://0123.r2.cloudflarestorage.com',
          bucket: 'two',
          prefix: 'deep/folder/',
          region: 'auto',
          accessKeyId: 'k',
          secretAccessKey: 's',
        },
      ],
    });
    expect(readBucketAddresses('')).toEqual({ ok: true, value: [] });
  });

  it.each([
    ['nonsense', /cannot be read/],
    ['ftp://key:hidden@host/one', /https/],
    ['https://host/one', /no key and secret/],
    ['https://key:hidden@host/', /names no bucket/],
    ['https://key:hidden@host/one?mode=other', /mode that is none of pointer, mirror/],
    ['https://key:hidden@host/one?regoin=x', /unknown setting "regoin"/],
    ['https://key:hidden@host/one https://key:hidden@host/one', /same place twice/],
  ])('that are wrong are told without their secret: %s', (value, sentence) => {
    const read = readBucketAddresses(value);
    const message = read.ok ? '' : read.failure.message;
    expect(message).toMatch(sentence);
    expect(message).not.toContain('hidden');
  });
});
