import { z } from 'zod';
import type { Locale } from '#domain/locales.ts';
import type { SiteId } from '#domain/sites.ts';
import type { ListQuery } from '#modules/lists.ts';
import { type Client, expectData } from './client.ts';
import {
  type GlobalsRow,
  type PageRow,
  type RecordKind,
  type RecordRow,
  articleRow,
  globalsRow,
  pagesAnswer,
  productRow,
  recordRows,
} from './records/raw.ts';

export type View = 'published' | 'draft';

export type PageAnswer = { page: PageRow; above: z.infer<typeof pagesAnswer>['above'] };

const listAnswer = {
  articles: z.object({ items: z.array(articleRow), next_change_at: z.string().nullable() }),
  products: z.object({ items: z.array(productRow), next_change_at: z.string().nullable() }),
};
export type ListRows = { [L in ListQuery['list']]: z.infer<(typeof listAnswer)[L]> };

/** A page as it would stand once its draft is published: what leads to it is read as if it stood there already. */
export type ForeseenPage = Pick<PageRow, 'id' | 'site' | 'route' | 'parent_id' | 'addresses'> & {
  /** The pages above it, as they are published. */
  above: PageAnswer['above'];
};

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

type Waiting<T> = { resolve: (value: T) => void; reject: (reason: unknown) => void };

/** Records that fill a page of their own: each is shown in full by one output in each locale, and large. */
const ownPage: ReadonlySet<RecordKind> = new Set(['product_detail', 'article_detail']);

/**
 * Rows of one site at one moment, read in bulk. Whatever is asked for in one turn of the event loop goes to the database in
 * one call a kind of call, so a page costs two calls and a hundred pages cost two calls as well. What pages share is
 * remembered; what one page shows is not, so a source may serve a whole build in the memory of a batch.
 * A source is thrown away after the batch or build it was made for: it never shows old rows to a later publish.
 */
export class Source {
  readonly site: SiteId;
  readonly view: View;
  /** ISO time that is shown. */
  readonly at: string;
  readonly #client: Client;
  readonly #foreseen: ForeseenPage | null;
  #globals: Promise<GlobalsRow> | null = null;
  readonly #scopes = new Map<Locale, object>();
  readonly #records = new Map<string, Promise<unknown>>();
  readonly #lists = new Map<string, Promise<unknown>>();
  #waitingPages: { id: number; locale: Locale; waiting: Waiting<PageAnswer | null> }[] = [];
  #waitingRecords: { kind: RecordKind; id: number; waiting: Waiting<unknown> }[] = [];
  #waitingLists: { locale: Locale; query: ListQuery; waiting: Waiting<unknown> }[] = [];
  #scheduled = false;

  constructor(client: Client, options: { site: SiteId; view: View; at: string; foreseen?: ForeseenPage | null }) {
    this.#client = client;
    this.#foreseen = options.foreseen ?? null;
    this.site = options.site;
    this.view = options.view;
    this.at = options.at;
  }

  globals(): Promise<GlobalsRow> {
    this.#globals ??= this.#readGlobals();
    return this.#globals;
  }

  /** What is kept for all pages of a locale hangs on this object (`oncePerRow`). */
  scopeOf(locale: Locale): object {
    let scope = this.#scopes.get(locale);
    if (!scope) this.#scopes.set(locale, (scope = {}));
    return scope;
  }

