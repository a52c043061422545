import { z } from 'zod';
import type { SiteId } from '#domain/sites.ts';
import { emptyRecord } from '#domain/objects.ts';

/**
 * How published files are kept in object storage: objects that never change, by their content; manifests, which lead from files to
 * objects; and for each site one pointer, the only object that is ever replaced. Whoever reads the pointer once sees one state of the
 * whole site.
 */

const shards = z.array(z.string());
/** What a build of a site has, and had when another one became live. */
const buildState = z.object({
  /** Its name, by the key that pointers in buckets have. */
  release: z.string(),
  /** The content security policy of its pages. */
  csp: z.string().nullable(),
  /** By the number of each shard the state that wrote it; empty for a shard without files. */
  shards,
});
export type BuildState = z.infer<typeof buildState>;

const pointerSchema = buildState.extend({
  format: z.literal(1),
  /** Names this state: no two have the same. */
  state: z.string(),
  /** The states before, newest last, as far as anybody may still ask whether his was one of them. */
  history: z.array(z.string()),
  /** The builds before, newest first, for going back to. */
  kept: z.array(buildState),
  /** Workers whose leases up to a number are lost: nothing of these is put into a state that follows. */
  lost: z.record(z.string(), z.number()).optional(),
  /** The last change of which database it may have. */
  mark: z.object({ database: z.string(), seq: z.number() }).nullable().default(null),
});
export type Pointer = z.infer<typeof pointerSchema>;

const shardSchema = z.object({
  tags: z.array(z.string()),
  /** By file the name of its object, and the numbers of its tags. */
  files: z.record(z.string(), z.tuple([z.string()], z.number())),
});

export type Entry = { object: string; tags: readonly string[] };
/** The entries of a shard, by file. */
export type Shard = ReadonlyMap<string, Entry>;

export function pointerKey(site: SiteId): string {
  return `sites/${site}/current`;
}

export function shardKey(site: SiteId, state: string, shard: number): string {
  return `sites/${site}/manifest/${state}/${shard}`;
}

export const objectsPrefix = 'objects/';

export function objectKey(object: string): string {
  return `${objectsPrefix}${object}`;
}

/** The shard of a file, by a hash (FNV-1a) that every environment works out at once. */
export function hashToShard(file: string, count: number): number {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(file)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return hash % count;
}

/** The parts of an object: the file, and after it what it is compressed to, where that is there. */
type ObjectParts = { hash: string; size: number; gzip: number; br: number };

/**
 * The name of an object. It has the lengths of its parts, so that whoever reads the name knows where they are.
 *
 * @example objectName({ hash: '4fZ', size: 4021, gzip: 980, br: 760 }); // '4fZ.4021.980.760'
 */
export function objectName({ hash, size, gzip, br }: ObjectParts): string {
  return [hash, size, gzip, br].join('.');
}

export function objectParts(name: string): ObjectParts {
  const [hash = '', size, gzip, br] = name.split('.');
  return { hash, size: Number(size), gzip: Number(gzip), br: Number(br) };
}

/** Where a part of an object is. */
export function getObjectPart({ size, gzip, br }: ObjectParts, part: 'file' | 'gzip' | 'br') {
  if (part === 'file') return { offset: 0, length: size };
  return part === 'gzip' ? { offset: size, length: gzip } : { offset: size + gzip, length: br };
}

export function readPointer(text: string): Pointer {
  return pointerSchema.parse(JSON.parse(text));
}

export function readShard(text: string): Shard {
  const { tags, files } = shardSchema.parse(JSON.parse(text));
  return new Map(
    Object.entries(files).map(([file, [object, ...numbers]]) => [
      file,
      { object, tags: numbers.flatMap((number) => tags[number] ?? []) },
    ]),
  );
}

/** Equal entries are written alike, whatever their order. */
export function writeShard(shard: Shard): string {
  const tags: string[] = [];
  const numbers = new Map<string, number>();
  const readNumber = (tag: string) => {
    let number = numbers.get(tag);
    if (number === undefined) {
      number = tags.push(tag) - 1;
      numbers.set(tag, number);
    }
    return number;
  };
  const files = emptyRecord<[string, ...number[]]>();
  for (const file of [...shard.keys()].toSorted()) {
    const entry = shard.get(file);
    if (entry) files[file] = [entry.object, ...entry.tags.toSorted().map(readNumber)];
  }
  return JSON.stringify({ tags, files });
}
