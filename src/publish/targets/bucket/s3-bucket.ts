import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import { describeCause } from '#domain/describe-error.ts';
import { type BucketAddress, nameOfBucket } from './bucket-address.ts';
import { supersededCode } from '../target.ts';
import { BucketFailure } from './bucket-failure.ts';
import { type Refusal, type Verb, describeRefusal, readXmlText } from './describe-refusal.ts';

/** What an object is sent with, by whoever serves it from the bucket; services keep none but these. */
const keptHeaders = ['content-type', 'cache-control', 'content-disposition'];
/** That an object is put only if there is none, or the one of that ETag. */
type Condition = { 'if-none-match': '*' } | { 'if-match': string };
/** From when, by the clock of the service, and for how long it accepts a request: the service itself refuses what comes later. */
export type Validity = { begun: number; seconds: number };
type StoredObject = { bytes: Uint8Array<ArrayBuffer>; etag: string };
type ListedObject = { key: string; etag: string; modified: number };

type Asked = {
  method: string;
  key?: string;
  query?: string;
  headers?: Record<string, string>;
  body?: Uint8Array<ArrayBuffer>;
  validity?: Validity | undefined;
};
type Answered = { status: number; headers: Headers; bytes: Uint8Array<ArrayBuffer> };

type BucketOptions = {
  /** How often something is asked that may pass, and for how long an answer is waited for. */
  attempts?: number;
  timeoutMilliseconds?: number;
  /** Between the first two attempts; it doubles. */
  pauseMilliseconds?: number;
};

const removeBatchSize = 1000;

/** A bucket of any service that speaks as S3 does. What does not work is a `BucketFailure`. */
export class S3Bucket {
  readonly address: BucketAddress;
  readonly name: string;
  readonly #options: Required<BucketOptions>;
  readonly #keys = new Map<string, ArrayBuffer>();
  /** How far the clock of the service is ahead of this machine's, in milliseconds. */
  #clockDifference = 0;

  constructor(
    address: BucketAddress,
    { attempts = 4, timeoutMilliseconds = 30_000, pauseMilliseconds = 200 }: BucketOptions = {},
  ) {
    this.address = address;
    this.name = nameOfBucket(address);
    this.#options = { attempts, timeoutMilliseconds, pauseMilliseconds };
  }

  /** An object, or a part of it; null where there is none. */
  async get(key: string, range?: { offset: number; length: number }): Promise<StoredObject | null> {
    const headers = range ? { range: `bytes=${range.offset}-${range.offset + range.length - 1}` } : {};
    return this.#found(await this.#ask('read', { method: 'GET', key, headers }, [404]));
  }

  /** An object, unless it still is the one of an ETag. */
  async getChanged(key: string, etag: string): Promise<StoredObject | 'same' | null> {
    const asked = { method: 'GET', key, headers: { 'if-none-match': etag } };
    const answered = await this.#ask('read', asked, [304, 404]);
    return answered.status === 304 ? 'same' : this.#found(answered);
  }

