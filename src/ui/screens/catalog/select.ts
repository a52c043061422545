import { foldText } from '#domain/text/fold-text.ts';
import { splitSearch } from '#domain/search/search-words.ts';
import {
  type CatalogCategory,
  type CatalogEntry,
  type CatalogProperty,
  type CatalogTerms,
  getValueRange,
  textsIn,
} from '#view-model/screens/catalog-entries.ts';
import type { Bounds, CatalogQuery, ListFacet } from './query.ts';

type Option = { value: string; label: string; count: number; isChosen: boolean };

/** A property that products can be narrowed down by: texts to choose from, or the numbers between which values lie. */
export type PropertyFacet =
  | { kind: 'texts'; property: CatalogProperty; options: readonly Option[] }
  | { kind: 'numbers'; property: CatalogProperty; least: number; most: number; chosen: Bounds };

export type Selection = {
  /** All that match, in their order. */
  products: readonly CatalogEntry[];
  /** How many products each category would show, by its slug; `''` for all together. */
  categories: Readonly<Record<string, number>>;
  lists: Readonly<Record<ListFacet, Readonly<Record<string, number>>>>;
  properties: readonly PropertyFacet[];
};

/** More than this many values are no choice. */
const maxOptions = 24;

/**
 * The catalog's products in memory. A selection goes through all of them once: each facet counts the products that its
 * options would leave, given all other filters.
 */
export class Catalog {
  readonly #terms: CatalogTerms;
  readonly #entries: readonly CatalogEntry[];
  readonly #categories: ReadonlyMap<number, CatalogCategory>;
  readonly #seriesSlugs: ReadonlyMap<number, string>;
  readonly #texts: Collator;
  #haystacks: string[] | null = null;
  #nameRanks: ReadonlyMap<number, number> | null = null;

  constructor(entries: readonly CatalogEntry[], terms: CatalogTerms, language: string) {
    this.#terms = terms;
    this.#entries = entries.toSorted((a, b) => a.position - b.position || a.id - b.id);
    this.#categories = new Map(terms.categories.map((category) => [category.id, category]));
    this.#seriesSlugs = new Map(terms.series.map(({ id, slug }) => [id, slug]));
    this.#texts = new Intl.Collator(language, { numeric: true });
  }

