import { z } from 'zod';
import { callFunction } from '#content/clients/call-function.ts';
import type { Locale } from '#domain/locales.ts';
import { isRecord, ownValue } from '#domain/objects.ts';
import { getKeys } from '#domain/objects.ts';
import type { SiteId } from '#domain/sites.ts';
import type { RowsQuery } from '#schema/lists.ts';
import { DatabaseUnavailable } from '#content/clients/client.ts';
import type { Calls } from '#content/clients/database.ts';
import type { Json } from '#database/database.types.ts';
import type { CachedGlobals, GlobalsCache } from './globals-cache.ts';
import { InvalidRecord, readRow } from './read-row.ts';
import type { CachedTree, Trees } from './tree-cache.ts';
import { type TreeNeeds, findNeeds } from './tree-needs.ts';
import { type GlobalsRow, globalsRow } from '#kinds/site/shapes.ts';
import { type PageRow, askedPageRow, pagesAnswer } from '#kinds/page/shapes.ts';
import type { RowKind } from '#kinds/registry.ts';
import { type ListRows, listAnswers } from '#kinds/list-answers.ts';
import { type RecordRow, type ShapeName, shapes } from '#kinds/shapes.ts';

export type View = 'published' | 'draft';

type PageAnswer = { page: PageRow; above: z.infer<typeof pagesAnswer>['above'] };

/** Caches of earlier sources of a publisher, and the last change that was applied before this source reads. */
type ReaderCaches = { trees: Trees | null; globals: GlobalsCache; watermark: number };

/** A page as it would be live: as its draft is, or with contents by locale; null where it is deleted, or `stays` as a draft. */
export type ProposedPage =
  | { page: number }
  | { page: number; parent: number | null; contents: Json | null; stays?: boolean };

function getEntry<V>(kinds: Map<ShapeName, Map<number, V>>, kind: ShapeName): Map<number, V> {
  let entry = kinds.get(kind);
  if (!entry) kinds.set(kind, (entry = new Map()));
  return entry;
}

/** A release as it is previewed: its drafts, and what was merged where something else was published since. */
export type PreviewedRelease = { id: number; merged: Json | null };

/** A record as it would be live: as its draft is, or with other rows by table; null where it is gone. */
export type PlannedRecord = { kind: string; id: number | string; rowsByTable?: Json };

/** What is seen as if it were live: pages and records, or a release. */
export type Planned =
  | { pages: readonly ProposedPage[]; records: readonly PlannedRecord[] }
  | { release: PreviewedRelease };

/** The arguments by which functions of the database read what is planned. */
export function plannedArguments(
  planned: Planned,
): { p_release: number; p_merged: Json | null } | { p_planned: Json; p_proposed: Json; p_proposed_records?: Json } {
  if ('release' in planned) return { p_release: planned.release.id, p_merged: planned.release.merged };
  const ids: Record<string, string[]> = {};
  const proposed: Record<string, Record<string, Json>> = {};
  for (const { kind, id, rowsByTable } of planned.records) {
    if (rowsByTable === undefined) (ids[kind] ??= []).push(String(id));
    else (proposed[kind] ??= {})[String(id)] = rowsByTable;
  }
  const hasRows = Object.keys(proposed).length > 0;
  return { p_planned: ids, p_proposed: [...planned.pages], ...(hasRows && { p_proposed_records: proposed }) };
}

/** Reads a preview as the server, which needs nobody who is signed in for it. */
export function plannedCalls(service: Calls): Calls {
  // What calls are given is JSON.
  return { rpc: (name, args) => service.rpc('read_planned', { p_call: name, p_args: (args ?? {}) as Json }) };
}

/** What is read of a record in place of what is live: a version that was live once, or its draft. */
export type ShownVersion = { kind: RowKind; id: number; number: number | 'draft' };

function versionArguments({
  kind,
  id,
  number,
}: ShownVersion): ReturnType<typeof plannedArguments> | { p_planned: Json; p_version: Json } {
  return number === 'draft'
    ? plannedArguments({ pages: [], records: [{ kind, id }] })
    : { p_planned: {}, p_version: { kind, id, number } };
}

type Waiting<T> = PromiseWithResolvers<T>;

/** The requests of one turn of the event loop. */
type Asked = {
  globals: (Waiting<GlobalsRow> & { known: CachedGlobals | null }) | null;
  pages: { id: number; locale: Locale; known: CachedTree | null; waiting: Waiting<PageAnswer | null> }[];
  records: Map<ShapeName, Set<number>>;
  recordsRead: Waiting<void>;
  lists: { locale: Locale; query: RowsQuery; waiting: Waiting<unknown> }[];
};

type ContentAnswer = z.infer<typeof contentAnswer>;
const contentAnswer = z.object({
  globals: z.unknown(),
  pages: pagesAnswer.nullable(),
  records: z.record(z.string(), z.record(z.string(), z.unknown())).nullable(),
  lists: z.record(z.string(), z.array(z.unknown())).nullable(),
});

