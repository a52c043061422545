import { type Result, fail, ok } from '#domain/result.ts';

/** How a bucket is kept: with one pointer for each site, which a worker at the edge reads, or with files at their paths. */
const bucketModes = ['pointer', 'mirror'] as const;
type BucketMode = (typeof bucketModes)[number];

/** Where a bucket is, and who writes to it. */
export type BucketAddress = {
  mode: BucketMode;
  /** Such as `https://s3.eu-central-1.amazonaws.com`. */
  endpoint: string;
  bucket: string;
  /** What the names of all objects begin with; empty, or with a slash at its end. */
  prefix: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
};

const shape = 'https://KEY:SECRET@HOST/BUCKET?mode=pointer, with special characters of the secret percent-encoded';

/**
 * Reads the addresses of buckets, separated by spaces or commas.
 *
 * @example readBucketAddresses('https://key:secret@s3.eu-central-1.amazonaws.com/site?mode=mirror');
 */
export function readBucketAddresses(value: string): Result<BucketAddress[]> {
  const addresses: BucketAddress[] = [];
  for (const [index, text] of value
    .split(/[\s,]+/)
    .filter(Boolean)
    .entries()) {
    const address = readAddress(text);
    // The address has a secret in it, which is not repeated.
    if (typeof address === 'string') {
      return fail('invalid', `PUBLISH_BUCKETS: address ${index + 1} ${address}. Each is written ${shape}.`);
    }
    addresses.push(address);
  }
  const places = new Set(addresses.map(({ endpoint, bucket, prefix }) => `${endpoint}/${bucket}/${prefix}`));
  if (places.size < addresses.length) return fail('invalid', 'PUBLISH_BUCKETS names the same place twice.');
  return ok(addresses);
}

/** The address, or what is wrong with it. */
function readAddress(text: string): BucketAddress | string {
  if (!URL.canParse(text)) return 'cannot be read';
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'does not begin with https://';
  if (url.username === '' || url.password === '') return 'has no key and secret';
  const [bucket = '', ...rest] = url.pathname.split('/').filter(Boolean);
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket)) return 'names no bucket';
  if (!rest.every((part) => /^[\w.-]+$/.test(part))) return 'has a folder of other characters than letters and digits';
  const mode = bucketModes.find((each) => each === (url.searchParams.get('mode') ?? 'pointer'));
  if (!mode) return `has a mode that is none of ${bucketModes.join(', ')}`;
  const unknown = [...url.searchParams.keys()].find((name) => name !== 'mode' && name !== 'region');
  if (unknown !== undefined) return `has the unknown setting ${JSON.stringify(unknown)}`;
  return {
    mode,
    endpoint: url.origin,
    bucket,
    prefix: rest.map((part) => `${part}/`).join(''),
    region: url.searchParams.get('region') ?? findRegion(url.hostname),
    accessKeyId: decodeURIComponent(url.username),
    secretAccessKey: decodeURIComponent(url.password),
  };
}

function findRegion(hostname: string): string {
  if (hostname.endsWith('.r2.cloudflarestorage.com')) return 'auto';
  return /^s3[.-]([a-z]{2}(?:-[a-z]+)+-\d)\.amazonaws\.com/.exec(hostname)?.[1] ?? 'us-east-1';
}

/** The name of a bucket, for messages. */
export function nameOfBucket({ endpoint, bucket, prefix }: BucketAddress): string {
  return `${new URL(endpoint).host}/${bucket}${prefix === '' ? '' : `/${prefix.slice(0, -1)}`}`;
}