  #found({ status, headers, bytes }: Answered): StoredObject | null {
    if (status !== 404) return { bytes, etag: headers.get('etag') ?? '' };
    if (readXmlText(new TextDecoder().decode(bytes), 'Code') === 'NoSuchBucket')
      this.#refuse('read', status, headers, bytes);
    return null;
  }

  /** Answers with the ETag, or with null when the condition does not hold. */
  async put(
    key: string,
    body: Uint8Array<ArrayBuffer>,
    headers: Readonly<Record<string, string>>,
    condition?: Condition,
    validity?: Validity,
  ): Promise<string | null> {
    const kept = Object.entries(headers).filter(([name]) => keptHeaders.includes(name));
    const asked = { method: 'PUT', key, body, headers: { ...Object.fromEntries(kept), ...condition }, validity };
    const verb = condition ? 'write under a condition to' : 'write to';
    const { status, headers: answered } = await this.#ask(verb, asked, condition ? [409, 412] : []);
    if (status === 409 || status === 412) return null;
    const etag = answered.get('etag');
    if (etag === null) throw new BucketFailure(`The bucket ${this.name} does not say what it has stored`, true);
    return etag;
  }

  async remove(keys: readonly string[], validity?: Validity): Promise<void> {
    for (let start = 0; start < keys.length; start += removeBatchSize) {
      const part = keys.slice(start, start + removeBatchSize);
      const [only] = part;
      if (part.length === 1 && only !== undefined) {
        await this.#ask('delete from', { method: 'DELETE', key: only, validity }, [404]);
        continue;
      }
      const objects = part.map((key) => `<Object><Key>${escapeXml(this.address.prefix + key)}</Key></Object>`);
      const body = new TextEncoder().encode(`<Delete><Quiet>true</Quiet>${objects.join('')}</Delete>`);
      const headers = {
        'content-md5': createHash('md5').update(body).digest('base64'),
        'content-type': 'application/xml',
      };
      const {
        status,
        headers: answered,
        bytes,
      } = await this.#ask('delete from', { method: 'POST', query: 'delete=', headers, body, validity });
      if (new TextDecoder().decode(bytes).includes('<Error>')) this.#refuse('delete from', status, answered, bytes);
    }
  }

  /** The objects whose names begin so, a thousand for each request. */
  async *list(prefix: string): AsyncGenerator<ListedObject> {
    const start = this.address.prefix;
    let token: string | null = null;
    do {
      const query = new URLSearchParams({ 'list-type': '2', prefix: start + prefix, 'encoding-type': 'url' });
      if (token !== null) query.set('continuation-token', token);
      const { bytes } = await this.#ask('list', { method: 'GET', query: query.toString() });
      const xml = new TextDecoder().decode(bytes);
      for (const [, contents = ''] of xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
        const key = decodeURIComponent((readXmlText(contents, 'Key') ?? '').replaceAll('+', ' '));
        const modified = Date.parse(readXmlText(contents, 'LastModified') ?? '');
        yield { key: key.slice(start.length), etag: readXmlText(contents, 'ETag') ?? '', modified };
      }
      token = readXmlText(xml, 'IsTruncated') === 'true' ? readXmlText(xml, 'NextContinuationToken') : null;
    } while (token !== null);
  }

  /** The time by the clock of the service, as of its last answer. */
  now(): number {
    return Date.now() + this.#clockDifference;
  }

  async #ask(verb: Verb, asked: Asked, expected: readonly number[] = []): Promise<Answered> {
    const { attempts, pauseMilliseconds } = this.#options;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#askOnce(verb, asked, expected);
      } catch (error) {
        if (!(error instanceof BucketFailure) || !error.isPassing || attempt >= attempts) throw error;
        await setTimeout(pauseMilliseconds * 2 ** (attempt - 1) * (0.5 + Math.random()));
      }
    }
  }

  async #askOnce(verb: Verb, asked: Asked, expected: readonly number[]): Promise<Answered> {
    let answered = await this.#send(asked);
    const date = Date.parse(answered.headers.get('date') ?? '');
    // Whole seconds, cut off: what is to be refused later is rather refused too soon.
    if (!Number.isNaN(date)) this.#clockDifference = date - Date.now();
    const isSkewed = () => new TextDecoder().decode(answered.bytes).includes('RequestTimeTooSkewed');
    if (answered.status === 403 && asked.validity && !isWithin(asked.validity, date)) {
      throw Object.assign(new Error(`The bucket ${this.name} was asked after the end of the lease`), {
        code: supersededCode,
      });
    }
    if (answered.status === 403 && !Number.isNaN(date) && isSkewed()) {
      answered = await this.#send(asked);
    }
    const { status, headers, bytes } = answered;
    if ((status >= 200 && status < 300) || expected.includes(status)) return answered;
    return this.#refuse(verb, status, headers, bytes);
  }

  #refuse(verb: Verb, status: Refusal['status'], headers: Headers, bytes: Uint8Array): never {
    const refusal = { status, headers, body: new TextDecoder().decode(bytes) };
    const { message, isPassing } = describeRefusal(this.address, verb, refusal);
    throw new BucketFailure(message, isPassing);
  }

  async #send({ method, key = '', query = '', headers = {}, body, validity }: Asked): Promise<Answered> {
    const { endpoint, bucket, prefix, region, accessKeyId, secretAccessKey } = this.address;
    const path = (key === '' ? '' : prefix + key).split('/').map(encodeURIComponent).join('/');
    const expires = validity ? `X-Amz-Expires=${validity.seconds}` : '';
    const asked = [query, expires].filter((part) => part !== '').join('&');
    const signer = new AwsV4Signer({
      method,
      url: `${endpoint}/${bucket}${path === '' ? '' : `/${path}`}${asked === '' ? '' : `?${asked}`}`,
      ...(validity ? { signQuery: true } : {}),
      // The service refuses a body of another hash.
      headers: {
        ...headers,
        'x-amz-content-sha256': createHash('sha256')
          .update(body ?? '')
          .digest('hex'),
      },
      accessKeyId,
      secretAccessKey,
      service: 's3',
      region,
      cache: this.#keys,
      datetime: new Date(validity?.begun ?? this.now()).toISOString().replace(/[:-]|\.\d{3}/g, ''),
    });
    try {
      const signed = await signer.sign();
      const answer = await fetch(signed.url, {
        method,
        headers: signed.headers,
        ...(body ? { body } : {}),
        redirect: 'manual',
        signal: AbortSignal.timeout(this.#options.timeoutMilliseconds),
      });
      return { status: answer.status, headers: answer.headers, bytes: await answer.bytes() };
    } catch (error) {
      const sentence = `The service of the bucket ${this.name} does not answer (${describeCause(error)})`;
      throw new BucketFailure(sentence, true, { cause: error });
    }
  }
}

function isWithin({ begun, seconds }: Validity, date: number): boolean {
  return Number.isNaN(date) || Math.abs(date - begun) < seconds * 1000;
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
