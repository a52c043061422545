import { type MouseEvent, type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { type Locale, languageCodes } from '#domain/locales.ts';
import type { ViewContext } from '#view-model/view-props.ts';
import { CompareBar } from '../../compare/CompareBar.tsx';
import { type IslandTexts, translateWith } from '#ui/i18n/island-texts.ts';
import { showQuery, takeQueryLink } from '../../lists/query-links.ts';
import { Pagination } from '../../primitives/Pagination.tsx';
import { pageCount } from '../../primitives/pagination-pages.ts';
import { CatalogFilters } from './CatalogFilters.tsx';
import { CatalogGrid } from './CatalogGrid.tsx';
import { CatalogTable } from './CatalogTable.tsx';
import { CatalogToolbar } from './CatalogToolbar.tsx';
import { ChosenFilters } from './ChosenFilters.tsx';
import type { CatalogEntry, CatalogTerms } from '#view-model/screens/catalog-entries.ts';
import { readParts } from './read-parts.ts';
import { type CatalogQuery, firstQuery, buildCatalogHref, readQuery } from './query.ts';
import { Catalog, listFacetProperties } from './select.ts';

/** The words that the browser needs to show the catalog. */
export const catalogTexts = [
  ...['products', 'search', 'filters', 'showFilters', 'category', 'allCategories', 'series', 'status', 'class'].map(
    (word) => `catalog.${word}`,
  ),
  ...[
    'count',
    'countOne',
    'showFound',
    'clear',
    'remove',
    'from',
    'to',
    'apply',
    'sort',
    'order',
    'byName',
    'byNameDown',
    'up',
    'down',
  ].map((word) => `catalog.${word}`),
  ...['view', 'grid', 'table', 'none', 'loading', 'unavailable', 'again', 'compareColumn'].map(
    (word) => `catalog.${word}`,
  ),
  ...['sensor', 'module', 'meter', 'evaluation_kit'].map((one) => `product.class.${one}`),
  ...['active', 'nrnd', 'upcoming', 'obsolete', 'last_buy', 'new'].map((status) => `product.status.${status}`),
  'product.statusLabel',
  'product.orderCode',
  'productTable.product',
  'productTable.none',
  'table.scroll',
  'slider.previous',
  'slider.next',
  'pagination.label',
  'pagination.page',
  'pagination.size',
  'pagination.all',
] as const;

export type CatalogBrowserProps = {
  total: number;
  first: readonly CatalogEntry[];
  parts: readonly string[];
  terms: CatalogTerms;
  productPath: string;
  comparePath: string | null;
  locale: Locale;
  words: IslandTexts;
};

/** Where the products are: on their way, here, or not to be had. */
type Loaded = { state: 'loading' | 'failed'; catalog: null } | { state: 'ready'; catalog: Catalog };

/**
 * Filters, sorts and paginates the catalog. The address is the state, and every choice is a link, which the script
 * handles within the page. The server renders the first products.
 */
export function CatalogBrowser(props: CatalogBrowserProps): ReactNode {
  const { total, first, terms, comparePath, locale, words } = props;
  const t = useMemo(() => translateWith(words), [words]);
  const context: ViewContext = { site: 'main', locale, t };
  const [query, setQuery] = useState<CatalogQuery>(firstQuery);
  const results = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const read = () => setQuery(readQuery(location.search));
    read();
    addEventListener('popstate', read);
    return () => removeEventListener('popstate', read);
  }, []);

  const { loaded, retry } = useCatalog(props);
  const selection = useMemo(() => loaded.catalog?.select(query) ?? null, [loaded, query]);

  const go = (href: string, isTyping = false): void => {
    showQuery(href, isTyping);
    setQuery(readQuery(location.search));
  };
  const showResults = (): void => results.current?.scrollIntoView({ block: 'start' });
  const follow = (event: MouseEvent): void => {
    const taken = takeQueryLink(event);
    if (!taken) return;
    go(taken.query);
    // A page is read from its top.
    if (taken.link.closest('.pagination')) showResults();
  };

  const isFirst = query === firstQuery || buildCatalogHref({ ...query, view: 'grid' }, {}) === '?';
  const found = selection?.products.length ?? (isFirst ? total : null);
  const page = Math.min(query.page, pageCount(found ?? 0, query.size));
  const shown = selection
    ? query.size === 'all'
      ? selection.products
      : selection.products.slice((page - 1) * query.size, page * query.size)
    : isFirst
      ? first
      : null;
  const common = { query, terms, selection, t };

  return (
    // The links inside work from the keyboard; this only handles their clicks.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <div className="catalog__browser" onClick={follow}>
      <CatalogToolbar {...common} found={found} onGo={go} />
      <CatalogFilters {...common} found={found} language={languageCodes[locale]} onGo={go} onShow={showResults} />
      <div className="catalog__results" ref={results} aria-busy={shown === null && loaded.state === 'loading'}>
        <ChosenFilters {...common} language={languageCodes[locale]} />
        {loaded.state === 'failed' && !isFirst ? (
          <Unavailable t={t} onRetry={retry} />
        ) : (
          <Products {...{ props, query, shown, context }} />
        )}
        {found === null || found === 0 ? null : (
          <Pagination
            page={page}
            size={query.size}
            total={found}
            hrefOf={(number, size) => buildCatalogHref(query, { page: number, size })}
            t={t}
          />
        )}
      </div>
      {comparePath === null ? null : <CompareBar comparePath={comparePath} t={t} />}
    </div>
  );
}

