import { ownValue } from '#domain/objects.ts';
import type { Locale } from '#domain/locales.ts';
import { type RouteKey, matchRoute } from '#domain/addresses/routes.ts';
import { type Issue, type Result, ok } from '#domain/result.ts';
import { type CalendarEvent, readCalendar } from '#kinds/event/calendar.ts';
import { getOwnPage } from '#kinds/own-pages.ts';
import type { PagedKind } from '#kinds/places.ts';
import { type SiteId, getLocales, withLocale } from '#domain/sites.ts';
import type { ListQuery } from '#schema/lists.ts';
import type { ListResult } from '#view-model/list-results.ts';
import type { DraftModule } from '#modules/placed.ts';
import type { ReferenceTarget } from '#schema/references.ts';
import type { Origins, ReadContext } from '#kinds/reading/context.ts';
import { breadcrumbsAbove, makeFrame, pagePaths, privacyPath, sharedFrame } from './reading/frame.ts';
import { type Feed, listFeedPath, readListFeed, readSiteFeed } from './reading/feeds.ts';
import { type PageContent, type PageTarget, toFailure } from './reading/page-content.ts';
import { type QuotableValue, quotableValues } from './quotes/quoted-values.ts';
import { answerQuotes, fillPage, fillTexts, findQuoteIssues } from './quotes/fill-page.ts';
import { readList } from './reading/read-list.ts';
import { readOwnPage } from './reading/own-page.ts';
import { resolveRow } from '#kinds/resolvers.ts';
import { type BrokenModules, readModules } from './reading/read-modules.ts';
import { type PagePosition, type Reading, missing, organizationData } from './reading/reading.ts';
import { resolveCatalogEntry } from '#kinds/product/resolve-catalog-entry.ts';
import { addressFor, resolveMenuLead } from '#kinds/link/resolve.ts';
import type { SharedFrame } from '#view-model/frame.ts';
import type { MenuFrame } from '#view-model/menu-items.ts';
import type { GlobalsRow } from '#kinds/site/shapes.ts';
import type { PageRow, StoredModule } from '#kinds/page/shapes.ts';
import { readScreen } from './screens/screens.ts';
import type { CatalogPart } from '#view-model/screens/screen-content.ts';
import { InvalidRecord } from './source/read-row.ts';
import type { Source, View } from './source/source.ts';
import { Trace, unreadableTag } from '#kinds/reading/trace.ts';

/** Records and list answers in the order in which they were asked for; null for a record that is not to be shown. */
type Resolution = {
  records: (ReferenceTarget & { record: unknown })[];
  lists: ListResult[];
  /** What takes the place of each quote, or why nothing does. */
  quotes: Result<string>[];
};

type LoadOptions = { brokenModules?: BrokenModules };

/**
 * The only way in which a page reads data: bound to a site, a locale, a view and a time. Every read adds its
 * tags to the trace, so the dependencies of a page are complete without being declared.
 */
export class ContentReader {
  readonly site: SiteId;
  readonly locale: Locale;
  readonly trace = new Trace();
  readonly #source: Source;
  readonly #origins: Origins;

  constructor(source: Source, locale: Locale, origins: Origins) {
    this.#source = source;
    this.site = source.site;
    this.locale = locale;
    this.#origins = origins;
  }

  get view(): View {
    return this.#source.view;
  }

  #reading(globals: GlobalsRow, here: PagePosition | null = null): Reading {
    // The site decides in which locales there is something to link to.
    this.trace.tag(`site:${this.site}`);
    const context: ReadContext = {
      site: this.site,
      locale: this.locale,
      locales: getLocales(this.site).filter((locale) => globals.locales.includes(locale)),
      at: this.#source.at,
      origins: this.#origins,
      // Only the site of an editor's session shows files that are not published yet.
      mediaOrigin: this.view === 'published' && !this.#source.isPreview ? this.#origins.media : undefined,
      trace: this.trace,
      scope: this.#source.getScope(this.locale),
      routePath: (key: RouteKey) => addressFor(globals.routes[key], this.locale)?.href ?? null,
      privacyPath: () => privacyPath(globals, context),
    };
    return { source: this.#source, context, globals, here };
  }

  /** The content of a page; `not-found` when there is none at this time, `invalid` with every issue when it cannot be shown. */
  async load(target: PageTarget, { brokenModules = 'fail' }: LoadOptions = {}): Promise<Result<PageContent>> {
    try {
      const content = await this.#content(target, brokenModules);
      return content.ok
        ? await fillPage(content.value, this.#reading(await this.#source.globals()), brokenModules)
        : content;
    } catch (error) {
      if (error instanceof InvalidRecord) {
        await this.traceUnreadable();
        this.trace.tag(...error.tags);
        return {
          ok: false,
          failure: {
            code: 'invalid',
            message: error.message,
            detail: [{ module: null, type: error.record, field: error.field, reason: error.reason }],
          },
        };
      }
      throw error;
    }
  }

  /**
   * Adds what may mend an output whose content cannot be read. Which of the rows that were read together is the wrong one, and what
   * it is made of, is not known: any change may be the one, unless the site as a whole cannot be read.
   */
  async traceUnreadable(): Promise<void> {
    this.trace.tag(`site:${this.site}`, `globals:${this.site}`);
    const isSiteReadable = await this.#source.globals().then(
      () => true,
      () => false,
    );
    if (isSiteReadable) this.trace.tag(unreadableTag);
  }

