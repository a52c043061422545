import { callFunction } from '#content/clients/call-function.ts';
import { describeError } from '#domain/describe-error.ts';
import type { Failure } from '#domain/result.ts';
import { DatabaseUnavailable } from '#content/clients/client.ts';
import type { Calls } from '#content/clients/database.ts';
import type { Origins } from '#kinds/reading/context.ts';
import type { PageContent, PageTarget } from '#content/reading/page-content.ts';
import { pageJson } from '#content/reading/page-json.ts';
import { ContentReader } from '#content/reader.ts';
import { InvalidRecord } from '#content/source/read-row.ts';
import { type Planned, type Source, plannedArguments } from '#content/source/source.ts';
import type { Trace } from '#kinds/reading/trace.ts';
import { renderCalendar } from './documents/calendar.ts';
import { renderFeed } from './documents/feed.ts';
import type { Feed } from '#content/reading/feeds.ts';
import { redirectRows, renderRedirects, resolveRedirects } from './documents/redirects.ts';
import { renderRobots } from './documents/robots.ts';
import { renderSitemap, renderSitemapIndex, sitemapAnswer, sitemapIndexAnswer } from './documents/sitemap.ts';
import { type CodeParts, drawingCode } from './code-parts.ts';
import { makeDrawingKey } from './drawing-key.ts';
import { hashBytes } from '#publish/hash-bytes.ts';
import { type OutputId, outputPath } from '#publish/output.ts';
import type { Priority, StagedFile } from '#publish/targets/target.ts';

/** Outputs whose content is read by one call: enough to make it cheap, few enough to hold. */
const readBatchSize = 50;

/** Renders one page's content to HTML through Astro: the same components as a draft. `later`: it is one of many that nobody waits for. */
export type RenderPage = (content: PageContent, priority?: Priority) => Promise<{ html: string; csp: string | null }>;

/** What changes an output: tags of rows, the types of modules that it was read with, by whose code, and the next moment. */
type Dependencies = { tags: string[]; types: string[]; nextChangeAt: string | null };

export type Rendered = Dependencies &
  (
    | {
        outcome: 'rendered';
        path: string;
        /** Holds until the next output of the same call is rendered, which is written over it. */
        bytes: Uint8Array;
        size: number;
        hash: string;
        /** Names all that a page was drawn from, code included; null for a document, which is written as soon as it is read. */
        given: string | null;
        media: string[];
        csp: string | null;
        /** What a page shows; null for a document. */
        content: PageContent | null;
      }
    // The page would be drawn from what its file was drawn from.
    // `staged`: and that is not live yet.
    | ({ outcome: 'same'; media: string[] } & LastDrawn)
    | { outcome: 'absent' }
    | { outcome: 'failed'; failure: Failure }
  );

/** A page with all that it shows, read but not yet rendered. */
type LoadedPage = { reader: ContentReader; path: string; content: PageContent; given: string | null };

/** An output that is rendered, as far as it can be. */
type Complete = Exclude<Rendered, { outcome: 'same' }>;

type Wanted = OutputId & { address: string | null };

/** The file of a page as it was drawn last. */
export type Drawn = { path: string; size: number; hash: string; given: string };

/** The same, with the staged file where it is not live. */
type LastDrawn = Drawn & { staged?: StagedFile };

export type RendererOptions = {
  calls: Calls;
  source: Source;
  origins: Origins;
  renderPage: RenderPage;
  /** Whether somebody waits for what is rendered. */
  priority?: Priority | undefined;
  /** Sitemaps and redirects as they are once it is live. */
  planned?: Planned | null;
  /** Paths that are gone with what is rendered: redirects say so. */
  left?: readonly string[] | undefined;
  /** Paths at which something is planned that is not there now. */
  taken?: readonly string[] | undefined;
  /** Names the code and the configuration that pages are rendered with; without it, what they are drawn from has no name. */
  code?: CodeParts | undefined;
};

/**
 * Encodes texts one after another into the same buffer: each is written to a file before the next one is encoded, so
 * thousands of pages cause no garbage collection.
 */
class PageEncoder {
  static readonly #encoder = new TextEncoder();
  #memory = Buffer.allocUnsafeSlow(64 * 1024);

  encode(text: string): Uint8Array {
    for (;;) {
      const { read, written } = PageEncoder.#encoder.encodeInto(text, this.#memory);
      if (read === text.length) return this.#memory.subarray(0, written);
      this.#memory = Buffer.allocUnsafeSlow(Math.max(this.#memory.length * 2, text.length * 3));
    }
  }
}

/**
 * Renders outputs of one site for one time. All of them share one source, so shared rows are read once.
 */
export class Renderer {
  readonly #calls: Calls;
  readonly #source: Source;
  readonly #origins: Origins;
  readonly #renderPage: RenderPage;
  readonly #priority: Priority | undefined;
  readonly #code: CodeParts | null;
  readonly #planned: ReturnType<typeof plannedArguments> | null;
  readonly #left: readonly string[];
  readonly #taken: readonly string[];