/** Records that fill a page of their own: each is shown in full by one output in each locale, and large. */
const ownPage: ReadonlySet<ShapeName> = new Set(getKeys(shapes).filter((name) => name.endsWith('_detail')));

/**
 * Rows of one site at one time, read in bulk. All requests of one turn of the event loop are sent to the database in
 * one call, so a page costs two calls and a hundred pages cost two calls as well. Rows that pages share are cached; those of
 * single pages are not, so a source can serve a whole build with the memory of a batch.
 * A source is discarded after its batch or build: it never shows old rows to a later publish.
 */
export class Source {
  readonly site: SiteId;
  readonly view: View;
  /** ISO time that is shown. */
  readonly at: string;
  readonly #calls: Calls;
  /** Whether the drafts of records are read in place of the records. */
  readonly hasDrafts: boolean;
  /** The query by which Node answers an address with these drafts, and not a published file. */
  readonly query: string;
  /** Whether it is for a page of a preview, which leads to others and shows files that are not published yet. */
  readonly isPreview: boolean;
  readonly #planned: Planned | null;
  readonly #version: ShownVersion | null;
  readonly #opened: { kind: string; id: number } | null;
  readonly #caches: ReaderCaches | null;
  #globals: Promise<GlobalsRow> | null = null;
  readonly #scopes = new Map<Locale, object>();
  /** Rows that were read: null where there is none, and the error of those that cannot be shown. */
  readonly #rows = new Map<ShapeName, Map<number, unknown>>();
  readonly #coming = new Map<ShapeName, Map<number, Promise<void>>>();
  readonly #lists = new Map<string, Promise<unknown>>();
  #asked: Asked | null = null;

  constructor(
    calls: Calls,
    options: {
      site: SiteId;
      view: View;
      at: string;
      caches?: ReaderCaches;
      /** Reads the drafts of records in place of the records. Only members of the staff may: a publisher's key is refused. */
      drafts?: boolean;
      /** Reads all drafts of a release, and no others, in place of what is published. */
      release?: PreviewedRelease | null;
      /** Reads what would be live once this is published, to be compared with what is live. */
      planned?: Planned | null;
      /** Reads a version of a record, and no drafts of others. */
      version?: ShownVersion | null;
      /** The record whose page is previewed: it is shown before its time and after it, and while it is switched off. */
      opened?: { kind: string; id: number } | null;
    },
  ) {
    const { release = null, planned = null, version = null, drafts = false } = options;
    this.#planned = planned ?? (release && { release });
    this.#version = version;
    this.hasDrafts = this.#planned !== null || version !== null || drafts;
    this.isPreview = this.hasDrafts && planned === null;
    this.query = !this.isPreview
      ? ''
      : release
        ? `?release=${release.id}&at=${encodeURIComponent(options.at)}`
        : '?draft=true';
    this.#opened = options.opened ?? version;
    this.#calls = calls;
    this.#caches = options.caches ?? null;
    this.site = options.site;
    this.view = options.view;
    this.at = options.at;
  }

  globals(): Promise<GlobalsRow> {
    if (!this.#globals) {
      const waiting = Promise.withResolvers<GlobalsRow>();
      this.#ask().globals = { ...waiting, known: this.#caches?.globals.get(this.site) ?? null };
      this.#globals = waiting.promise;
    }
    return this.#globals;
  }

  /** The cache of all pages of a locale is attached to this object (`oncePerRow`). */
  getScope(locale: Locale): object {
    let scope = this.#scopes.get(locale);
    if (!scope) this.#scopes.set(locale, (scope = {}));
    return scope;
  }

  page(id: number, locale: Locale): Promise<PageAnswer | null> {
    const waiting = Promise.withResolvers<PageAnswer | null>();
    const known = this.#caches?.trees?.get(id, locale) ?? null;
    this.#ask().pages.push({ id, locale, known, waiting });
    const needs = known && findNeeds(known.modules);
    if (needs) this.#readAhead(locale, needs);
    return waiting.promise;
  }

