import { type Locale, defaultLocale, languageOf } from '#domain/locales.ts';
import { type RouteKey, canonicalPath } from '#domain/routes.ts';
import { type Failure, type Issue, type Result, ok } from '#domain/result.ts';
import { maxDepth, nestingMessage } from '#domain/structure.ts';
import { type SiteId, localesOf, withLocale } from '#domain/sites.ts';
import { type CatalogType, definitionOf, isCatalogType } from '#modules/catalog.ts';
import type { ModuleDefinition } from '#modules/contract.ts';
import type { ReferenceKind } from '#modules/fields.ts';
import type { ListItems, ListQuery, ListResult } from '#modules/lists.ts';
import { parseData } from '#modules/parse-data.ts';
import type { DraftModule } from '#modules/placed.ts';
import { plainText } from '#modules/rich-text.ts';
import { type ReferenceTarget, collectReferences, resolveReferences } from '#modules/references.ts';
import type { ProductDetail } from '#modules/resolved.ts';
import type { ArticleDetail, Frame } from '#ui/frame.ts';
import type { Origins, ReadContext } from './context.ts';
import { breadcrumbsAbove, makeFrame, pagePaths } from './frame.ts';
import { resolveArticle, resolveArticleDetail } from './records/article.ts';
import { resolveCategory } from './records/category.ts';
import { resolveDocument } from './records/document.ts';
import { addressFor } from './records/link.ts';
import { isVisible, rowPath } from './records/placement.ts';
import { resolveEvent } from './records/event.ts';
import { resolveJob } from './records/job.ts';
import { resolveStory } from './records/story.ts';
import { resolveWebinar } from './records/webinar.ts';
import { resolveProduct, resolveProductDetail, resolveProductRow } from './records/product.ts';
import { resolvePublication } from './records/publication.ts';
import type { GlobalsRow, PageRow, PlacedRow, RecordRow, RowKind, StoredModule } from './records/raw.ts';
import { resolvers } from './records/resolve.ts';
import { localText } from './records/texts.ts';
import type { Source, View } from './source.ts';
import { InvalidRecord } from './source.ts';
import { Trace } from './trace.ts';

/** What a page shows. */
export type Target =
  | { kind: 'page'; ref: number }
  | { kind: 'product'; ref: number }
  | { kind: 'article'; ref: number }
  | { kind: 'not_found' };

export type PageContent =
  | {
      kind: 'page';
      id: number;
      frame: Frame;
      template: PageRow['template'];
      isEditable: boolean;
      route: string | null;
      modules: readonly DraftModule[];
    }
  | { kind: 'product'; frame: Frame; product: ProductDetail }
  | { kind: 'article'; frame: Frame; article: ArticleDetail }
  | { kind: 'not_found'; frame: Frame };

/** Records and list answers in the order in which they were asked for; null for a record that is not to be shown. */
export type Resolution = {
  records: (ReferenceTarget & { record: unknown })[];
  lists: ListResult[];
};

/** A feed of the newest articles of a site in one locale; URLs are absolute. */
export type Feed = {
  title: string;
  description: string;
  language: string;
  homeUrl: string;
  url: string;
  items: readonly { title: string; url: string; description: string; publishedAt: string }[];
};

/** What is wrong with a page's content: which module and field, and why. */
export type ContentIssue = { module: number | null; type: string | null; issue: Issue };

/** What becomes of a page with modules that cannot be shown: it fails as a whole, or says so in their places. */
export type LoadOptions = { brokenModules?: BrokenModules };
type BrokenModules = 'fail' | 'keep';

/** Where a page's content fails its schema; travels in a `Failure`'s detail to the receipt. */
export function failureOf(issues: readonly ContentIssue[]): Failure {
  const first = issues[0];
  const place = first?.module
    ? `module ${first.module} (${first.type}), field ${first.issue.path.join('.')}`
    : 'its data';
  return {
    code: 'invalid',
    message: `The page cannot be rendered because of ${place}: ${first?.issue.message ?? 'unknown'}`,
    detail: issues.map(({ module, type, issue }) => ({
      module,
      type,
      field: issue.path.join('.'),
      reason: issue.message,
    })),
  };
}