  constructor(options: RendererOptions) {
    this.#code = options.code ?? null;
    this.#planned = options.planned ? plannedArguments(options.planned) : null;
    this.#left = options.left ?? [];
    this.#taken = options.taken ?? [];
    this.#calls = options.calls;
    this.#source = options.source;
    this.#origins = options.origins;
    this.#renderPage = options.renderPage;
    this.#priority = options.priority;
  }

  /** Does not throw for content that cannot be shown: only that output fails. */
  async render(output: Wanted): Promise<Complete> {
    const loaded = await this.#load(output);
    return 'outcome' in loaded ? loaded : this.#draw(loaded, new PageEncoder());
  }

  /**
   * Renders outputs in their order. Each portion is read at once, the first one right away and each other while the one before
   * is rendered; within a portion pages are rendered one after another, so that the memory of one is free before the next
   * begins.
   * @param lastDrawn answers with the file of a page if it was drawn from the same at the same path, and is there: then it is not
   *   drawn again
   */
  renderAll<O extends Wanted>(
    outputs: readonly O[],
    lastDrawn: (output: O, path: string, given: string) => Promise<LastDrawn | null> = async () => null,
  ): AsyncIterable<{ output: O; rendered: Rendered }> {
    const readFrom = (start: number) => {
      const reading = outputs
        .slice(start, start + readBatchSize)
        .map(async (output) => ({ output, loaded: await this.#load(output) }));
      const portion = Promise.all(reading);
      // Handled where the promise is awaited.
      portion.catch(() => {});
      return portion;
    };
    const first = readFrom(0);
    const draw = async function* (this: Renderer) {
      const encoder = new PageEncoder();
      let next = first;
      for (let start = 0; start < outputs.length; start += readBatchSize) {
        const portion = await next;
        next = readFrom(start + readBatchSize);
        for (const { output, loaded } of portion) {
          if ('outcome' in loaded) yield { output, rendered: loaded };
          else {
            const drawn = loaded.given === null ? null : await lastDrawn(output, loaded.path, loaded.given);
            yield { output, rendered: drawn ? same(loaded, drawn) : await this.#draw(loaded, encoder) };
          }
        }
      }
    };
    return draw.call(this);
  }

  /** Errors in the content of an output fail that output alone; only an unavailable database stops all. */
  async #load(output: Wanted): Promise<Complete | LoadedPage> {
    const reader = new ContentReader(this.#source, output.locale, this.#origins);
    try {
      return await this.#read(reader, output);
    } catch (error) {
      if (error instanceof DatabaseUnavailable && !error.isOfContent) throw error;
      if (error instanceof InvalidRecord) reader.trace.tag(...error.tags);
      const message = describeError(error);
      await reader.traceUnreadable();
      return this.#failed(reader.trace, { code: 'invalid', message: `What it shows could not be read: ${message}` });
    }
  }

  /** Reads the content of an output; generated documents are complete with that. */
  async #read(reader: ContentReader, output: Wanted): Promise<Complete | LoadedPage> {
    const { trace } = reader;
    const path = outputPath(output, output.address);
    if (path === null) {
      return this.#failed(trace, {
        code: 'invalid',
        message: `The address ${JSON.stringify(output.address)} cannot be a path of the ${output.site} site, or belongs to another file of it. Give it another one.`,
      });
    }
    switch (output.kind) {
      case 'calendar':
        return this.#calendar(reader, output.ref, path);
      case 'catalog_part': {
        const part = await reader.catalogPart(output.ref);
        return part ? rendered(trace, path, JSON.stringify(part)) : absent(trace);
      }
      case 'list_feed':
        return this.#feed(reader, path, await reader.listFeed(output.ref));
      case 'not_found':
        return this.#page(reader, { kind: 'not_found' }, path);
      case 'feed':
        return this.#feed(reader, path, await reader.feed());
      case 'robots':
        return rendered(trace, path, renderRobots(this.#origins[output.site], await reader.disallowed()));
      case 'sitemap':
        return this.#sitemap(reader, output, path);
      case 'sitemap_index':
        return this.#sitemapIndex(trace, output, path);
      case 'redirects':
        return this.#redirects(trace, output, path);
      default:
        return this.#page(reader, { kind: output.kind, ref: output.ref }, path);
    }
  }

  async #page(reader: ContentReader, target: PageTarget, path: string): Promise<Complete | LoadedPage> {
    const content = await reader.load(target);
    if (content.ok) {
      const { moduleTypes } = reader.trace;
      const code = this.#code;
      const own = code && `${drawingCode(code, moduleTypes)}\n${pageJson(content.value)}`;
      const given = own && makeDrawingKey(own, content.value.frame.menus, await reader.readFrame(), code.drawing);
      return { reader, path, content: content.value, given };
    }
    return content.failure.code === 'not-found' ? absent(reader.trace) : this.#failed(reader.trace, content.failure);
  }

  async #draw({ reader, path, content, given }: LoadedPage, encoder: PageEncoder): Promise<Complete> {
    try {
      const { html, csp } = await this.#renderPage(content, this.#priority);
      return rendered(reader.trace, path, encoder.encode(html), { csp, content, given });
    } catch (error) {
      const message = describeError(error);
      return this.#failed(reader.trace, { code: 'invalid', message: `The page could not be rendered: ${message}` });
    }
  }

  #feed(reader: ContentReader, path: string, feed: Feed | null): Complete {
    return feed ? rendered(reader.trace, path, renderFeed(feed)) : absent(reader.trace);
  }

