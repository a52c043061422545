import type { FocusPoint } from '#domain/media/focus-point.ts';
import type { MeasuredValue } from '#domain/values/measured-values.ts';
import type { Image } from '#view-model/resolved.ts';
import type { ProductStatus } from '#domain/vocabulary.ts';

/** A picture whose files are `<path>-<width>.webp`. */
type CatalogImage = {
  path: string;
  widths: readonly number[];
  /** Each width exists as AVIF as well. */
  avif?: true;
  width: number;
  height: number;
  focus?: FocusPoint;
  alt: string;
};

/**
 * A product as the catalog's data file has it, in one locale. Keys repeat in thousands of entries, so they are short.
 */
export type CatalogEntry = {
  id: number;
  slug: string;
  name: string;
  code: string;
  status: ProductStatus;
  series: number | null;
  category: number | null;
  class: string | null;
  tagline: string;
  position: number;
  image: CatalogImage | null;
  /** By the id of the property. */
  values: Readonly<Record<string, MeasuredValue>>;
};

/** A part of the catalog's data: products of a range of ids, as `catalog-<part>.json` holds them. */
export type CatalogPart = { products: readonly CatalogEntry[] };

export type CatalogCategory = {
  id: number;
  slug: string;
  title: string;
  parent: number | null;
  /** Products of the category and of those below it. */
  products: number;
  /** The category in the index below the catalog to which it leads without a script: itself, or the first below it. */
  anchor: string | null;
  /** The properties that narrow it down, by id. */
  primary: readonly number[];
};
type CatalogSeries = { id: number; slug: string; name: string };
export type CatalogProperty = {
  id: number;
  key: string;
  title: string;
  unit: string;
  type: 'number' | 'range' | 'text';
};

/** The facets of entries; all of them are known when the page is rendered. */
export type CatalogTerms = {
  /** Those with products, each after the one above it. */
  categories: readonly CatalogCategory[];
  series: readonly CatalogSeries[];
  properties: readonly CatalogProperty[];
};

/** The picture as views show it. */
export function unpackImage(id: number, { path, widths, avif, ...image }: CatalogImage): Image {
  const sources = widths.map((one) => ({ width: one, url: `${path}-${one}.webp` }));
  return { id, url: sources.at(-1)?.url ?? '', sources, hasAvif: avif === true, ...image };
}

/** A text such as `I²C, UART` names several things, each of which is an option. */
export function textsIn(value: MeasuredValue | undefined): readonly string[] {
  const parts = typeof value === 'string' ? value.split(/, |、/).filter((part) => part !== '') : [];
  // Its position in the text makes no difference.
  return parts.map((part) => `${part.charAt(0).toUpperCase()}${part.slice(1)}`);
}

/** The range of a value; null for values that are not numbers. */
export function getValueRange(value: MeasuredValue | undefined): readonly [number, number] | null {
  if (typeof value === 'number') return [value, value];
  return value === undefined || typeof value === 'string' ? null : value;
}
