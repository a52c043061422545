import { ownValue } from '#domain/objects.ts';
import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Removal } from '#domain/media/drawing-removals.ts';
import { type Result, fail, ok } from '#domain/result.ts';
import { encodeMediaPath, isMediaPath } from '#domain/media/media-path.ts';
import { type Client, DatabaseUnavailable } from '#content/clients/client.ts';
import { imageVariantPath } from '#kinds/image/resolve.ts';
import { type ImageFormat, makeHash } from './pictures/encode-image.ts';
import { type ImageWork, imageWorkHere } from './jobs/image-jobs.ts';
import { trimEnd } from '#domain/text/trim-end.ts';

const mediaBucket = 'media';
const forever = '31536000';

type StoredImage = {
  hash: string;
  content_type: string;
  width: number;
  height: number;
  bytes: number;
  widths: number[];
  storage_path: string;
};
type StoredVector = { hash: string; content_type: 'image/svg+xml'; bytes: number; storage_path: string };
type StoredFile = { hash: string; content_type: string; size: number; storage_path: string };
type StoreWork = Pick<ImageWork, 'inspect' | 'encode' | 'cleanVector'>;
type StoredMedia = StoredImage | StoredVector | StoredFile;

/** A file in Storage: its columns, and what was taken out of it before. */
export type Stored = { columns: StoredMedia; removals: readonly Removal[] };
type PlainFile = { stored: StoredVector | StoredFile; bytes: Uint8Array; removals: readonly Removal[] };

/** A file to store; a document's name is part of its path. */
export type MediaFile = { kind: 'image' | 'vector' | 'file'; filename: string; bytes: Uint8Array };

/**
 * Puts media into Storage under names made of their hash. Existing files are not sent again; encoded variants are
 * cached on disk, so that importing the same pictures again is fast.
 */
export class MediaStorage {
  readonly #client: Client;
  readonly #cache: string;
  readonly #images: StoreWork;
  #bucket: Promise<void> | null = null;

  /**
   * The bucket is created by a migration; without `hasBucket` it is created if missing. `images` processes pictures: a
   * server passes a queue, so that it stays responsive.
   */
  constructor(client: Client, cacheDirectory: string, options: { hasBucket?: boolean; images?: StoreWork } = {}) {
    this.#client = client;
    this.#cache = cacheDirectory;
    this.#images = options.images ?? imageWorkHere;
    if (options.hasBucket) this.#bucket = Promise.resolve();
  }

  /** The columns of a file, which its bytes alone decide; nothing is stored. */
  async describe(file: MediaFile): Promise<Result<StoredMedia>> {
    if (file.kind === 'image') return this.#describeImage(file.bytes);
    const read = await this.#readPlainFile(file);
    return read.ok ? ok(read.value.stored) : read;
  }