  async #calendar(reader: ContentReader, id: number, path: string): Promise<Complete> {
    const event = await reader.calendar(id);
    return event ? rendered(reader.trace, path, renderCalendar(event)) : absent(reader.trace);
  }

  async #sitemap(reader: ContentReader, { site, ref, listed }: OutputId, path: string): Promise<Complete> {
    const { trace } = reader;
    if (!listed) return absent(trace);
    const asked = { p_site: site, p_kind: listed, p_part: ref, p_at: this.#source.at };
    const { entries, next_change_at } = await (this.#planned
      ? callFunction(this.#calls, 'preview_sitemap', sitemapAnswer, { ...asked, ...this.#planned })
      : callFunction(this.#calls, 'read_sitemap', sitemapAnswer, asked));
    // A change of any record in it emits this tag.
    trace.tag(`sitemap:${listed}:${ref}`, `site:${site}`);
    trace.changesAt(next_change_at, this.#source.at);
    // A picture that is missing may come back.
    for (const { image_id } of entries) if (image_id !== null) trace.tag(`image/file:${image_id}`);
    if (entries.length === 0) return absent(trace);
    const rules = { disallow: await reader.disallowed(), mediaOrigin: this.#origins.media };
    return rendered(trace, path, renderSitemap(site, this.#origins[site], entries, rules));
  }

  async #sitemapIndex(trace: Trace, { site }: OutputId, path: string): Promise<Complete> {
    const asked = { p_site: site, p_at: this.#source.at };
    const files = await (this.#planned
      ? callFunction(this.#calls, 'preview_sitemap_index', sitemapIndexAnswer, { ...asked, ...this.#planned })
      : callFunction(this.#calls, 'read_sitemap_index', sitemapIndexAnswer, asked));
    trace.tag(`site:${site}`, `sitemaps:${site}`);
    return rendered(trace, path, renderSitemapIndex(this.#origins[site], files));
  }

  async #redirects(trace: Trace, { site }: OutputId, path: string): Promise<Complete> {
    const left = [...this.#left];
    const rows = await (this.#planned
      ? callFunction(this.#calls, 'preview_redirects', redirectRows, {
          p_site: site,
          p_left: left,
          p_taken: [...this.#taken],
          ...this.#planned,
        })
      : callFunction(this.#calls, 'read_redirects', redirectRows, {
          p_site: site,
          p_left: left.length > 0 ? left : undefined,
        }));
    trace.tag(`redirects:${site}`, `site:${site}`);
    for (const row of rows) {
      if (row.page_id !== null) trace.tag(`path:page:${row.page_id}`);
      if (row.row_kind !== null) trace.tag(`${row.row_kind}/link:${row.row_id}`);
      if (row.row_kind === 'product') trace.tag(`inventory:${row.row_id}`);
    }
    const { locales } = await this.#source.globals();
    return rendered(trace, path, renderRedirects(resolveRedirects(site, locales, rows, this.#origins)));
  }

  /** What could not be read has not named all that it depends on; any output may show the frame of its site. */
  #failed(trace: Trace, failure: Failure): Complete {
    trace.tag(`site:${this.#source.site}`, `globals:${this.#source.site}`);
    return { outcome: 'failed', failure, ...getDependencies(trace) };
  }
}

function getDependencies({ tags, moduleTypes, nextChangeAt }: Trace): Dependencies {
  return { tags: [...tags].toSorted(), types: [...moduleTypes].toSorted(), nextChangeAt };
}

function rendered(
  trace: Trace,
  path: string,
  text: string | Uint8Array,
  { csp, content, given }: Pick<Extract<Rendered, { outcome: 'rendered' }>, 'csp' | 'content' | 'given'> = {
    csp: null,
    content: null,
    given: null,
  },
): Complete {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text;
  return {
    outcome: 'rendered',
    path,
    bytes,
    size: bytes.length,
    hash: hashBytes(bytes),
    ...getDependencies(trace),
    media: [...trace.media],
    given,
    csp,
    content,
  };
}

function same({ reader: { trace } }: LoadedPage, drawn: LastDrawn): Rendered {
  return { outcome: 'same', ...drawn, ...getDependencies(trace), media: [...trace.media] };
}

function absent(trace: Trace): Complete {
  return { outcome: 'absent', ...getDependencies(trace) };
}
