import { z } from 'zod';
import { type Result, fail, ok } from '#domain/result.ts';
import { type Client, expectData } from '#content/client.ts';
import { titlePath } from '#content/records/list-records.ts';
import { kindOf } from '#kinds/kinds.ts';
import { type KindName, notFound, wordsOf } from '#kinds/registry.ts';
import type { Json } from '#schema/record-fields.ts';
import type { RecordWords } from './cells.ts';
import type { SheetColumn } from './columns.ts';

/** The ids of the records that values of a column name. */
export function idsIn({ meta }: Pick<SheetColumn, 'meta'>, value: Json | undefined): number[] {
  if (meta.widget === 'reference') return typeof value === 'number' ? [value] : [];
  if (meta.widget !== 'references' || !Array.isArray(value)) return [];
  return value.filter((id) => typeof id === 'number');
}

/** The words of a cell that name records. */
export function wordsIn({ meta }: Pick<SheetColumn, 'meta'>, cell: string): string[] {
  const words = meta.widget === 'reference' ? [cell] : meta.widget === 'references' ? cell.split(/[;\n]/) : [];
  return words.map((word) => word.trim()).filter(Boolean);
}

const namedWords = z.record(z.string(), z.string());
const foundIds = z.record(z.string(), z.array(z.number()));

/** Reads how cells name records, each word and each id once. */
export class StoredWords implements RecordWords {
  readonly #service: Client;
  readonly #words = new Map<KindName, Map<number, string>>();
  readonly #ids = new Map<KindName, Map<string, readonly number[]>>();

  constructor(service: Client) {
    this.#service = service;
  }

  /** Reads the words for ids; `wordOf` knows them from then on. */
  async loadWords(kind: KindName, ids: Iterable<number>): Promise<void> {
    const known = ofKind(this.#words, kind);
    const missing = [...new Set(ids)].filter((id) => !known.has(id));
    if (missing.length === 0) return;
    const query = this.#service.rpc('record_words', {
      p_kind: kind,
      p_title: titlePath(kindOf(kind)),
      p_ids: missing.map(String),
    });
    const found = await expectData('record_words', query, namedWords);
    for (const id of missing) known.set(id, found[id] ?? `#${id}`);
  }

  /** Reads the records that words name; `idOf` knows them from then on. */
  async loadIds(kind: KindName, words: Iterable<string>): Promise<void> {
    const known = ofKind(this.#ids, kind);
    const missing = [...new Set([...words].map(searchedFor))].filter((word) => !known.has(word));
    if (missing.length === 0) return;
    const query = this.#service.rpc('find_records_by_words', {
      p_kind: kind,
      p_title: titlePath(kindOf(kind)),
      p_words: missing,
    });
    const found = await expectData('find_records_by_words', query, foundIds);
    for (const word of missing) known.set(word, found[word] ?? []);
  }

  wordOf(kind: KindName, id: number): string {
    return this.#words.get(kind)?.get(id) ?? `#${id}`;
  }

  idOf(kind: KindName, word: string): Result<number> {
    const ids = this.#ids.get(kind)?.get(searchedFor(word)) ?? [];
    const [id] = ids;
    if (id === undefined) return fail('invalid', `${notFound(kind)}: “${word}”.`);
    if (ids.length === 1) return ok(id);
    const choices = ids.slice(0, 3).map((one) => `“${word} #${one}”`);
    return fail('invalid', `${ids.length} ${wordsOf(kind).many} are called “${word}”. Write ${choices.join(' or ')}.`);
  }
}

function ofKind<K, V>(map: Map<KindName, Map<K, V>>, kind: KindName): Map<K, V> {
  const found = map.get(kind) ?? new Map<K, V>();
  map.set(kind, found);
  return found;
}

/** An id behind a title tells alone which record it is. */
function searchedFor(word: string): string {
  const id = /(?:^|\s)#(\d{1,15})$/.exec(word.trim())?.[1];
  return id === undefined ? word.trim() : `#${id}`;
}
