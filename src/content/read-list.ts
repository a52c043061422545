import { canonicalPath } from '#domain/routes.ts';
import { withLocale } from '#domain/sites.ts';
import type { ListItems, ListResult } from '#view-model/list-results.ts';
import type { ListQuery } from '#schema/lists.ts';
import type { ReadContext } from '#kinds/reading/context.ts';
import type { Reading } from './reading.ts';
import { resolveArticle } from '#kinds/article/resolve.ts';
import { resolveCategory } from '#kinds/category/resolve.ts';
import { resolveDocument } from '#kinds/document/resolve.ts';
import { resolveEvent } from '#kinds/event/resolve.ts';
import { resolveFaq } from '#kinds/faq/resolve.ts';
import { resolveJob } from '#kinds/job/resolve.ts';
import { isVisible } from '#kinds/reading/placement.ts';
import { resolvePost } from '#kinds/post/resolve.ts';
import { resolveProduct, resolveProductDetail, resolveProductRow } from '#kinds/product/resolve.ts';
import { resolvePublication } from '#kinds/investor-publication/resolve.ts';
import { resolveStory } from '#kinds/employee-story/resolve.ts';
import { localText } from '#kinds/reading/local-text.ts';
import { resolveWebinar } from '#kinds/webinar/resolve.ts';

type QueryOf<L extends ListQuery['list']> = Extract<ListQuery, { list: L }>;

/** Reads a list as a page shows it, and adds its dependencies to the trace. */
export async function readList(query: ListQuery, reading: Reading): Promise<ListResult> {
  const { source, context } = reading;
  const { trace } = context;
  switch (query.list) {
    case 'articles':
      return { list: 'articles', items: await readArticles(query, reading) };
    case 'products': {
      tagProducts(query, context);
      const rows = await source.list(context.locale, query);
      trace.changesAt(rows.next_change_at, context.at);
      return { list: 'products', items: rows.items.flatMap((row) => resolveProduct(row, context) ?? []) };
    }
    case 'pages':
      return { list: 'pages', items: await readSection(query, reading) };
    case 'events': {
      trace.tag(query.category === null ? 'list:event' : `list:event/category/${query.category}`);
      const rows = await source.list(context.locale, query);
      trace.changesAt(rows.next_change_at, context.at);
      return { list: 'events', items: rows.items.flatMap((row) => resolveEvent(row, context) ?? []) };
    }
    case 'posts': {
      trace.tag('list:post');
      const rows = await source.list(context.locale, query);
      trace.changesAt(rows.next_change_at, context.at);
      return { list: 'posts', items: rows.items.flatMap((row) => resolvePost(row, context) ?? []) };
    }
    case 'webinars': {
      trace.tag('list:webinar');
      const rows = await source.list(context.locale, query);
      trace.changesAt(rows.next_change_at, context.at);
      return { list: 'webinars', items: rows.items.flatMap((row) => resolveWebinar(row, context) ?? []) };
    }
    case 'jobs': {
      trace.tag('list:job');
      const rows = await source.list(context.locale, query);
      trace.changesAt(rows.next_change_at, context.at);
      return { list: 'jobs', items: rows.items.flatMap((row) => resolveJob(row, context) ?? []) };
    }
    case 'stories': {
      trace.tag('list:employee_story');
      const rows = await source.list(context.locale, query);
      trace.changesAt(rows.next_change_at, context.at);
      return { list: 'stories', items: rows.items.flatMap((row) => resolveStory(row, context) ?? []) };
    }
    case 'product_rows':
      return { list: 'product_rows', items: await readProductRows(query, reading) };
    case 'product_detail':
      return { list: 'product_detail', items: await readProductDetail(query, reading) };
    case 'documents': {
      trace.tag('list:document');
      if (query.by === 'category') tagProducts({ by: 'category', id: query.id }, context);
      const rows = await source.list(context.locale, query);
      trace.changesAt(rows.next_change_at, context.at);
      // Which documents a product has is part of the product.
      for (const id of rows.product_ids) trace.tag(`product:${id}`);
      return { list: 'documents', items: rows.items.map((row) => resolveDocument(row, context)) };
    }
    case 'categories': {
      trace.tag('list:category');
      const rows = await source.list(context.locale, query);
      return { list: 'categories', items: rows.items.map((row) => resolveCategory(row, context)) };
    }
    case 'quotes':
      trace.tag('list:stock_quote');
      return { list: 'quotes', items: (await source.list(context.locale, query)).items };
    case 'publications': {
      trace.tag('list:investor_publication');
      const rows = await source.list(context.locale, query);
      trace.changesAt(rows.next_change_at, context.at);
      return { list: 'publications', items: rows.items.map((row) => resolvePublication(row, context)) };
    }
    case 'faqs': {
      trace.tag('list:faq');
      const rows = await source.list(context.locale, query);
      return { list: 'faqs', items: rows.items.map((row) => resolveFaq(row, context)) };
    }
    case 'series':
      return { list: 'series', items: await readSeries(query, reading) };
  }
}

