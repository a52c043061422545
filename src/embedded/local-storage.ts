import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import { Readable } from 'node:stream';
import { z } from 'zod';

const metadataSchema = z.object({
  mimetype: z.string(),
  cacheControl: z.string(),
  eTag: z.string(),
  size: z.number(),
  lastModified: z.string(),
});

type Metadata = {
  mimetype: string;
  cacheControl: string;
  eTag: string;
  size: number;
  contentLength: number;
  lastModified: Date;
  httpStatusCode: number;
};
type Body = Uint8Array | AsyncIterable<Uint8Array>;

/** Stores objects as files below a folder: bytes under `objects`, HTTP metadata under `metadata`. */
export class LocalStorage {
  readonly driver = null;
  readonly #root: string;

  constructor(root: string) {
    this.#root = resolve(root);
  }

  async uploadObject(
    bucket: string,
    key: string,
    _version: string | undefined,
    body: unknown,
    contentType: string,
    cacheControl: string,
  ): Promise<Metadata> {
    // The Storage server passes on the request body: bytes, or a stream of them.
    const bytes = await readAll(body as Body);
    const metadata = {
      mimetype: contentType,
      cacheControl,
      eTag: `"${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}"`,
      size: bytes.byteLength,
      lastModified: new Date().toISOString(),
    };
    await replaceFile(this.#path('objects', bucket, key), bytes);
    await replaceFile(this.#path('metadata', bucket, `${key}.json`), JSON.stringify(metadata));
    return this.headObject(bucket, key);
  }

  async getObject(
    bucket: string,
    key: string,
  ): Promise<{ metadata: Metadata; httpStatusCode: number; body: ReadableStream }> {
    const metadata = await this.headObject(bucket, key);
    // One class, with a type of Node's and another of the DOM's.
    const body = Readable.toWeb(createReadStream(this.#path('objects', bucket, key))) as ReadableStream;
    return { metadata, httpStatusCode: 200, body };
  }

  async headObject(bucket: string, key: string): Promise<Metadata> {
    const text = await readFile(this.#path('metadata', bucket, `${key}.json`), 'utf8');
    const metadata = metadataSchema.parse(JSON.parse(text));
    return {
      ...metadata,
      lastModified: new Date(metadata.lastModified),
      contentLength: metadata.size,
      httpStatusCode: 200,
    };
  }

  async copyObject(
    bucket: string,
    key: string,
    _version: string | undefined,
    toBucket: string,
    toKey: string,
  ): Promise<Pick<Metadata, 'httpStatusCode' | 'eTag' | 'lastModified'>> {
    for (const [part, suffix] of [
      ['objects', ''],
      ['metadata', '.json'],
    ] as const) {
      const target = this.#path(part, toBucket, `${toKey}${suffix}`);
      await mkdir(dirname(target), { recursive: true });
      await copyFile(this.#path(part, bucket, `${key}${suffix}`), target);
    }
    return this.headObject(toBucket, toKey);
  }

  async deleteObject(bucket: string, key: string): Promise<void> {
    await rm(this.#path('objects', bucket, key), { force: true });
    await rm(this.#path('metadata', bucket, `${key}.json`), { force: true });
  }

  async deleteObjects(bucket: string, keys: string[]): Promise<void> {
    for (const key of keys) await this.deleteObject(bucket, key);
  }

  privateAssetUrl(bucket: string, key: string): Promise<string> {
    return Promise.resolve(this.#path('objects', bucket, key));
  }

  #path(part: 'objects' | 'metadata', bucket: string, key: string): string {
    const folder = join(this.#root, part, bucket);
    const path = resolve(folder, key);
    if (dirname(folder) !== join(this.#root, part) || !path.startsWith(folder + sep) || key.includes('\0')) {
      throw new Error(
        `The object name ${JSON.stringify(`${bucket}/${key}`)} leads out of its bucket; use a name without dot segments`,
      );
    }
    return path;
  }
}

async function readAll(body: Body): Promise<Uint8Array> {
  if (body instanceof Uint8Array) return body;
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function replaceFile(path: string, content: Uint8Array | string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const draft = `${path}.${randomUUID()}.part`;
  await writeFile(draft, content);
  await rename(draft, path);
}