/**
 * The only way in which a page reads data: bound to a site, a locale, a view and a moment. Everything it reads leaves its
 * tags in the trace, so what a page depends on is what it has read and nothing that somebody remembered to write down.
 */
export class ContentReader {
  readonly site: SiteId;
  readonly locale: Locale;
  readonly trace = new Trace();
  readonly #source: Source;
  readonly #origins: Origins;
  /** The page that is being read, for what it lists of its own section. */
  #here: Place | null = null;

  constructor(source: Source, locale: Locale, origins: Origins) {
    this.#source = source;
    this.site = source.site;
    this.locale = locale;
    this.#origins = origins;
  }

  get view(): View {
    return this.#source.view;
  }

  #context(globals: GlobalsRow): ReadContext {
    return {
      site: this.site,
      locale: this.locale,
      at: this.#source.at,
      origins: this.#origins,
      trace: this.trace,
      scope: this.#source.scopeOf(this.locale),
      routePath: (key: RouteKey) => addressFor(globals.routes[key], this.locale)?.href ?? null,
    };
  }

  /** The content of a page; `not-found` when there is none at this moment, `invalid` with every issue when it cannot be shown. */
  async load(target: Target, { brokenModules = 'fail' }: LoadOptions = {}): Promise<Result<PageContent>> {
    try {
      switch (target.kind) {
        case 'page':
          return await this.#page(target.ref, brokenModules);
        case 'product':
          return await this.#product(target.ref);
        case 'article':
          return await this.#article(target.ref);
        case 'not_found':
          return await this.#notFound();
      }
    } catch (error) {
      if (error instanceof InvalidRecord) {
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
   * What a module's view shows besides its own data: records by reference, and answers of lists, as a page would show them.
   * `pageId` is the page it stands on, for what it lists of its own section.
   */
  async resolve(
    references: readonly ReferenceTarget[],
    queries: readonly ListQuery[],
    pageId: number | null,
  ): Promise<Result<Resolution>> {
    try {
      const [globals, answer] = await Promise.all([
        this.#source.globals(),
        pageId !== null && queries.some(({ list }) => list === 'pages') ? this.#source.page(pageId, this.locale) : null,
        this.#source.readRows(references),
      ]);
      if (answer && pageId !== null) this.#here = { id: pageId, above: answer.page.parent_id };
      const context = this.#context(globals);
      const lists = await Promise.all(queries.map((query) => this.#list(query, context)));
      const records = references.map(({ kind, id }) => ({
        kind,
        id,
        record: resolveRow(kind, id, this.#source.row(kind, id), context) ?? null,
      }));
      return ok({ records, lists });
    } catch (error) {
      if (error instanceof InvalidRecord) return { ok: false, failure: { code: 'invalid', message: error.message } };
      throw error;
    }
  }

  async #page(id: number, brokenModules: BrokenModules): Promise<Result<PageContent>> {
    this.trace.tag(`page:${id}`);
    const [answer, globals] = await Promise.all([this.#source.page(id, this.locale), this.#source.globals()]);
    if (!answer) return missing(`page ${id}`);
    const { page, above } = answer;
    this.#here = { id, above: page.parent_id };
    const context = this.#context(globals);
    const paths = pagePaths(page);
    const issues: ContentIssue[] = [];
    const ogImageId = page.seo.og_image ?? null;
    const modules = await this.#modules(page.modules, context, issues, brokenModules, ogImageId);
    const ogImage = ogImageId === null ? null : this.#source.row('image', ogImageId);
    if (issues.length > 0 && brokenModules === 'fail') return { ok: false, failure: failureOf(issues) };
    const isHome = page.route === 'home';
    const frame = makeFrame(
      globals,
      {
        title: page.title,
        description: page.description,
        noindex: page.seo.noindex ?? false,
        ogType: 'website',
        ogImage,
        paths,
        breadcrumbs: isHome
          ? []
          : [
              ...breadcrumbsAbove(page.parent_id, above, globals, context),
              { title: page.nav_title || page.title, href: null },
            ],
        jsonLd: isHome ? [organization(globals, context)] : [],
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
    });
  }

  /** Modules that no page holds yet, with everything that they show, as they would stand on a page. */
  async readModules(stored: readonly StoredModule[], pageId: number | null): Promise<DraftModule[]> {
    const [globals, answer] = await Promise.all([
      this.#source.globals(),
      pageId === null ? null : this.#source.page(pageId, this.locale),
    ]);
    if (answer && pageId !== null) this.#here = { id: pageId, above: answer.page.parent_id };
    return this.#modules(stored, this.#context(globals), [], 'keep', null);
  }

  /**
   * The modules of a page with everything that they show. All of them say first what they point to and list, so that it is
   * read at once.
   */
  async #modules(
    stored: readonly StoredModule[],
    context: ReadContext,
    issues: ContentIssue[],
    brokenModules: BrokenModules,
    ogImageId: number | null,
  ): Promise<DraftModule[]> {
    const targets: ReferenceTarget[] = ogImageId === null ? [] : [{ kind: 'image', id: ogImageId }];
    const listing: Promise<void>[] = [];
    const parsed = stored.map((module) =>
      parseModule(module, (valid) => {
        collectReferences(valid.definition.schema, valid.data, targets);
        for (const [name, query] of Object.entries(valid.definition.lists?.(valid.data) ?? {})) {
          const list = this.#list(query, context).then(
            (answer) => void (valid.lists[name] = answer),
            (error: unknown) => void valid.problems.push(problemOf(error, brokenModules)),
          );
          listing.push(list);
        }
      }),
    );
    await Promise.all([this.#source.readRows(targets), ...listing]);
    return parsed.map((module) => this.#place(module, context, issues, brokenModules));
  }

  #place(
    parsed: ParsedModule,
    context: ReadContext,
    issues: ContentIssue[],
    brokenModules: BrokenModules,
  ): DraftModule {
    const { stored } = parsed;
    const children: Record<string, DraftModule[]> = {};
    for (const child of parsed.children) {
      (children[child.stored.slot ?? ''] ??= []).push(this.#place(child, context, issues, brokenModules));
    }
    const problems = [...parsed.problems];
    let data: unknown = null;
    if (parsed.valid && problems.length === 0) {
      try {
        const resolved = resolveReferences(parsed.valid.definition.schema, parsed.valid.data, (kind, id) =>
          resolveRow(kind, id, this.#source.row(kind, id), context),
        );
        problems.push(...resolved.issues);
        data = resolved.data;
      } catch (error) {
        problems.push(problemOf(error, brokenModules));
      }
    }
    if (!parsed.valid || problems.length > 0) {
      for (const issue of problems) issues.push({ module: stored.id, type: stored.type, issue });
      return {
        id: stored.id,
        type: stored.type,
        problems: problems.map(({ path, message }) => ({ field: path.join('.'), reason: message })),
      };
    }
    const { type, lists } = parsed.valid;
    return { id: stored.id, type, data, lists, children, fallback: stored.fallback ?? false };
  }

  async #list(query: ListQuery, context: ReadContext): Promise<ListResult> {
    switch (query.list) {
      case 'articles':
        return { list: 'articles', items: await this.#articles(query, context) };
      case 'products': {
        this.#tagProducts(query);
        const rows = await this.#source.list(this.locale, query);
        this.trace.changesAt(rows.next_change_at, context.at);
        return { list: 'products', items: rows.items.flatMap((row) => resolveProduct(row, context) ?? []) };
      }
      case 'pages':
        return { list: 'pages', items: await this.#section(query.of) };
      case 'events': {
        this.trace.tag('list:event');
        const rows = await this.#source.list(this.locale, query);
        this.trace.changesAt(rows.next_change_at, context.at);
        return { list: 'events', items: rows.items.flatMap((row) => resolveEvent(row, context) ?? []) };
      }
      case 'webinars': {
        this.trace.tag('list:webinar');
        const rows = await this.#source.list(this.locale, query);
        this.trace.changesAt(rows.next_change_at, context.at);
        return { list: 'webinars', items: rows.items.flatMap((row) => resolveWebinar(row, context) ?? []) };
      }
      case 'jobs': {
        this.trace.tag('list:job');
        const rows = await this.#source.list(this.locale, query);
        this.trace.changesAt(rows.next_change_at, context.at);
        return { list: 'jobs', items: rows.items.flatMap((row) => resolveJob(row, context) ?? []) };
      }
      case 'stories': {
        this.trace.tag('list:employee_story');
        const rows = await this.#source.list(this.locale, query);
        this.trace.changesAt(rows.next_change_at, context.at);
        return { list: 'stories', items: rows.items.flatMap((row) => resolveStory(row, context) ?? []) };
      }
      case 'product_rows': {
        this.#tagProducts(query);
        const rows = await this.#source.list(this.locale, query);
        this.trace.changesAt(rows.next_change_at, context.at);
        if (rows.category_id !== null) this.trace.tag(`category:${rows.category_id}`);
        return { list: 'product_rows', items: rows.items.flatMap((row) => resolveProductRow(row, context) ?? []) };
      }
      case 'product_detail': {
        this.trace.tag(`product:${query.id}`);
        const row = await this.#source.record('product_detail', query.id);
        const isShown = row !== null && row.sites.includes(this.site) && isVisible(row, context);
        return { list: 'product_detail', items: isShown ? [resolveProductDetail(row, context)] : [] };
      }
      case 'documents': {
        this.trace.tag('list:document');
        if (query.by === 'category') this.#tagProducts({ by: 'category', id: query.id });
        const rows = await this.#source.list(this.locale, query);
        this.trace.changesAt(rows.next_change_at, context.at);
        // Which documents a product has is part of the product.
        for (const id of rows.product_ids) this.trace.tag(`product:${id}`);
        return { list: 'documents', items: rows.items.map((row) => resolveDocument(row, context)) };
      }
      case 'categories': {
        this.trace.tag('list:category');
        const rows = await this.#source.list(this.locale, query);
        return { list: 'categories', items: rows.items.map((row) => resolveCategory(row, context)) };
      }
      case 'quotes': {
        this.trace.tag('list:stock_quote');
        const rows = await this.#source.list(this.locale, query);
        return { list: 'quotes', items: rows.items };
      }
      case 'publications': {
        this.trace.tag('list:investor_publication');
        const rows = await this.#source.list(this.locale, query);
        this.trace.changesAt(rows.next_change_at, context.at);
        return { list: 'publications', items: rows.items.map((row) => resolvePublication(row, context)) };
      }
    }
  }

  /** The pages of a section, the one above the others first. A page that is by itself has none beside it. */
  async #section(of: 'siblings' | 'children'): Promise<ListItems['pages'][]> {
    const below = of === 'children' ? this.#here?.id : this.#here?.above;
    if (below === undefined || below === null) return [];
    this.trace.tag(`below:page:${below}`, `address:page:${below}`);
    const { items } = await this.#source.list(this.locale, { list: 'pages', below });
    return items.flatMap(({ id, path, title, nav_title }) => {
      const href = canonicalPath(withLocale(this.locale, path));
      return href ? [{ id, title: nav_title || title, href, isCurrent: id === this.#here?.id }] : [];
    });
  }

  /** Products of a category are also those of the categories below it, wherever they are moved. */
  #tagProducts({ by, id }: { by: 'series' | 'category'; id: number }): void {
    this.trace.tag('list:product', `${by}:${id}`);
    if (by === 'category') this.trace.tag('list:category');
  }

  async #articles(
    query: Extract<ListQuery, { list: 'articles' }>,
    context: ReadContext,
  ): Promise<ListItems['articles'][]> {
    this.trace.tag('list:article');
    const rows = await this.#source.list(this.locale, query);
    this.trace.changesAt(rows.next_change_at, context.at);
    return rows.items.flatMap((row) => resolveArticle(row, context) ?? []);
  }

  async #product(id: number): Promise<Result<PageContent>> {
    this.trace.tag(`product:${id}`);
    const [row, globals] = await Promise.all([this.#source.record('product_detail', id), this.#source.globals()]);
    const context = this.#context(globals);
    if (!row || !this.#isHere(row, context)) return missing(`product ${id}`);
    const product = resolveProductDetail(row, context);
    const description = product.tagline || plainText(product.description).slice(0, 160);
    const image = row.images[0] ?? null;
    const frame = this.#rowFrame('product', 'products.catalog', row, globals, context, {
      title: product.displayName,
      description,
      ogType: 'product',
      image,
      jsonLd: [
        {
          '@context': 'https://schema.org',
          '@type': 'Product',
          name: product.displayName,
          sku: product.orderCode,
          description,
          category: product.category,
          brand: { '@type': 'Brand', name: localTitle(globals) },
          ...(product.images[0] ? { image: `${this.#origins[this.site]}${product.images[0].url}` } : {}),
        },
      ],
    });
    return ok({ kind: 'product', frame, product });
  }

  async #article(id: number): Promise<Result<PageContent>> {
    this.trace.tag(`article:${id}`);
    const [row, globals] = await Promise.all([this.#source.record('article_detail', id), this.#source.globals()]);
    const context = this.#context(globals);
    if (!row || !this.#isHere(row, context)) return missing(`article ${id}`);
    const listRoute = row.news_category === 'career' ? 'career.news' : 'company.press';
    const latest = await this.#articles(
      { list: 'articles', category: row.news_category, type: null, limit: 4 },
      context,
    );
    const detail = resolveArticleDetail(row, context);
    const backHref = context.routePath(listRoute) ?? frameHome(this.locale);
    const frame = this.#rowFrame('article', listRoute, row, globals, context, {
      title: detail.title,
      description: detail.lead,
      ogType: 'article',
      image: row.image,
      jsonLd: [
        {
          '@context': 'https://schema.org',
          '@type': 'NewsArticle',
          headline: detail.title,
          description: detail.lead,
          datePublished: detail.publishedAt,
          inLanguage: languageOf[this.locale],
          publisher: { '@type': 'Organization', name: localTitle(globals) },
          ...(detail.image ? { image: `${this.#origins[this.site]}${detail.image.url}` } : {}),
        },
      ],
    });
    const others = latest.filter((teaser) => teaser.id !== id).slice(0, 3);
    return ok({ kind: 'article', frame, article: { ...detail, backHref, latest: others } });
  }

  #isHere(row: PlacedRow, context: ReadContext): boolean {
    return row.sites.includes(this.site) && row.locales.includes(this.locale) && isVisible(row, context);
  }

  #rowFrame(
    kind: RowKind,
    listRoute: RouteKey,
    row: PlacedRow,
    globals: GlobalsRow,
    context: ReadContext,
    page: {
      title: string;
      description: string;
      ogType: Frame['head']['openGraph']['type'];
      image: RecordRow<'image'> | null;
      jsonLd: Frame['head']['jsonLd'];
    },
  ): Frame {
    const paths: Partial<Record<Locale, string>> = {};
    for (const locale of localesOf(this.site)) {
      const path = row.locales.includes(locale) ? rowPath(kind, this.site, locale, row) : null;
      if (path) paths[locale] = path;
    }
    const list = addressFor(globals.routes[listRoute], this.locale);
    const home = addressFor(globals.routes['home'], this.locale);
    return makeFrame(
      globals,
      {
        title: page.title,
        description: page.description,
        noindex: false,
        ogType: page.ogType,
        ogImage: page.image,
        paths,
        breadcrumbs: [...(home ? [home] : []), ...(list ? [list] : []), { title: page.title, href: null }],
        jsonLd: page.jsonLd,
      },
      context,
    );
  }

  /** The site's feed in this locale: the newest articles of its newsroom. */
  async feed(limit: number): Promise<Feed> {
    const globals = await this.#source.globals();
    const context = this.#context(globals);
    this.trace.tag(`site:${this.site}`);
    const items = await this.#articles({ list: 'articles', category: 'newsroom', type: null, limit }, context);
    const origin = this.#origins[this.site];
    return {
      title: localText(globals.localized, this.locale, 'title') ?? this.site,
      description: localText(globals.localized, this.locale, 'description') ?? '',
      language: languageOf[this.locale],
      homeUrl: `${origin}${frameHome(this.locale)}`,
      url: `${origin}${withLocale(this.locale, '/rss.xml')}`,
      items: items.map((item) => ({
        title: item.title,
        url: `${origin}${item.href}`,
        description: item.lead,
        publishedAt: item.publishedAt,
      })),
    };
  }

  /** The paths that search engines are asked not to read. */
  async disallowed(): Promise<readonly string[]> {
    this.trace.tag(`site:${this.site}`);
    return (await this.#source.globals()).settings.disallow;
  }

  async #notFound(): Promise<Result<PageContent>> {
    const globals = await this.#source.globals();
    const context = this.#context(globals);
    const paths = Object.fromEntries(localesOf(this.site).map((locale) => [locale, frameHome(locale)]));
    const frame = makeFrame(
      globals,
      {
        title: '404',
        description: '',
        noindex: true,
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

function frameHome(locale: Locale): string {
  return locale === defaultLocale ? '/' : `/${locale}`;
}

function localTitle(globals: GlobalsRow): string {
  return globals.localized.en?.title ?? '';
}

function organization(globals: GlobalsRow, context: ReadContext): Record<string, unknown> {
  return {
    '@context': 'https://schema.org',
    '@type': 'Organization',
    name: localTitle(globals),
    url: context.origins[context.site],
    sameAs: globals.settings.social_links.map((link) => link.url),
  };
}

function missing(what: string): Result<never> {
  return { ok: false, failure: { code: 'not-found', message: `There is no ${what} here` } };
}

/** The resolvers by kind take the row of that kind, which is what the source holds under the kind's name. */
function resolveRow(kind: ReferenceKind, id: number, row: unknown, context: ReadContext): unknown {
  const resolve = resolvers[kind] as (row: unknown, context: ReadContext, id: number) => unknown;
  return resolve(row, context, id);
}

/** Where a page stands: what it lists of its section depends on it. */
type Place = { id: number; above: number | null };

/** Module data that satisfies its schema, with the lists that were read for it. */
type ValidModule = {
  type: CatalogType;
  definition: ModuleDefinition;
  data: unknown;
  lists: Record<string, ListResult>;
  problems: Issue[];
};

/** A stored module and what keeps it from being shown. */
type ParsedModule = { stored: StoredModule; valid: ValidModule | null; problems: Issue[]; children: ParsedModule[] };

function parseModule(stored: StoredModule, visit: (module: ValidModule) => void, depth = 1): ParsedModule {
  const { type } = stored;
  const problems: Issue[] = [];
  const children = stored.children.map((child) => parseModule(child, visit, depth + 1));
  if (depth > maxDepth) {
    problems.push({ path: ['parent'], message: nestingMessage });
    return { stored, valid: null, problems, children };
  }
  if (!isCatalogType(type)) {
    problems.push({ path: ['type'], message: `The module type ${type} is not known to this code` });
    return { stored, valid: null, problems, children };
  }
  const data = parseData(type, stored.v, stored.data);
  if (!data.ok) {
    problems.push(...(data.failure.issues ?? [{ path: [], message: data.failure.message }]));
    return { stored, valid: null, problems, children };
  }
  const valid = { type, definition: definitionOf(type), data: data.value, lists: {}, problems };
  visit(valid);
  return { stored, valid, problems, children };
}

/** A record that a module shows and that is not valid: a problem of the module where broken ones are kept, else the page's failure. */
function problemOf(error: unknown, brokenModules: BrokenModules): Issue {
  if (brokenModules === 'fail' || !(error instanceof InvalidRecord)) throw error;
  return { path: [], message: error.message };
}
