import { ownValue } from '#domain/objects.ts';
import { type BucketAddress, nameOfBucket } from './bucket-address.ts';

export type Verb = 'read' | 'list' | 'write to' | 'write under a condition to' | 'delete from';

/** What a service answered with instead of what was asked for. */
export type Refusal = { status: number; headers: Headers; body: string };

const permissions: Readonly<Record<Verb, string>> = {
  read: 's3:GetObject',
  list: 's3:ListBucket',
  'write to': 's3:PutObject',
  // Where it may write otherwise: S3 asks for the right to read of who compares.
  'write under a condition to': 's3:GetObject and s3:PutObject, without conditions on if-match and if-none-match,',
  'delete from': 's3:DeleteObject',
};

/**
 * Why a bucket refuses something, and what to do, for operators.
 *
 * @returns `isPassing` says whether trying again in a moment may help
 */
export function describeRefusal(
  address: BucketAddress,
  verb: Verb,
  { status, headers, body }: Refusal,
): { message: string; isPassing: boolean } {
  const name = nameOfBucket(address);
  const code = readXmlText(body, 'Code') ?? '';
  const lasting = (message: string) => ({ message, isPassing: false });
  const region = headers.get('x-amz-bucket-region') ?? readXmlText(body, 'Region');
  switch (code) {
    case 'InvalidAccessKeyId':
      return lasting(`The bucket ${name} does not know the access key. Check it in PUBLISH_BUCKETS`);
    case 'SignatureDoesNotMatch':
      return lasting(
        `The secret of the access key for the bucket ${name} is wrong. Check it in PUBLISH_BUCKETS, where special characters are percent-encoded`,
      );
    case 'NoSuchBucket':
      return lasting(`There is no bucket ${name}. Create it, or correct its name in PUBLISH_BUCKETS`);
    case 'AccessDenied':
      return lasting(
        `The access key may not ${verb} the bucket ${name}. Give it the permission ${permissions[verb]} for the bucket`,
      );
    case 'PermanentRedirect':
    case 'AuthorizationHeaderMalformed':
    case 'IllegalLocationConstraintException':
    case 'InvalidRegionName':
      return lasting(
        `The bucket ${name} is in ${region ? `the region ${region}` : 'another region'}, not in ${address.region}. Set region=${region ?? '…'} in its address in PUBLISH_BUCKETS`,
      );
    case 'RequestTimeTooSkewed':
      return lasting(`The clock of this machine differs from the one of the bucket ${name}. Set the clock`);
    case 'NotImplemented':
      if (verb !== 'write under a condition to') break;
      return lasting(
        `The service of the bucket ${name} refuses conditional writes, without which nothing is put live with a pointer. Use mode=mirror, or another service`,
      );
    case 'QuotaExceeded':
    case 'XMinioStorageFull':
    case 'EntityTooLarge':
      return { message: `The bucket ${name} is full`, isPassing: true };
    default:
  }
  if (status === 507) return { message: `The bucket ${name} is full`, isPassing: true };
  const detail = code || `status ${status}`;
  if (status === 429 || code === 'SlowDown')
    return { message: `The bucket ${name} asks for fewer requests`, isPassing: true };
  if (status >= 500) return { message: `The service of the bucket ${name} fails (${detail})`, isPassing: true };
  if (status === 401 || status === 403) {
    return lasting(`The bucket ${name} refuses to be asked with this access key (${detail}). Check PUBLISH_BUCKETS`);
  }
  return lasting(`The bucket ${name} gives an answer that is not understood (${detail})`);
}

/**
 * The text of an element of an answer in XML; null without one.
 *
 * @example readXmlText('<Error><Code>SlowDown</Code></Error>', 'Code'); // 'SlowDown'
 */
export function readXmlText(xml: string, element: string): string | null {
  const found = new RegExp(`<${element}>([^<]*)</${element}>`).exec(xml)?.[1];
  return found === undefined ? null : decodeEntities(found);
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d+)|#x([0-9a-f]+)|(\w+));/gi, (whole, decimal, hex, name: string | undefined) => {
    if (name !== undefined) return ownValue(entities, name) ?? whole;
    return String.fromCodePoint(decimal === undefined ? Number.parseInt(String(hex), 16) : Number(decimal));
  });
}