/** The newest articles of a newsroom. */
export async function readArticles(query: QueryOf<'articles'>, reading: Reading): Promise<ListItems['articles'][]> {
  const { source, context } = reading;
  context.trace.tag(`list:article/newsroom_category/${query.category}`);
  const rows = await source.list(context.locale, query);
  context.trace.changesAt(rows.next_change_at, context.at);
  return rows.items.flatMap((row) => resolveArticle(row, context) ?? []);
}

/** The pages of a section, the one above the others first. A page that is by itself has none beside it. */
async function readSection(
  { of }: QueryOf<'pages'>,
  { source, context, here }: Reading,
): Promise<ListItems['pages'][]> {
  const below = of === 'children' ? here?.id : here?.above;
  if (below === undefined || below === null) return [];
  context.trace.tag(`below:page:${below}`, `address:page:${below}`);
  const { items } = await source.list(context.locale, { list: 'pages', below });
  return items.flatMap(({ id, path, title, nav_title }) => {
    const href = canonicalPath(withLocale(context.locale, path));
    return href ? [{ id, title: nav_title || title, href, isCurrent: id === here?.id }] : [];
  });
}

/** Products of a category are also those of the categories below it, wherever they are moved. */
function tagProducts({ by, id }: { by: 'series' | 'category'; id: number }, { trace }: ReadContext): void {
  trace.tag(by === 'series' ? `list:product/series_id/${id}` : 'list:product');
  if (by === 'category') trace.tag('list:category');
}

async function readProductRows(
  query: QueryOf<'product_rows'>,
  { source, context }: Reading,
): Promise<ListItems['product_rows'][]> {
  tagProducts(query, context);
  // The category of a series decides which properties are shown.
  context.trace.tag(`${query.by}:${query.id}`);
  const rows = await source.list(context.locale, query);
  context.trace.changesAt(rows.next_change_at, context.at);
  if (rows.category_id !== null) context.trace.tag(`category:${rows.category_id}`);
  return rows.items.flatMap((row) => resolveProductRow(row, context) ?? []);
}

async function readProductDetail(
  { id }: QueryOf<'product_detail'>,
  { source, context }: Reading,
): Promise<ListItems['product_detail'][]> {
  context.trace.tag(`product:${id}`);
  const row = await source.record('product_detail', id);
  const isShown = row !== null && row.sites.includes(context.site) && isVisible(row, context);
  return isShown ? [resolveProductDetail(row, context)] : [];
}

/** Which series there are is decided by the products. */
async function readSeries(query: QueryOf<'series'>, { source, context }: Reading): Promise<ListItems['series'][]> {
  context.trace.tag('list:product');
  const rows = await source.list(context.locale, query);
  context.trace.changesAt(rows.next_change_at, context.at);
  return rows.items.map(({ id, name, display_name: displayName, localized }) => {
    context.trace.tag(`series/card:${id}`);
    return { id, name, displayName, summary: localText(localized, context.locale, 'summary') ?? '' };
  });
}
