import { createReadStream } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';
import Assembler from 'stream-json/core/assembler.js';
import { type Token, jsonParser } from 'stream-json/core/parser.js';
import { jsonVerifier } from 'stream-json/core/utils/verifier.js';
import { format, formatVersion } from '#content/records/parse-record.ts';

/** A file that is not a bundle, or not one that this code reads. */
export class UnreadableContentBundle extends Error {
  override readonly name = 'UnreadableContentBundle';
}

/**
 * The records of a bundle, one after the other, without holding more than one in memory. Throws `UnreadableContentBundle` for what
 * is not a bundle of a known version, and where the JSON ends too early or is broken.
 */
export async function* readContentBundle(file: string): AsyncGenerator<unknown, void, undefined> {
  const frame = new Frame();
  const tokenize = jsonParser({ streamValues: false, packValues: true });
  const decoder = new StringDecoder('utf8');
  const feed = async (chunk: string): Promise<unknown[]> => {
    let answer: ReturnType<typeof tokenize>;
    try {
      answer = tokenize(chunk);
    } catch {
      throw new UnreadableContentBundle(`${await findMistake(file)}: this is not JSON`);
    }
    // A symbol says that the chunk had no whole token.
    return frame.take(typeof answer === 'symbol' ? [] : answer.values);
  };
  for await (const chunk of readChunks(file)) yield* await feed(decoder.write(chunk));
  yield* await feed(decoder.end());
  frame.end();
}

async function* readChunks(file: string): AsyncGenerator<Buffer, void, undefined> {
  for await (const chunk of createReadStream(file, { highWaterMark: 1 << 18 })) {
    if (chunk instanceof Buffer) yield chunk;
  }
}

/** The place where a file stops being JSON. The tokenizer does not tell it. */
async function findMistake(file: string): Promise<string> {
  const verify = jsonVerifier();
  const decoder = new StringDecoder('utf8');
  try {
    for await (const chunk of readChunks(file)) verify(decoder.write(chunk));
  } catch (error) {
    if (error instanceof Error && 'line' in error && 'pos' in error)
      return `line ${String(error.line)}, column ${String(error.pos)}`;
  }
  return 'The file';
}

/** Follows the tokens of `{"format": …, "version": …, "records": [ … ]}` and assembles each record. */
class Frame {
  #assembler: Assembler | null = null;
  #depth = 0;
  #place: 'outside' | 'frame' | 'records' | 'done' = 'outside';
  #key: string | null = null;
  readonly #seen = new Map<string, unknown>();
  #count = 0;

  where(): string {
    return this.#place === 'records' ? `records[${this.#count}]` : 'The file';
  }

  take(tokens: readonly Token[]): unknown[] {
    const records: unknown[] = [];
    for (const token of tokens) {
      if (this.#assembler) {
        if (this.#consume(this.#assembler, token)) {
          records.push(this.#assembler.current);
          this.#assembler = null;
          this.#count += 1;
        }
      } else {
        this.#step(token, records);
      }
    }
    return records;
  }

  #consume(assembler: Assembler, token: Token): boolean {
    assembler.consume(token);
    if (token.name === 'startObject' || token.name === 'startArray') this.#depth += 1;
    if (token.name === 'endObject' || token.name === 'endArray') this.#depth -= 1;
    return this.#depth === 0;
  }

  #step(token: Token, records: unknown[]): void {
    switch (this.#place) {
      case 'outside':
        if (token.name !== 'startObject') throw notAContentBundle();
        this.#place = 'frame';
        return;
      case 'frame':
        if (token.name === 'keyValue') this.#key = token.value;
        else if (token.name === 'endObject') this.#place = 'done';
        else this.#frameValue(token);
        return;
      case 'records':
        if (token.name === 'endArray') {
          this.#place = 'frame';
          this.#seen.set('records', true);
        } else {
          const value = toScalar(token);
          if (value === undefined) {
            this.#assembler = new Assembler();
            this.#consume(this.#assembler, token);
          } else {
            records.push(value);
            this.#count += 1;
          }
        }
        return;
      case 'done':
        throw notAContentBundle();
    }
  }

  #frameValue(token: Token): void {
    const key = this.#key;
    if (key === 'records') {
      this.#checkHead();
      if (token.name !== 'startArray') throw new UnreadableContentBundle('The file: "records" is not a list');
      this.#place = 'records';
      return;
    }
    const value = toScalar(token);
    if ((key !== 'format' && key !== 'version') || value === undefined) throw notAContentBundle();
    this.#seen.set(key, value);
  }

  /** The format is known before the first record is read. */
  #checkHead(): void {
    if (this.#seen.get('format') !== format) throw notAContentBundle();
    const version = this.#seen.get('version');
    if (version !== formatVersion) {
      throw new UnreadableContentBundle(
        `The file is a bundle of version ${JSON.stringify(version ?? null)}, and this code reads version ${formatVersion}`,
      );
    }
  }

  end(): void {
    if (this.#place === 'outside') throw new UnreadableContentBundle('The file is empty');
    if (this.#place !== 'done') throw new UnreadableContentBundle(`${this.where()}: the file ends too early`);
    if (!this.#seen.has('records')) throw notAContentBundle();
  }
}

function toScalar(token: Token): unknown {
  switch (token.name) {
    case 'stringValue':
      return token.value;
    case 'numberValue':
      return Number(token.value);
    case 'nullValue':
    case 'trueValue':
    case 'falseValue':
      return token.value;
    default:
      return undefined;
  }
}

function notAContentBundle(): UnreadableContentBundle {
  return new UnreadableContentBundle(
    `The file is not a bundle: it starts with {"format":"${format}","version":${formatVersion},"records":[`,
  );
}