  async #readGlobals(): Promise<GlobalsRow> {
    const globals = await expectData(
      'read_globals',
      this.#client.rpc('read_globals', { p_site: this.site }),
      globalsRow,
    );
    const page = this.#foreseen;
    if (!page) return globals;
    const { addresses, route } = page;
    const links = Object.entries(globals.links).map(
      ([id, link]) => [id, link?.page_id === page.id ? { ...link, addresses } : link] as const,
    );
    const routes =
      route !== null && page.site === this.site ? { ...globals.routes, [route]: addresses } : globals.routes;
    return { ...globals, links: Object.fromEntries(links), routes };
  }

  page(id: number, locale: Locale): Promise<PageAnswer | null> {
    return new Promise((resolve, reject) => {
      this.#waitingPages.push({ id, locale, waiting: { resolve, reject } });
      this.#schedule();
    });
  }

  record<K extends RecordKind>(kind: K, id: number): Promise<RecordRow<K> | null> {
    const key = `${kind}:${id}`;
    let answer = this.#records.get(key);
    if (!answer) {
      answer = new Promise((resolve, reject) => {
        this.#waitingRecords.push({ kind, id, waiting: { resolve, reject } });
        this.#schedule();
      });
      if (!ownPage.has(kind)) this.#records.set(key, answer);
    }
    // The map's key names the kind, and each row was parsed with that kind's schema before it was stored.
    return answer as Promise<RecordRow<K> | null>;
  }

  list<L extends ListQuery['list']>(locale: Locale, query: Extract<ListQuery, { list: L }>): Promise<ListRows[L]> {
    const key = `${locale}:${JSON.stringify(query)}`;
    let answer = this.#lists.get(key);
    if (!answer) {
      answer = new Promise((resolve, reject) => {
        this.#waitingLists.push({ locale, query, waiting: { resolve, reject } });
        this.#schedule();
      });
      this.#lists.set(key, answer);
    }
    return answer as Promise<ListRows[L]>;
  }

  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      void this.#flushPages();
      void this.#flushRecords();
      void this.#flushLists();
    });
  }

  async #flushPages(): Promise<void> {
    const asked = this.#waitingPages;
    if (asked.length === 0) return;
    this.#waitingPages = [];
    try {
      const answer = await expectData(
        'read_pages',
        this.#client.rpc('read_pages', {
          p_view: this.view,
          p_targets: asked.map(({ id, locale }) => [id, locale]),
        }),
        pagesAnswer,
      );
      const foreseen = this.#foreseen;
      if (foreseen && answer.above[String(foreseen.id)]) {
        const { id, parent_id, addresses, above } = foreseen;
        answer.above = { ...above, ...answer.above, [String(id)]: { parent_id, addresses } };
      }
      asked.forEach(({ waiting }, index) => {
        const page = answer.pages[index] ?? null;
        waiting.resolve(page && { page, above: answer.above });
      });
    } catch (error) {
      for (const { waiting } of asked) waiting.reject(error);
    }
  }

  async #flushRecords(): Promise<void> {
    const asked = this.#waitingRecords;
    if (asked.length === 0) return;
    this.#waitingRecords = [];
    const requests: Partial<Record<RecordKind, number[]>> = {};
    for (const { kind, id } of asked) (requests[kind] ??= []).push(id);
    try {
      const answer = await expectData(
        'read_records',
        this.#client.rpc('read_records', { p_requests: requests }),
        z.record(z.string(), z.record(z.string(), z.unknown())),
      );
      for (const { kind, id, waiting } of asked) {
        const row = this.#foresee(kind, answer[kind]?.[String(id)] ?? null);
        const parsed = recordRows[kind].nullable().safeParse(row);
        if (parsed.success) waiting.resolve(parsed.data);
        else waiting.reject(new InvalidRecord(kind, id, parsed.error));
      }
    } catch (error) {
      for (const { waiting } of asked) waiting.reject(error);
    }
  }

  #foresee(kind: RecordKind, row: unknown): unknown {
    const page = this.#foreseen;
    if (!page || !isRecord(row)) return row;
    const leadsThere = (kind === 'link' && row['page_id'] === page.id) || (kind === 'page' && row['id'] === page.id);
    return leadsThere ? { ...row, addresses: page.addresses } : row;
  }

  async #flushLists(): Promise<void> {
    const all = this.#waitingLists;
    if (all.length === 0) return;
    this.#waitingLists = [];
    for (const asked of Map.groupBy(all, ({ locale }) => locale).values()) {
      try {
        const answers = await expectData(
          'read_lists',
          this.#client.rpc('read_lists', {
            p_site: this.site,
            p_locale: asked[0]?.locale ?? 'en',
            p_at: this.at,
            p_queries: asked.map(({ query }) => query),
          }),
          z.array(z.unknown()),
        );
        asked.forEach(({ query, waiting }, index) => {
          const parsed = listAnswer[query.list].safeParse(answers[index]);
          if (parsed.success) waiting.resolve(parsed.data);
          else waiting.reject(new InvalidRecord(`list of ${query.list}`, 0, parsed.error));
        });
      } catch (error) {
        for (const { waiting } of asked) waiting.reject(error);
      }
    }
  }
}

/** A row that the database holds does not satisfy its schema: whoever shows it keeps its last good output. */
export class InvalidRecord extends Error {
  override readonly name = 'InvalidRecord';
  readonly record: string;
  readonly field: string;
  readonly reason: string;
  constructor(kind: string, id: number, error: z.ZodError) {
    const issue = error.issues[0];
    const record = id === 0 ? kind : `${kind} ${id}`;
    super(`The ${record} is not valid at ${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`);
    this.record = record;
    this.field = issue?.path.join('.') ?? '';
    this.reason = issue?.message ?? '';
  }
}
