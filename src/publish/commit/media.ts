import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { encodeMediaPath, isMediaPath } from '#domain/media/media-path.ts';
import type { Client } from '#content/clients/client.ts';
import { readOpenGraphPath } from '#kinds/image/resolve.ts';
import type { BuildWriter } from '#publish/targets/target.ts';
import { isUnwritableName } from '#publish/targets/unwritable.ts';

const bucket = 'media';

/** For so long a file that is there is taken to be there still: another publisher may take out what no page has shown for long. */
const trustedMilliseconds = 60_000;

type MediaStoreOptions = {
  /** Settles when a file that is on its way to Storage has arrived; at once for any other. */
  arrival?: ((file: string) => Promise<void>) | undefined;
  /** A build whose files are taken over. */
  before?: string | null;
  now?: () => number;
};

/**
 * Copies media files from Supabase Storage to the target, once each. File names contain the hash of the
 * content, so an existing file is up to date. Files on disk are a cache for later builds.
 */
export class MediaStore {
  readonly #client: Client;
  readonly #directory: string;
  readonly #arrival: (file: string) => Promise<void>;
  readonly #before: string | null;
  readonly #now: () => number;
  /** By build: whether a file is there, or will be, and since when that is known. */
  readonly #present = new Map<string, Map<string, { exists: Promise<boolean>; at: number }>>();
  readonly #removing = new Map<string, Promise<void>>();
  /** When a file was last needed, in milliseconds. */
  readonly #neededAt = new Map<string, number>();

  constructor(
    client: Client,
    directory: string,
    { arrival = async () => {}, before = null, now = Date.now }: MediaStoreOptions = {},
  ) {
    this.#client = client;
    this.#before = before;
    this.#directory = directory;
    this.#arrival = arrival;
    this.#now = now;
  }

  /** Makes every named file part of the build; returns those that Storage does not have. */
  async ensure(writer: BuildWriter, paths: Iterable<string>): Promise<string[]> {
    let known = this.#present.get(writer.build);
    if (!known) this.#present.set(writer.build, (known = new Map()));
    const missing: string[] = [];
    const at = this.#now();
    for (const file of paths) {
      this.#neededAt.set(file, at);
      let present = known.get(file);
      if (!present || at - present.at > trustedMilliseconds) {
        present = { exists: this.#bring(writer, file), at };
        known.set(file, present);
        // A failure is not cached: the next output that needs the file tries again.
        present.exists.catch(() => known.delete(file));
      }
      if (await present.exists) continue;
      missing.push(file);
      known.delete(file);
    }
    return missing;
  }

  /** Brings files that are not there, whatever was known of them. */
  bringBack(writer: BuildWriter, files: readonly string[]): Promise<string[]> {
    for (const file of files) this.#present.get(writer.build)?.delete(file);
    return this.ensure(writer, files);
  }

  /**
   * Takes a file out of the build, unless an output has needed it since it was found to be shown by none. An output that needs
   * it from now on waits, and brings it again.
   */
  async remove(writer: BuildWriter, file: string, foundAt: number): Promise<boolean> {
    if ((this.#neededAt.get(file) ?? 0) >= foundAt) return false;
    const removing = writer.remove(`media/${file}`);
    this.#removing.set(file, removing);
    this.#present.get(writer.build)?.delete(file);
    try {
      await removing;
    } finally {
      this.#removing.delete(file);
    }
    return true;
  }

  async #bring(writer: BuildWriter, file: string): Promise<boolean> {
    // A row can name any path: none but those of the bucket is read, here or in Storage.
    if (!isMediaPath(file)) return false;
    await this.#removing.get(file)?.catch(() => {});
    try {
      if (await writer.has(`media/${file}`)) return true;
      if (this.#before !== null && (await writer.takeOverNamed(`media/${file}`, this.#before))) return true;
      const bytes = await this.#load(file);
      if (!bytes) return false;
      await writer.write(`media/${file}`, bytes);
      return true;
    } catch (error) {
      if (isUnwritableName(error)) return false;
      throw error;
    }
  }

  /** A file of Storage, or a picture drawn of one. */
  async #make(file: string): Promise<Uint8Array | null> {
    const openGraph = readOpenGraphPath(file);
    if (openGraph) {
      const image = await this.#load(openGraph.imagePath);
      if (!image) return null;
      // Loaded when the first one is drawn: most publishes draw none.
      const { drawOpenGraphPicture } = await import('#content/media/pictures/open-graph-picture.ts');
      // Without the picture the page is published all the same.
      return drawOpenGraphPicture(image, openGraph).catch(() => null);
    }
    const { data, error } = await this.#client.storage.from(bucket).download(encodeMediaPath(file));
    return error || !data ? null : new Uint8Array(await data.arrayBuffer());
  }

  async #load(file: string): Promise<Uint8Array | null> {
    await this.#arrival(file);
    const cached = path.join(this.#directory, file);
    try {
      return await readFile(cached);
    } catch {
      // Not cached yet.
    }
    const bytes = await this.#make(file);
    if (!bytes) return null;
    // Without the cache the file is loaded again for the next build.
    await this.#cache(cached, bytes).catch(() => {});
    return bytes;
  }

  async #cache(cached: string, bytes: Uint8Array): Promise<void> {
    await mkdir(path.dirname(cached), { recursive: true });
    const temporary = `${cached}.${randomBytes(6).toString('hex')}`;
    try {
      await writeFile(temporary, bytes);
      await rename(temporary, cached);
    } finally {
      await rm(temporary, { force: true });
    }
  }
}