  #content(target: PageTarget, brokenModules: BrokenModules): Promise<Result<PageContent>> {
    switch (target.kind) {
      case 'page':
        return this.#page(target.ref, brokenModules);
      case 'not_found':
        return this.#notFound();
      default:
        return this.#detail(target.kind, target.ref);
    }
  }

  /** A record's own page. The record is read beside the globals, in one call. */
  async #detail(kind: PagedKind, id: number): Promise<Result<PageContent>> {
    const [globals] = await Promise.all([
      this.#source.globals(),
      this.#source.readRows(getOwnPage(kind).shapes.map((shape) => ({ kind: shape, id }))),
    ]);
    return readOwnPage(kind, id, this.#reading(globals));
  }

  /**
   * The data of a module's view besides its own: records by reference, and lists, as a page would show them.
   * `pageId` is the module's page, for lists of its section; `quotes` are the quotes of products in the module's texts.
   */
  async resolve(
    references: readonly ReferenceTarget[],
    queries: readonly ListQuery[],
    pageId: number | null,
    quotes: readonly string[] = [],
  ): Promise<Result<Resolution>> {
    try {
      const [globals, answer] = await Promise.all([
        this.#source.globals(),
        pageId !== null && queries.some(({ list }) => list === 'pages') ? this.#source.page(pageId, this.locale) : null,
        this.#source.readRows(references),
      ]);
      const here = answer && pageId !== null ? getPosition(answer.page) : null;
      const reading = this.#reading(globals, here);
      const lists = await Promise.all(queries.map((query) => readList(query, reading)));
      const records = references.map(({ kind, id }) => ({
        kind,
        id,
        record: resolveRow(kind, id, this.#source.row(kind, id), reading.context) ?? null,
      }));
      const filled = await fillTexts({ records, lists }, reading, 'keep');
      return ok({ ...filled, quotes: await answerQuotes(quotes, reading) });
    } catch (error) {
      if (error instanceof InvalidRecord) return { ok: false, failure: { code: 'invalid', message: error.message } };
      throw error;
    }
  }

  /** Modules without a page, with everything that they show, as they would be on a page. */
  async readModules(stored: readonly StoredModule[], pageId: number | null): Promise<readonly DraftModule[]> {
    const [globals, answer] = await Promise.all([
      this.#source.globals(),
      pageId === null ? null : this.#source.page(pageId, this.locale),
    ]);
    const here = answer && pageId !== null ? getPosition(answer.page) : null;
    const reading = this.#reading(globals, here);
    return fillTexts((await readModules(stored, reading, 'keep')).modules, reading, 'keep');
  }

  async #page(id: number, brokenModules: BrokenModules): Promise<Result<PageContent>> {
    this.trace.tag(`page:${id}`);
    const [answer, globals] = await Promise.all([this.#source.page(id, this.locale), this.#source.globals()]);
    if (!answer) return missing(`page ${id}`);
    const { page, above } = answer;
    const reading = this.#reading(globals, getPosition(page));
    const { context } = reading;
    const paths = pagePaths(page);
    const ogImageId = page.seo.og_image ?? null;
    // A picture that is missing may come back.
    if (ogImageId !== null) this.trace.tag(`image/file:${ogImageId}`);
    const [{ modules, issues }, screen] = await Promise.all([
      readModules(page.modules, reading, brokenModules, ogImageId === null ? [] : [{ kind: 'image', id: ogImageId }]),
      readScreen(page.route ?? findRoute(paths[context.locale], context), reading),
    ]);
    const ogImage = ogImageId === null ? null : this.#source.row('image', ogImageId);
    if (issues.length > 0 && brokenModules === 'fail') return { ok: false, failure: toFailure(issues) };
    const isHome = page.route === 'home';
    const feedPath = listFeedPath(page.route, paths[this.locale]);
    const frame = makeFrame(
      globals,
      {
        title: page.title,
        description: page.description,
        noindex: page.seo.noindex ?? false,
        hidden: page.hidden ?? [],
        ogType: 'website',
        ogImage,
        paths,
        breadcrumbs: isHome
          ? []
          : [
              ...breadcrumbsAbove(page.parent_id, above, globals, context),
              { title: page.nav_title || page.title, href: null },
            ],
        feed: feedPath === null ? null : { title: page.title, href: feedPath },
        jsonLd: isHome ? [homeOrganization(reading)] : (screen?.jsonLd ?? []),
      },
      context,
    );
    return ok({
      kind: 'page',
      id,
      frame,
      template: page.template,
      isEditable: page.is_editable,
      route: page.route,
      modules,
      screen: screen?.content ?? null,
    });
  }

  /** The feed of the site in this locale. */
  async feed(): Promise<Feed> {
    const reading = this.#reading(await this.#source.globals());
    return fillTexts(await readSiteFeed(reading), reading);
  }

  /** The feed of a list page; null when it has none. */
  async listFeed(id: number): Promise<Feed | null> {
    this.trace.tag(`page:${id}`);
    const [answer, globals] = await Promise.all([this.#source.page(id, this.locale), this.#source.globals()]);
    if (!answer) return null;
    const reading = this.#reading(globals);
    return fillTexts(await readListFeed(answer.page, reading), reading);
  }

  /** An event as a calendar entry; null when it is not shown here at this time. */
  async calendar(id: number): Promise<CalendarEvent | null> {
    const [globals] = await Promise.all([
      this.#source.globals(),
      this.#source.readRows([{ kind: 'event_detail', id }]),
    ]);
    const reading = this.#reading(globals);
    const { context } = reading;
    const entry = await readCalendar(id, { context, record: (shape, of) => this.#source.record(shape, of) });
    return fillTexts(entry, reading);
  }

  /** A part of the catalog's data, for browsers; null when none of its products is listed here. */
  async catalogPart(part: number): Promise<CatalogPart | null> {
    const [globals, row] = await Promise.all([this.#source.globals(), this.#source.record('catalog_part', part)]);
    const reading = this.#reading(globals);
    const { context } = reading;
    // A category's facets are also those of the categories above it.
    this.trace.tag('list:category');
    for (const { category_id } of row?.products ?? []) {
      for (const above of ownValue(row?.above, String(category_id)) ?? []) this.trace.tag(`category:${above}`);
    }
    const products = row?.products.flatMap((product) => resolveCatalogEntry(product, context) ?? []) ?? [];
    return products.length === 0 ? null : fillTexts({ products }, reading);
  }

  /** What texts can quote of a product; null when there is no such product. */
  async quotableValues(id: number): Promise<QuotableValue[] | null> {
    const [globals, { items }] = await Promise.all([
      this.#source.globals(),
      this.#source.list(this.locale, { list: 'product_values', by: 'id', names: [String(id)] }),
    ]);
    const [product] = items;
    return product ? quotableValues(product, this.#reading(globals).context) : null;
  }

  /** What is the same around all pages of the site in this locale, and the settings that it is made from. */
  async readFrame(): Promise<{ frame: SharedFrame; globals: GlobalsRow }> {
    const globals = await this.#source.globals();
    return { frame: sharedFrame(globals, this.#reading(globals).context), globals };
  }

  /** What is around the pages of the site, and where links lead from its menus; null for a link that does not exist. */
  async menuFrame(links: readonly number[]): Promise<Result<MenuFrame>> {
    try {
      const targets = links.map((id) => ({ kind: 'link' as const, id }));
      const [globals] = await Promise.all([this.#source.globals(), this.#source.readRows(targets)]);
      const { context } = this.#reading(globals);
      const leads = links.map((id) => {
        const link = this.#source.row('link', id);
        return [String(id), link ? resolveMenuLead(link, context) : null] as const;
      });
      return ok({ frame: sharedFrame(globals, context), leads: Object.fromEntries(leads) });
    } catch (error) {
      if (error instanceof InvalidRecord) return { ok: false, failure: { code: 'invalid', message: error.message } };
      throw error;
    }
  }

  /** What is wrong with the quotes in some texts, at the path of each. */
  async quoteIssues(texts: unknown): Promise<Issue[]> {
    return findQuoteIssues(texts, this.#reading(await this.#source.globals()));
  }

  /** The paths that search engines are asked not to read. */
  async disallowed(): Promise<readonly string[]> {
    this.trace.tag(`site:${this.site}`);
    return (await this.#source.globals()).settings.disallow;
  }

  async #notFound(): Promise<Result<PageContent>> {
    const globals = await this.#source.globals();
    const { context } = this.#reading(globals);
    const paths = Object.fromEntries(context.locales.map((locale) => [locale, withLocale(locale, '/')]));
    const frame = makeFrame(
      globals,
      {
        title: '404',
        description: '',
        noindex: true,
        hidden: [],
        ogType: 'website',
        ogImage: null,
        paths,
        breadcrumbs: [],
        jsonLd: [],
      },
      context,
    );
    return ok({ kind: 'not_found', frame });
  }
}

function getPosition(page: PageRow): PagePosition {
  return { id: page.id, above: page.parent_id, title: page.nav_title || page.title };
}

/** The route of a page below another one's, such as a prepared search below the search page: its path says so. */
function findRoute(path: string | undefined, { site }: ReadContext): RouteKey | null {
  const key = path === undefined ? null : matchRoute(site, path)?.key;
  return key === 'search.preset' ? key : null;
}

function homeOrganization(reading: Reading): Record<string, unknown> {
  const sameAs = reading.globals.settings.social_links.map((link) => link.url);
  return { '@context': 'https://schema.org', ...organizationData(reading), sameAs };
}