/** The data of all products, read once the page is there. */
function useCatalog({ parts, terms, locale }: CatalogBrowserProps): { loaded: Loaded; retry: () => void } {
  const [loaded, setLoaded] = useState<Loaded>({ state: 'loading', catalog: null });
  const load = useCallback(
    (signal?: AbortSignal): void => {
      readParts(parts, signal).then(
        (entries) => setLoaded({ state: 'ready', catalog: new Catalog(entries, terms, languageCodes[locale]) }),
        () => {
          if (!signal?.aborted) setLoaded({ state: 'failed', catalog: null });
        },
      );
    },
    [parts, terms, locale],
  );
  useEffect(() => {
    const stop = new AbortController();
    load(stop.signal);
    return () => stop.abort();
  }, [load]);

  const retry = (): void => {
    setLoaded({ state: 'loading', catalog: null });
    load();
  };
  return { loaded, retry };
}

function Unavailable({ t, onRetry }: { t: ViewContext['t']; onRetry: () => void }): ReactNode {
  return (
    <p className="catalog__notice" role="alert">
      {t('catalog.unavailable')}{' '}
      <button type="button" className="catalog__again" onClick={onRetry}>
        {t('catalog.again')}
      </button>
    </p>
  );
}

type ProductsProps = {
  props: CatalogBrowserProps;
  query: CatalogQuery;
  shown: CatalogBrowserProps['first'] | null;
  context: ViewContext;
};

function Products({ props: { terms, productPath, comparePath }, query, shown, context }: ProductsProps): ReactNode {
  const { t } = context;
  return shown === null ? (
    <p className="catalog__notice">{t('catalog.loading')}</p>
  ) : shown.length === 0 ? (
    <p className="catalog__notice">
      {t('catalog.none')} <a href="?">{t('catalog.clear')}</a>
    </p>
  ) : query.view === 'table' ? (
    <CatalogTable
      entries={shown}
      columns={query.category === '' ? [] : listFacetProperties(query, terms)}
      query={query}
      terms={terms}
      productPath={productPath}
      canCompare={comparePath !== null}
      context={context}
    />
  ) : (
    <CatalogGrid
      entries={shown}
      terms={terms}
      productPath={productPath}
      canCompare={comparePath !== null}
      context={context}
    />
  );
}