  async store(file: MediaFile): Promise<Result<Stored>> {
    if (file.kind === 'image') {
      const image = await this.storeImage(file.bytes);
      return image.ok ? ok({ columns: image.value, removals: [] }) : image;
    }
    const read = await this.#readPlainFile(file);
    if (!read.ok) return read;
    const { stored, bytes, removals } = read.value;
    if (!(await this.#has(stored.storage_path))) await this.#upload(stored.storage_path, bytes, stored.content_type);
    return ok({ columns: stored, removals });
  }

  async storeImage(bytes: Uint8Array): Promise<Result<StoredImage>> {
    const described = await this.#describeImage(bytes);
    if (!described.ok) return described;
    const { hash, widths, storage_path: original, content_type: contentType } = described.value;
    // The original is sent last: where it is, the variants are.
    if (!(await this.#has(original))) {
      const variants = await this.#variants(bytes, hash, widths);
      if (!variants.ok) return variants;
      await Promise.all(
        [...variants.value].map(([variant, content]) =>
          this.#upload(imageVariantPath(hash, variant), content, 'image/webp'),
        ),
      );
      await this.#upload(original, bytes, contentType);
    }
    return described;
  }

  async #describeImage(bytes: Uint8Array): Promise<Result<StoredImage>> {
    const facts = await this.#images.inspect(bytes);
    if (!facts.ok) return facts;
    const { width, height, contentType, extension, widths } = facts.value;
    const hash = makeHash(bytes);
    return ok({
      hash,
      content_type: contentType,
      width,
      height,
      bytes: bytes.byteLength,
      widths,
      storage_path: `originals/${hash}.${extension}`,
    });
  }

  /** The columns of a vector or document, and its bytes as they are stored. */
  async #readPlainFile({ kind, filename, bytes }: MediaFile): Promise<Result<PlainFile>> {
    if (kind === 'vector') {
      const clean = await this.#images.cleanVector(bytes);
      if (!clean.ok) return clean;
      const vector = Buffer.from(clean.value.svg);
      const hash = makeHash(vector);
      const storage_path = `vectors/${hash}.svg`;
      const stored = { hash, content_type: 'image/svg+xml' as const, bytes: vector.byteLength, storage_path };
      return ok({ stored, bytes: vector, removals: clean.value.removals });
    }
    if (bytes.byteLength === 0) return fail('invalid', 'The file is empty');
    const hash = makeHash(bytes);
    const storage_path = `documents/${hash}/${safeName(filename)}`;
    const stored = { hash, content_type: getMediaType(filename), size: bytes.byteLength, storage_path };
    return ok({ stored, bytes, removals: [] });
  }

  /** The bytes of a stored file, or null when Storage does not have it. */
  async load(storagePath: string): Promise<Buffer | null> {
    if (!isMediaPath(storagePath)) return null;
    const { data, error } = await this.#client.storage.from(mediaBucket).download(encodeMediaPath(storagePath));
    return error || !data ? null : Buffer.from(await data.arrayBuffer());
  }

  /** Makes the AVIF files of a stored picture, in the widths that it has as WebP. */
  async storeAvif({
    hash,
    widths,
    storage_path,
  }: Pick<StoredImage, 'hash' | 'widths' | 'storage_path'>): Promise<Result<null>> {
    const original = await this.load(storage_path);
    if (!original) return fail('not-found', 'The picture is not in Storage');
    const variants = await this.#variants(original, hash, widths, 'avif');
    if (!variants.ok) return variants;
    for (const [width, content] of variants.value) {
      await this.#upload(imageVariantPath(hash, width, 'avif'), content, 'image/avif');
    }
    return ok(null);
  }

  async #variants(
    bytes: Uint8Array,
    hash: string,
    widths: readonly number[],
    format: ImageFormat = 'webp',
  ): Promise<Result<ReadonlyMap<number, Uint8Array>>> {
    const cached = await Promise.all(
      widths.map(async (width) => [width, await this.#cached(imageVariantPath(hash, width, format))] as const),
    );
    const known = cached.flatMap(([width, content]) => (content ? [[width, content] as const] : []));
    if (known.length === widths.length) return ok(new Map(known));
    const encoded = await this.#images.encode(bytes, widths, format);
    if (!encoded.ok) return encoded;
    for (const [width, content] of encoded.value) {
      // Where the disk is full, it is encoded again another time.
      const isKept = await this.#keep(imageVariantPath(hash, width, format), content);
      if (!isKept) break;
    }
    return encoded;
  }

  /** Puts a file into the cache; answers whether the disk took it. */
  async #keep(name: string, content: Uint8Array): Promise<boolean> {
    const file = path.join(this.#cache, name);
    const draft = `${file}.${randomBytes(6).toString('hex')}`;
    try {
      await mkdir(this.#cache, { recursive: true });
      await writeFile(draft, content);
      await rename(draft, file);
      return true;
    } catch (error) {
      await rm(draft, { force: true });
      if (!(error instanceof Error && 'code' in error)) throw error;
      return false;
    }
  }

  #cached(name: string): Promise<Buffer | null> {
    return readFile(path.join(this.#cache, name)).catch(() => null);
  }

  async has(storagePath: string): Promise<boolean> {
    return this.#has(storagePath);
  }

  async #has(storagePath: string): Promise<boolean> {
    if (!isMediaPath(storagePath)) return false;
    this.#bucket ??= this.#ensureBucket();
    this.#bucket.catch(() => (this.#bucket = null));
    await this.#bucket;
    const { data } = await this.#client.storage.from(mediaBucket).info(encodeMediaPath(storagePath));
    return data !== null;
  }

  async #ensureBucket(): Promise<void> {
    const { data } = await this.#client.storage.getBucket(mediaBucket);
    if (data) return;
    const { error } = await this.#client.storage.createBucket(mediaBucket, { public: false });
    if (error && !/exist/i.test(error.message)) throw new DatabaseUnavailable('createBucket', 'storage', error.message);
  }

  async #upload(storagePath: string, content: Uint8Array, contentType: string): Promise<void> {
    const { error } = await this.#client.storage
      .from(mediaBucket)
      .upload(encodeMediaPath(storagePath), Buffer.from(content.buffer, content.byteOffset, content.byteLength), {
        contentType,
        upsert: true,
        cacheControl: forever,
      });
    // The same file may come twice at once, under the name that its content gives it.
    if (error && !(await this.#has(storagePath)))
      throw new DatabaseUnavailable(`upload of ${storagePath}`, 'storage', error.message);
  }
}

const contentTypes: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  zip: 'application/zip',
  txt: 'text/plain',
  csv: 'text/csv',
  json: 'application/json',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xls: 'application/vnd.ms-excel',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ppt: 'application/vnd.ms-powerpoint',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  step: 'model/step',
  stp: 'model/step',
  dxf: 'image/vnd.dxf',
  mp4: 'video/mp4',
  webp: 'image/webp',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
};

function getMediaType(filename: string): string {
  const extension = path.extname(filename).slice(1).toLowerCase();
  return (Object.hasOwn(contentTypes, extension) && ownValue(contentTypes, extension)) || 'application/octet-stream';
}

/** As a part of a path, which names a folder as well. */
const longestName = 100;

/** A file name as Storage takes it, which knows ASCII only. */
function safeName(filename: string): string {
  const ascii = filename.normalize('NFKD').replace(/[^A-Za-z0-9._-]+/g, '-');
  const plain = trimEnd(ascii.replace(/^[-.]+/, ''), '-');
  if (plain.length <= longestName) return plain || 'file';
  // Files are served by their ending.
  const [ending = ''] = /\.[A-Za-z0-9]{1,9}$/.exec(plain) ?? [];
  return plain.slice(0, longestName - ending.length) + ending;
}