  /** Asks beside a page for what its tree has named before: mostly it names the same, and nothing else has to be read. */
  #readAhead(locale: Locale, { records, lists }: TreeNeeds): void {
    const ahead: Promise<unknown>[] = [this.readRows(records)];
    for (const query of lists) {
      // The section of a page depends on where it is, and a record that fills a page is not retained.
      if (query.list !== 'pages' && query.list !== 'product_detail') ahead.push(this.list(locale, query));
    }
    // Whoever needs it is told of a failure.
    for (const one of ahead) one.catch(() => {});
  }

  /** Reads the rows that are not known yet, after which `row` answers for each of these. */
  async readRows(targets: readonly { kind: ShapeName; id: number }[]): Promise<void> {
    const waits = new Set<Promise<void>>();
    for (const { kind, id } of targets) {
      if (getEntry(this.#rows, kind).has(id)) continue;
      const coming = getEntry(this.#coming, kind);
      let wait = coming.get(id);
      if (!wait) {
        const { records, recordsRead } = this.#ask();
        const ids = records.get(kind);
        if (ids) ids.add(id);
        else records.set(kind, new Set([id]));
        coming.set(id, (wait = recordsRead.promise));
      }
      waits.add(wait);
    }
    if (waits.size > 0) await Promise.all(waits);
  }

  /** A row that was read before; null when there is none. Throws `InvalidRecord` for one that does not satisfy its schema. */
  row<K extends ShapeName>(kind: K, id: number): RecordRow<K> | null {
    const row = this.#rows.get(kind)?.get(id) ?? null;
    if (row instanceof InvalidRecord) throw row;
    // Each row was parsed with its kind's schema before it was stored under that kind.
    return row as RecordRow<K> | null;
  }

  async record<K extends ShapeName>(kind: K, id: number): Promise<RecordRow<K> | null> {
    await this.readRows([{ kind, id }]);
    return this.row(kind, id);
  }

  list<L extends RowsQuery['list']>(locale: Locale, query: Extract<RowsQuery, { list: L }>): Promise<ListRows[L]> {
    const key = `${locale}:${JSON.stringify(query)}`;
    let answer = this.#lists.get(key);
    if (!answer) {
      const waiting = Promise.withResolvers<unknown>();
      this.#ask().lists.push({ locale, query, waiting });
      answer = waiting.promise;
      this.#lists.set(key, answer);
    }
    return answer as Promise<ListRows[L]>;
  }

  #ask(): Asked {
    if (!this.#asked) {
      this.#asked = { globals: null, pages: [], records: new Map(), recordsRead: Promise.withResolvers(), lists: [] };
      setImmediate(() => void this.#read());
    }
    return this.#asked;
  }

  async #read(): Promise<void> {
    const asked = this.#asked;
    if (!asked) return;
    this.#asked = null;
    // Handled where records are awaited.
    asked.recordsRead.promise.catch(() => {});
    try {
      this.#take(asked, await this.#answer(asked));
    } catch (error) {
      if (error instanceof DatabaseUnavailable && error.isOfContent) await this.#readApart(asked);
      else reject(asked, error);
    }
    for (const [kind, ids] of asked.records) for (const id of ids) this.#coming.get(kind)?.delete(id);
  }

  #answer({ globals, pages, records, lists }: Asked): Promise<ContentAnswer> {
    const listsByLocale = Map.groupBy(lists, ({ locale }) => locale);
    const asked = {
      p_site: this.site,
      // What is planned is read as what is published.
      p_view: this.#planned ? 'published' : this.view,
      p_at: this.at,
      p_globals: globals !== null,
      p_pages: pages.map((page) => [page.id, page.locale, page.known?.version ?? null]),
      p_records: Object.fromEntries([...records].map(([kind, ids]) => [kind, [...ids]])),
      p_lists: Object.fromEntries(
        [...listsByLocale].map(([locale, those]) => [locale, those.map(({ query }) => query)]),
      ),
    };
    if (this.hasDrafts) {
      const planned = this.#version
        ? versionArguments(this.#version)
        : this.#planned && plannedArguments(this.#planned);
      return callFunction(this.#calls, 'preview_content', contentAnswer, { ...asked, ...planned });
    }
    return callFunction(this.#calls, 'read_content', contentAnswer, { ...asked, p_known_globals: globals?.known?.seq });
  }

  /** Asks for one thing at a time, so that what cannot be read fails alone. */
  async #readApart(asked: Asked): Promise<void> {
    const nothing = { globals: null, pages: [], records: new Map(), lists: [] };
    const { recordsRead } = asked;
    for (const part of [
      ...(asked.globals ? [{ ...nothing, globals: asked.globals, recordsRead }] : []),
      ...asked.pages.map((page) => ({ ...nothing, pages: [page], recordsRead })),
      ...asked.lists.map((list) => ({ ...nothing, lists: [list], recordsRead })),
    ]) {
      try {
        this.#takeOthers(part, await this.#answer(part));
      } catch (error) {
        part.globals?.reject(error);
        for (const { waiting } of [...part.pages, ...part.lists]) waiting.reject(error);
      }
    }
    try {
      const answers: Record<string, Record<string, unknown>> = {};
      for (const [kind, ids] of asked.records) {
        const rows: Record<string, unknown> = (answers[kind] = {});
        for (const id of ids) rows[id] = await this.#readRecord(kind, id, recordsRead);
      }
      this.#takeRecords(asked.records, answers);
      recordsRead.resolve();
    } catch (error) {
      recordsRead.reject(error);
    }
  }

  async #readRecord(kind: ShapeName, id: number, recordsRead: Waiting<void>): Promise<unknown> {
    const records = new Map([[kind, new Set([id])]]);
    try {
      const { records: answer } = await this.#answer({ globals: null, pages: [], records, recordsRead, lists: [] });
      return ownValue(answer?.[kind], String(id));
    } catch (error) {
      if (error instanceof DatabaseUnavailable && error.isOfContent) return new InvalidRecord(kind, id, error.message);
      throw error;
    }
  }

  #take(asked: Asked, answer: ContentAnswer): void {
    this.#takeOthers(asked, answer);
    this.#takeRecords(asked.records, answer.records ?? {});
    asked.recordsRead.resolve();
  }

  #takeOthers({ globals, pages, lists }: Asked, answer: ContentAnswer): void {
    if (globals) this.#takeGlobals(globals, answer.globals);
    this.#takePages(pages, answer.pages);
    for (const [locale, those] of Map.groupBy(lists, (list) => list.locale)) {
      those.forEach(({ query, waiting }, index) => {
        const schema: z.ZodType = listAnswers[query.list];
        const rows = readRow(`list of ${query.list}`, 0, schema, answer.lists?.[locale]?.[index]);
        if (rows instanceof InvalidRecord) waiting.reject(rows);
        else waiting.resolve(rows);
      });
    }
  }

  #takeGlobals({ known, resolve, reject: refuse }: NonNullable<Asked['globals']>, answer: unknown): void {
    const name = `menus and settings of ${this.site}`;
    const row: GlobalsRow | InvalidRecord = answer
      ? readRow(name, 0, globalsRow, answer)
      : (known?.row ?? new InvalidRecord(name, 0, 'there is no such site'));
    if (row instanceof InvalidRecord) return refuse(row);
    if (this.#caches) this.#caches.globals.set(this.site, { seq: this.#caches.watermark, row });
    resolve(row);
  }

  #takePages(asked: Asked['pages'], answer: z.infer<typeof pagesAnswer> | null): void {
    asked.forEach(({ id, locale, known, waiting }, index) => {
      const stored = answer?.pages[index] ?? null;
      const page = isTooDeep(stored)
        ? new InvalidRecord('page', id, tooDeep)
        : readRow('page', id, askedPageRow, stored, { isMeasured: false });
      if (page instanceof InvalidRecord) return waiting.reject(page);
      const modules = page?.modules ?? known?.modules;
      if (!answer || !page || !modules) return waiting.resolve(null);
      if (page.version) this.#caches?.trees?.set(id, locale, { version: page.version, modules });
      waiting.resolve({ page: { ...page, modules }, above: answer.above });
    });
  }

  #takeRecords(asked: Asked['records'], answer: Record<string, Record<string, unknown>>): void {
    // Whoever asked for those of the answer before has them by now.
    for (const kind of ownPage) this.#rows.get(kind)?.clear();
    for (const [kind, ids] of asked) {
      const rows = getEntry(this.#rows, kind);
      for (const id of ids) {
        const schema: z.ZodType = shapes[kind].nullable();
        const row = ownValue(answer[kind], String(id)) ?? null;
        rows.set(id, row instanceof InvalidRecord ? row : readRow(kind, id, schema, this.#showOpened(kind, row)));
      }
    }
  }

  #asShown(row: Record<string, unknown>): Record<string, unknown> {
    const from = row['publish_from'];
    const isEarly = typeof from === 'string' && Date.parse(from) > Date.parse(this.at);
    return { ...row, is_published: true, publish_from: isEarly ? this.at : from, publish_until: null };
  }

  #showOpened(kind: ShapeName, row: unknown): unknown {
    if (this.#opened && kind === `${this.#opened.kind}_detail` && isRecord(row) && row['id'] === this.#opened.id)
      return this.#asShown(row);
    return row;
  }
}

function reject({ globals, pages, recordsRead, lists }: Asked, error: unknown): void {
  globals?.reject(error);
  recordsRead.reject(error);
  for (const { waiting } of [...pages, ...lists]) waiting.reject(error);
}

/** Deeper than any structure that was ever possible; modules beyond `maxDepth` are reported as errors. */
const deepestTree = 50;
const tooDeep = `Its modules are nested more than ${deepestTree} levels deep`;

/** Whether the modules of a stored page nest so deep that reading them would run out of stack. */
function isTooDeep(page: unknown): boolean {
  const below = (parent: unknown, key: string): unknown[] => {
    const children = isRecord(parent) ? ownValue(parent, key) : null;
    return Array.isArray(children) ? children : [];
  };
  let level = below(page, 'modules');
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > deepestTree) return true;
    level = level.flatMap((module) => below(module, 'children'));
  }
  return false;
}