  select(query: CatalogQuery): Selection {
    const facets = listFacetProperties(query, this.#terms);
    const filters = this.#filters(query, facets);
    const found: CatalogEntry[] = [];
    const categories: Record<string, number> = { '': 0 };
    const lists: Record<ListFacet, Record<string, number>> = { series: {}, status: {}, class: {} };
    const tallies = facets.map((property) => new Tally(property));
    const above = new Map(this.#terms.categories.map((category) => [category.id, this.#slugsAbove(category)]));
    const { length } = this.#entries;
    for (let index = 0; index < length; index += 1) {
      const entry = this.#entries[index];
      if (!entry) continue;
      // Which one filter it fails; -1 for none, and no facet counts what fails two.
      let failed = -1;
      let failures = 0;
      for (let place = 0; place < filters.length && failures < 2; place += 1) {
        if (filters[place]?.passes(entry, index) === false) {
          failures += 1;
          failed = place;
        }
      }
      if (failures > 1) continue;
      const only = failures === 1 ? filters[failed]?.facet : null;
      if (failures === 0) found.push(entry);
      if (only === null || only === 'category') {
        categories[''] = (categories[''] ?? 0) + 1;
        for (const slug of above.get(entry.category ?? 0) ?? []) categories[slug] = (categories[slug] ?? 0) + 1;
      }
      if (only === null || only === 'series') count(lists.series, this.#seriesSlugs.get(entry.series ?? 0));
      if (only === null || only === 'status') count(lists.status, entry.status);
      if (only === null || only === 'class') count(lists.class, entry.class);
      for (const tally of tallies) if (only === null || only === tally.property.key) tally.add(entry);
    }
    return {
      products: this.#sorted(found, query.sort),
      categories,
      lists,
      properties: tallies.flatMap((tally) => tally.facet(query, this.#texts) ?? []),
    };
  }

  #slugsAbove(category: CatalogCategory): string[] {
    const slugs: string[] = [];
    for (let one: CatalogCategory | undefined = category; one; one = this.#categories.get(one.parent ?? 0)) {
      slugs.push(one.slug);
      if (slugs.length > this.#categories.size) break;
    }
    return slugs;
  }

  #filters(query: CatalogQuery, facets: readonly CatalogProperty[]): Filter[] {
    const filters: Filter[] = [];
    const words = splitSearch(query.words);
    if (words.length > 0) {
      this.#haystacks ??= this.#entries.map(({ name, code, tagline }) => foldText(`${name}\n${code}\n${tagline}`));
      const haystacks = this.#haystacks;
      filters.push({
        facet: 'words',
        passes: (_, index) => words.every((word) => haystacks[index]?.includes(word) ?? false),
      });
    }
    if (query.category !== '') {
      const within = new Set(
        this.#terms.categories.filter((one) => this.#slugsAbove(one).includes(query.category)).map(({ id }) => id),
      );
      filters.push({ facet: 'category', passes: ({ category }) => category !== null && within.has(category) });
    }
    if (query.series.length > 0) {
      const ids = new Set(this.#terms.series.filter(({ slug }) => query.series.includes(slug)).map(({ id }) => id));
      filters.push({ facet: 'series', passes: ({ series }) => series !== null && ids.has(series) });
    }
    if (query.status.length > 0) {
      filters.push({ facet: 'status', passes: ({ status }) => query.status.includes(status) });
    }
    if (query.class.length > 0) {
      filters.push({ facet: 'class', passes: (entry) => entry.class !== null && query.class.includes(entry.class) });
    }
    for (const { id, key } of facets) {
      const texts = query.texts[key] ?? [];
      if (texts.length > 0) {
        filters.push({ facet: key, passes: ({ values }) => textsIn(values[id]).some((text) => texts.includes(text)) });
      }
      const bounds = query.bounds[key];
      if (bounds) filters.push({ facet: key, passes: ({ values }) => isWithin(getValueRange(values[id]), bounds) });
    }
    return filters;
  }

  #sorted(found: CatalogEntry[], sort: string): CatalogEntry[] {
    if (sort === '') return found;
    const sign = sort.startsWith('-') ? -1 : 1;
    const by = sort.replace(/^-/, '');
    if (by === 'name') {
      const ranks = (this.#nameRanks ??= this.#rankNames());
      return found.toSorted((a, b) => sign * ((ranks.get(a.id) ?? 0) - (ranks.get(b.id) ?? 0)));
    }
    const property = this.#terms.properties.find(({ key }) => `p.${key}` === by);
    if (!property) return found;
    // Missing values come last in both orders.
    if (property.type === 'text') {
      const getText = ({ values }: CatalogEntry) => String(values[property.id] ?? '');
      return found.toSorted(
        (a, b) =>
          Number(getText(a) === '') - Number(getText(b) === '') || sign * this.#texts.compare(getText(a), getText(b)),
      );
    }
    const getNumber = ({ values }: CatalogEntry) =>
      getValueRange(values[property.id])?.[0] ?? sign * Number.POSITIVE_INFINITY;
    return found.toSorted((a, b) => {
      const [x, y] = [getNumber(a), getNumber(b)];
      return x === y ? 0 : sign * (x < y ? -1 : 1);
    });
  }

  #rankNames(): ReadonlyMap<number, number> {
    const byName = this.#entries.toSorted((a, b) => this.#texts.compare(a.name, b.name));
    return new Map(byName.map(({ id }, rank) => [id, rank]));
  }
}

type Collator = Intl.Collator;
type Filter = { facet: string; passes: (entry: CatalogEntry, index: number) => boolean };

/**
 * The properties that narrow down a category: its primary ones. Without a category, those that categories at the top have in
 * common.
 */
export function listFacetProperties(query: CatalogQuery, { categories, properties }: CatalogTerms): CatalogProperty[] {
  const chosen = categories.find(({ slug }) => slug === query.category);
  const top = categories.filter(({ parent }) => parent === null);
  const isCommon = (id: number) => top.length < 2 || top.filter(({ primary }) => primary.includes(id)).length > 1;
  const ids = chosen ? chosen.primary : [...new Set(top.flatMap(({ primary }) => primary))].filter(isCommon);
  return ids.flatMap((id) => properties.find((property) => property.id === id) ?? []);
}

function count(counts: Record<string, number>, value: string | null | undefined): void {
  if (value) counts[value] = (counts[value] ?? 0) + 1;
}

/** Whether some of a range lies between the bounds. */
function isWithin(range: readonly [number, number] | null, { from, to }: Bounds): boolean {
  return range !== null && (from === null || range[1] >= from) && (to === null || range[0] <= to);
}

/** The values of one property among the products of a selection. */
class Tally {
  readonly property: CatalogProperty;
  readonly #texts = new Map<string, number>();
  #least = Number.POSITIVE_INFINITY;
  #most = Number.NEGATIVE_INFINITY;

  constructor(property: CatalogProperty) {
    this.property = property;
  }

  add({ values }: CatalogEntry): void {
    const value = values[this.property.id];
    const range = getValueRange(value);
    if (range) {
      this.#least = Math.min(this.#least, range[0]);
      this.#most = Math.max(this.#most, range[1]);
    } else {
      for (const text of textsIn(value)) this.#texts.set(text, (this.#texts.get(text) ?? 0) + 1);
    }
  }

  /** Null where there is nothing to choose and nothing chosen. */
  facet(query: CatalogQuery, collator: Collator): PropertyFacet | null {
    const { property } = this;
    const bounds = query.bounds[property.key];
    if (bounds || this.#most > this.#least) {
      const isEmpty = this.#most < this.#least;
      return {
        kind: 'numbers',
        property,
        least: isEmpty ? 0 : this.#least,
        most: isEmpty ? 0 : this.#most,
        chosen: bounds ?? { from: null, to: null },
      };
    }
    const chosen = query.texts[property.key] ?? [];
    const values = new Set([...this.#texts.keys(), ...chosen]);
    if ((values.size < 2 && chosen.length === 0) || values.size > maxOptions) return null;
    const options = [...values]
      .toSorted((a, b) => collator.compare(a, b))
      .map((value) => ({
        value,
        label: value,
        count: this.#texts.get(value) ?? 0,
        isChosen: chosen.includes(value),
      }));
    return { kind: 'texts', property, options };
  }
}
