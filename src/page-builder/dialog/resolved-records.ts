import type { Locale } from '#domain/locales.ts';
import type { SiteId } from '#domain/sites.ts';
import type { Result } from '#domain/result.ts';
import type { ReferenceKind } from '#schema/fields.ts';
import type { ListQuery } from '#schema/lists.ts';
import type { ListResult } from '#view-model/list-results.ts';
import type { ReferenceTarget } from '#schema/references.ts';
import { call } from '#staff/calls/api.ts';

/** The limit of one call. */
const most = 200;

/**
 * Records and lists as views see them, cached while a dialog is open. Missing ones are requested, all of one turn of the
 * event loop with one call; listeners are called when answers arrive.
 */
export class ResolvedRecords {
  readonly #page: { site: SiteId; locale: Locale; pageId: number | null };
  readonly #records = new Map<string, unknown>();
  readonly #lists = new Map<string, ListResult>();
  readonly #quotes = new Map<string, Result<string>>();
  readonly #asked = new Set<string>();
  readonly #listeners = new Set<() => void>();
  #missingRecords: ReferenceTarget[] = [];
  #missingLists: ListQuery[] = [];
  #missingQuotes: string[] = [];
  #answers = 0;
  #problem: string | null = null;

  constructor({ site, locale, pageId }: { site: SiteId; locale: Locale; pageId: number }) {
    this.#page = { site, locale, pageId: pageId === -1 ? null : pageId };
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  /** Grows with every answer: the snapshot for `useSyncExternalStore`. */
  readonly answers = (): number => this.#answers;

  /** Why the last call failed. */
  get problem(): string | null {
    return this.#problem;
  }

  /** Null when there is no such record, undefined while it is not loaded. */
  record(kind: ReferenceKind, id: number): unknown {
    return this.#records.get(`${kind}:${id}`);
  }

  list(query: ListQuery): ListResult | undefined {
    return this.#lists.get(JSON.stringify(query));
  }

  /** What takes the place of a quote in a text; undefined while it is not loaded. */
  quote(text: string): Result<string> | undefined {
    return this.#quotes.get(text);
  }

  /** Requests what is neither loaded nor requested already. */
  request(references: readonly ReferenceTarget[], lists: readonly ListQuery[], quotes: readonly string[]): void {
    const wasIdle = this.#missing === 0;
    for (const { kind, id } of references) {
      if (this.#isNew(`${kind}:${id}`, this.#records)) this.#missingRecords.push({ kind, id });
    }
    for (const query of lists) {
      if (this.#isNew(JSON.stringify(query), this.#lists)) this.#missingLists.push(query);
    }
    for (const text of quotes) {
      if (this.#isNew(text, this.#quotes)) this.#missingQuotes.push(text);
    }
    if (wasIdle && this.#missing > 0) queueMicrotask(() => void this.#send());
  }

  get #missing(): number {
    return this.#missingRecords.length + this.#missingLists.length + this.#missingQuotes.length;
  }

  #isNew(key: string, known: ReadonlyMap<string, unknown>): boolean {
    if (known.has(key) || this.#asked.has(key)) return false;
    this.#asked.add(key);
    return true;
  }

  async #send(): Promise<void> {
    const references = this.#missingRecords.splice(0, most);
    const lists = this.#missingLists.splice(0, 10);
    const quotes = this.#missingQuotes.splice(0, most);
    const answer = await call('previewModule', { ...this.#page, references, lists, quotes });
    for (const { kind, id } of references) this.#asked.delete(`${kind}:${id}`);
    for (const query of lists) this.#asked.delete(JSON.stringify(query));
    for (const text of quotes) this.#asked.delete(text);
    this.#problem = answer.ok ? null : answer.failure.message;
    if (answer.ok) {
      for (const { kind, id, record } of answer.value.records) this.#records.set(`${kind}:${id}`, record);
      answer.value.lists.forEach((list, index) => {
        const query = lists[index];
        if (query) this.#lists.set(JSON.stringify(query), list);
      });
      answer.value.quotes.forEach((value, index) => {
        const text = quotes[index];
        if (text !== undefined) this.#quotes.set(text, value);
      });
    }
    this.#answers += 1;
    for (const listener of this.#listeners) listener();
  }
}
