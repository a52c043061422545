import { emptyRecord } from '#domain/objects.ts';
import { type PageSize, defaultPageSize, pageSizes } from '../../primitives/pagination-pages.ts';

export type Bounds = { from: number | null; to: number | null };

/** A visitor's choice in the catalog, all of it in the URL. */
export type CatalogQuery = {
  /** Words to be found in name, order code or tagline. */
  words: string;
  /** The slug of a category; empty for all. */
  category: string;
  series: readonly string[];
  status: readonly string[];
  class: readonly string[];
  /** Chosen texts by the key of the property. */
  texts: Readonly<Record<string, readonly string[]>>;
  /** Numbers by the key of the property. */
  bounds: Readonly<Record<string, Bounds>>;
  /**
   * `name`, or `p.` and the key of a property; a minus before it reverses the order. Empty for the catalog's own order.
   */
  sort: string;
  view: 'grid' | 'table';
  size: PageSize;
  page: number;
};

export const firstQuery: CatalogQuery = {
  words: '',
  category: '',
  series: [],
  status: [],
  class: [],
  texts: {},
  bounds: {},
  sort: '',
  view: 'grid',
  size: defaultPageSize,
  page: 1,
};

const lists = ['series', 'status', 'class'] as const;
export type ListFacet = (typeof lists)[number];

function numberIn(text: string | null): number | null {
  const digits = (text ?? '').replace(/\s/g, '').replace('−', '-').replace(',', '.');
  const value = digits === '' ? Number.NaN : Number(digits);
  return Number.isFinite(value) ? value : null;
}

/** Parses the query string of the URL; invalid values are ignored. */
export function readQuery(search: string): CatalogQuery {
  const parameters = new URLSearchParams(search);
  const texts = emptyRecord<readonly string[]>();
  const bounds = emptyRecord<Bounds>();
  for (const name of new Set(parameters.keys())) {
    const [, key, end] = /^p\.([a-z0-9-]+)(?:\.(from|to))?$/.exec(name) ?? [];
    if (key === undefined) continue;
    if (end === undefined) {
      texts[key] = unique(parameters.getAll(name));
    } else {
      const value = numberIn(parameters.get(name));
      if (value !== null) bounds[key] = { from: null, to: null, ...bounds[key], [end]: value };
    }
  }
  const size = parameters.get('size');
  return {
    words: parameters.get('q')?.trim() ?? '',
    category: parameters.get('category') ?? '',
    series: unique(parameters.getAll('series')),
    status: unique(parameters.getAll('status')),
    class: unique(parameters.getAll('class')),
    texts,
    bounds,
    sort: /^-?(?:name|p\.[a-z0-9-]+)$/.exec(parameters.get('sort') ?? '')?.[0] ?? '',
    view: parameters.get('view') === 'table' ? 'table' : 'grid',
    size: pageSizes.find((offered) => String(offered) === size) ?? defaultPageSize,
    page: Math.max(1, Math.floor(numberIn(parameters.get('page')) ?? 1)),
  };
}

function unique(values: readonly string[]): string[] {
  return [...new Set(values.filter((value) => value !== ''))];
}

/** The parameters of a query in one order, so that the same choice has one address. Defaults are left out. */
export function toParameters(query: CatalogQuery): [string, string][] {
  const parameters: [string, string][] = [];
  const add = (name: string, value: string | number | null) => {
    if (value !== null && value !== '') parameters.push([name, String(value)]);
  };
  add('q', query.words);
  add('category', query.category);
  for (const name of lists) for (const value of query[name]) add(name, value);
  for (const [key, values] of inOrder(query.texts)) for (const value of values) add(`p.${key}`, value);
  for (const [key, { from, to }] of inOrder(query.bounds)) {
    add(`p.${key}.from`, from);
    add(`p.${key}.to`, to);
  }
  add('sort', query.sort);
  add('view', query.view === 'grid' ? '' : query.view);
  add('size', query.size === defaultPageSize ? '' : query.size);
  add('page', query.page === 1 ? '' : query.page);
  return parameters;
}

function inOrder<T>(record: Readonly<Record<string, T>>): [string, T][] {
  return Object.entries(record).toSorted(([a], [b]) => (a < b ? -1 : 1));
}

/** The address of a choice on the page that shows the catalog. A new choice begins at the first page. */
export function buildCatalogHref(query: CatalogQuery, change: Partial<CatalogQuery>): string {
  return `?${new URLSearchParams(toParameters({ ...query, page: 1, ...change })).toString()}`;
}

/** The list with the value, or without it where it was in. */
export function toggled(values: readonly string[], value: string): string[] {
  return values.includes(value) ? values.filter((other) => other !== value) : [...values, value];
}
