import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { z } from 'zod';

// A backup is one compressed stream: a line of JSON for each part, the first of them the header and the last the end, and after
// those of tables and files their bytes, in pieces as HTTP writes them: a line with the length, then so many bytes, 0 at the end.

const headerSchema = z.object({
  kind: z.literal('header'),
  format: z.literal('ostrevo-backup'),
  version: z.literal(1),
  /** When the snapshot was taken, ISO 8601. */
  made: z.string(),
  /** The versions of the migrations that its tables are of. */
  migrations: z.array(z.string()),
});
export type BackupHeader = z.infer<typeof headerSchema>;

const partSchema = z.discriminatedUnion('kind', [
  headerSchema,
  z.object({ kind: z.literal('table'), schema: z.string(), name: z.string(), columns: z.array(z.string()) }),
  /** `path` below the folder of stored files. */
  z.object({ kind: z.literal('file'), path: z.string() }),
  z.object({
    kind: z.literal('sequence'),
    schema: z.string(),
    name: z.string(),
    value: z.string(),
    called: z.boolean(),
  }),
  z.object({ kind: z.literal('end'), tables: z.number(), files: z.number() }),
]);
export type BackupPart = z.infer<typeof partSchema>;

/** The bytes of a part that has some. They have to be read before the next part. */
export type BackupBody = AsyncIterable<Uint8Array>;

async function write(to: Writable, bytes: Uint8Array | string): Promise<void> {
  if (!to.write(bytes)) await once(to, 'drain');
}

/** Writes one part, with the bytes that belong to it. */
export async function writePart(to: Writable, part: BackupPart, body: BackupBody | null = null): Promise<void> {
  await write(to, `${JSON.stringify(part)}\n`);
  if (body === null) return;
  for await (const piece of body) {
    if (piece.byteLength === 0) continue;
    await write(to, `${piece.byteLength}\n`);
    await write(to, piece);
  }
  await write(to, '0\n');
}

/** A stream that is no backup, or not a whole one. */
export class BackupDamaged extends Error {
  override readonly name = 'BackupDamaged';
}

/**
 * Reads the parts of a backup in their order, the header first. A body that is not read is skipped.
 * @throws {BackupDamaged} where the stream ends early or holds something else
 */
export async function* readParts(
  from: AsyncIterable<Uint8Array>,
): AsyncGenerator<{ part: BackupPart; body: BackupBody }> {
  const reader = new PieceReader(from);
  for (let isFirst = true; ; isFirst = false) {
    const part = parsePart(await reader.readLine());
    if (isFirst !== (part.kind === 'header'))
      throw new BackupDamaged('it does not begin like a backup of this project');
    const hasBody = part.kind === 'table' || part.kind === 'file';
    const body = hasBody ? readBody(reader) : emptyBody();
    yield { part, body };
    for await (const _ of body);
    if (part.kind === 'end') return;
  }
}

function parsePart(line: string): BackupPart {
  try {
    return partSchema.parse(JSON.parse(line));
  } catch (error) {
    throw new BackupDamaged('it holds something that is no part of a backup of this project', { cause: error });
  }
}

async function* emptyBody(): AsyncGenerator<Uint8Array> {}

async function* readBody(reader: PieceReader): AsyncGenerator<Uint8Array> {
  for (;;) {
    const length = Number(await reader.readLine());
    if (!Number.isSafeInteger(length) || length < 0) throw new BackupDamaged('it is damaged');
    if (length === 0) return;
    yield await reader.read(length);
  }
}

/** Reads lines and numbers of bytes from a stream of pieces of any length. */
class PieceReader {
  readonly #pieces: AsyncIterator<Uint8Array>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(from: AsyncIterable<Uint8Array>) {
    this.#pieces = from[Symbol.asyncIterator]();
  }

  async readLine(): Promise<string> {
    for (;;) {
      const end = this.#rest.indexOf(10);
      if (end !== -1) {
        const line = this.#rest.toString('utf8', 0, end);
        this.#rest = this.#rest.subarray(end + 1);
        return line;
      }
      await this.#more();
    }
  }

  async read(length: number): Promise<Buffer> {
    const parts: Buffer[] = [];
    for (let missing = length; missing > 0;) {
      if (this.#rest.byteLength === 0) await this.#more();
      const part = this.#rest.subarray(0, missing);
      this.#rest = this.#rest.subarray(part.byteLength);
      missing -= part.byteLength;
      parts.push(part);
    }
    return Buffer.concat(parts);
  }

  async #more(): Promise<void> {
    const next = await this.#pieces.next().catch((error: unknown) => {
      throw new BackupDamaged('it is damaged', { cause: error });
    });
    if (next.done) throw new BackupDamaged('it ends early');
    this.#rest = this.#rest.byteLength === 0 ? Buffer.from(next.value) : Buffer.concat([this.#rest, next.value]);
  }
}
