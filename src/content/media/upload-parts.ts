import { createHash } from 'node:crypto';
import { z } from 'zod';
import { type Result, fail, ok } from '#domain/result.ts';
import { type PartedFile, countParts, sizeOfPart } from '#domain/media/upload-parts.ts';
import { type Client, DatabaseUnavailable } from '#content/clients/client.ts';

/** Nobody but the server reads it: what is in it was looked at by nobody yet. */
const bucket = 'uploads';
/** How long parts wait for the rest of their file, in milliseconds. */
const retentionMilliseconds = 2 * 24 * 60 * 60 * 1000;
/** Files of one person that are not complete; those that were begun first make room. */
const maxWaiting = 10;
/** Beside the parts of a file that was begun: nothing is taken of any other. */
const mark = 'begun';
const pageSize = 1000;

const noSuchUpload = 'This upload was not begun, or has waited for too long. Choose the file again.';

const folders = z.array(z.object({ name: z.string() }));
const objects = z.array(
  z.object({
    name: z.string(),
    created_at: z.string().nullish(),
    metadata: z.object({ size: z.number().optional() }).nullish(),
  }),
);

/** The parts of files that a person is sending, in Storage: any server goes on with what another one has begun. */
export class UploadParts {
  readonly #client: Client;
  readonly #person: string;

  constructor(client: Client, person: string) {
    this.#client = client;
    this.#person = person;
  }

  /** The numbers of the parts that are there. */
  async sent(file: PartedFile): Promise<number[]> {
    const found = await this.#list(this.#folderOf(file));
    return found
      .filter(({ name }) => name !== mark)
      .filter(
        ({ name, metadata }) => metadata?.size === undefined || metadata.size === sizeOfPart(file.size, Number(name)),
      )
      .map(({ name }) => Number(name))
      .toSorted((a, b) => a - b);
  }

  /** Makes room for a file, whose parts are taken from then on. */
  async begin(file: PartedFile, now: number): Promise<void> {
    await this.#ensureBucket();
    await this.#put(`${this.#folderOf(file)}/${mark}`, Buffer.from(mark));
    await this.tidy(now);
  }

  /** Takes a part of a file that was begun, once or again. */
  async take(file: PartedFile, part: number, bytes: Uint8Array): Promise<Result<null>> {
    if (bytes.byteLength !== sizeOfPart(file.size, part) || bytes.byteLength === 0) {
      const message = 'A part of the file did not arrive whole. Try again.';
      return fail('invalid', message, [{ path: ['part'], message }]);
    }
    const folder = this.#folderOf(file);
    const { data: begun } = await this.#client.storage.from(bucket).info(`${folder}/${mark}`);
    if (!begun) return fail('not-found', noSuchUpload);
    await this.#put(`${folder}/${part}`, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    return ok(null);
  }

  async #put(name: string, content: Buffer): Promise<void> {
    const options = { contentType: 'application/octet-stream', upsert: true };
    const { error } = await this.#client.storage.from(bucket).upload(name, content, options);
    if (error) throw new DatabaseUnavailable('upload of a part', 'storage', error.message);
  }

  /** The whole file, once all of its parts are there, as its hash says. */
  async join(file: PartedFile): Promise<Result<Uint8Array>> {
    const bytes = new Uint8Array(file.size);
    const folder = this.#folderOf(file);
    let at = 0;
    for (let part = 0; part < countParts(file.size); part += 1) {
      const { data } = await this.#client.storage.from(bucket).download(`${folder}/${part}`);
      const read = data ? new Uint8Array(await data.arrayBuffer()) : null;
      if (!read || read.byteLength !== sizeOfPart(file.size, part)) {
        return fail('conflict', 'A part of the file is missing. Try again: what has arrived is not sent again.');
      }
      bytes.set(read, at);
      at += read.byteLength;
    }
    if (createHash('sha256').update(bytes).digest('hex') === file.hash) return ok(bytes);
    await this.forget(file);
    return fail('invalid', 'The file was damaged on its way. Nothing was stored; choose it again.');
  }

  async forget(file: PartedFile): Promise<void> {
    await this.#remove(this.#folderOf(file));
  }

  /** Removes what the person has not completed for long, and the oldest of too much. */
  async tidy(now: number): Promise<void> {
    const { data } = await this.#client.storage.from(bucket).list(this.#person, { limit: pageSize });
    const names = folders.parse(data ?? []).flatMap(({ name }) => /[0-9a-f]{64}-\d+/.exec(name)?.[0] ?? []);
    const begun = await Promise.all(
      [...new Set(names)].map(async (name) => {
        const parts = await this.#list(`${this.#person}/${name}`);
        return { name, at: Math.max(0, ...parts.map(({ created_at: at }) => Date.parse(at ?? '') || 0)) };
      }),
    );
    const newest = begun.toSorted((a, b) => b.at - a.at);
    const over = newest.filter(({ at }, index) => index >= maxWaiting || at < now - retentionMilliseconds);
    for (const { name } of over) await this.#remove(`${this.#person}/${name}`);
  }

  #folderOf({ hash, size }: PartedFile): string {
    return `${this.#person}/${hash}-${size}`;
  }

  /** The parts in a folder. The embedded Storage answers with whole names, of folders below as well, a hosted one with the last part. */
  async #list(folder: string): Promise<z.output<typeof objects>> {
    const { data, error } = await this.#client.storage.from(bucket).list(folder, { limit: pageSize });
    if (error) throw new DatabaseUnavailable('list of parts', 'storage', error.message);
    return objects.parse(data).flatMap((object) => {
      const name = object.name.startsWith(`${folder}/`) ? object.name.slice(folder.length + 1) : object.name;
      return name === mark || /^\d{1,3}$/.test(name) ? [{ ...object, name }] : [];
    });
  }

  async #remove(folder: string): Promise<void> {
    const parts = await this.#list(folder);
    if (parts.length > 0) await this.#client.storage.from(bucket).remove(parts.map(({ name }) => `${folder}/${name}`));
  }

  async #ensureBucket(): Promise<void> {
    const { data } = await this.#client.storage.getBucket(bucket);
    if (data) return;
    const { error } = await this.#client.storage.createBucket(bucket, { public: false });
    if (error && !/exist/i.test(error.message)) throw new DatabaseUnavailable('createBucket', 'storage', error.message);
  }
}

/** Removes what was not completed for long, also of those who never come back. */
export async function tidyUploads(client: Client, now: number): Promise<void> {
  const people = new Set<string>();
  for (let offset = 0; ; offset += pageSize) {
    const { data, error } = await client.storage.from(bucket).list('', { limit: pageSize, offset });
    // There is no such bucket before the first upload.
    if (error) break;
    for (const { name } of folders.parse(data)) people.add(name.split('/')[0] ?? '');
    if (data.length < pageSize) break;
  }
  for (const person of people) await new UploadParts(client, person).tidy(now);
}
