import { readFileSync, readdirSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';
// Documents write values as the site does.
import { type MeasuredValue, formatMeasured } from '../../../src/domain/values/measured-values.ts';

/** The part of the demo content's catalog that the documents show. */

export type Language = 'en' | 'de';

const folder = new URL('../../../supabase/seed/catalog/', import.meta.url);

function readAll<S extends z.ZodType>(schema: S, ...files: readonly string[]): z.infer<S>[] {
  return files.flatMap((file) => z.array(schema).parse(parse(readFileSync(new URL(file, folder), 'utf8'))));
}

function localized<S extends z.ZodType>(schema: S) {
  return z.object({ en: schema, de: schema.optional() });
}

const keyOf = z.string().transform((name) => name.slice(name.indexOf(':') + 1));
const measured = z.union([
  z.number(),
  z.tuple([z.number(), z.number()]),
  z.string(),
  z.object({ en: z.string(), de: z.string().optional() }),
  z.null(),
]);

const productSchema = z.object({
  key: z.string(),
  name: z.string(),
  order_code: z.string(),
  status: z.string(),
  series: keyOf,
  primary_category: keyOf,
  properties: z.record(z.string(), measured).default({}),
  documents: z.array(keyOf).default([]),
  localized: localized(
    z.object({ tagline: z.string(), description: z.string(), features: z.array(z.string()).default([]) }),
  ),
});
export type Product = z.infer<typeof productSchema>;

const documentSchema = z.object({
  key: z.string(),
  filename: z.string().nullable(),
  name: z.string(),
  content_date: z.string(),
  document_type: z.string(),
  language: z.enum(['en', 'de']),
  localized: localized(z.object({ title: z.string() })),
});
export type DemoDocument = z.infer<typeof documentSchema>;

const productFiles = readdirSync(new URL('products/', folder)).map((file) => `products/${file}`);
export const products = readAll(productSchema, ...productFiles);
export const documents = readAll(documentSchema, 'documents.yaml');

export const series = readAll(
  z.object({ key: z.string(), name: z.string(), localized: localized(z.object({ summary: z.string() })) }),
  'series.yaml',
);

const categories = new Map(
  readAll(
    z.object({
      key: z.string(),
      primary_properties: z.array(keyOf).default([]),
      localized: localized(z.object({ title: z.string() })),
    }),
    'categories.yaml',
  ).map((category) => [category.key, category]),
);
const properties = readAll(
  z.object({
    key: z.string(),
    unit: z.string().nullable(),
    localized: localized(z.object({ title: z.string(), unit: z.string().optional() })),
  }),
  'properties.yaml',
);

export function inLanguage<T>(texts: { en: T; de?: T | undefined }, language: Language): T {
  return texts[language] ?? texts.en;
}

export function categoryTitle({ primary_category }: Product, language: Language): string {
  const category = categories.get(primary_category);
  return category ? inLanguage(category.localized, language).title : '';
}

export type Line = { key: string; title: string; value: string; unit: string };

/** The values of a product in the language, those that distinguish products of its category first. */
export function linesOf(product: Product, language: Language): { primary: Line[]; secondary: Line[] } {
  const primary = categories.get(product.primary_category)?.primary_properties ?? [];
  const lines = properties.flatMap(({ key, unit, localized: texts }): Line[] => {
    const value = product.properties[key];
    if (value === undefined || value === null) return [];
    const plain: MeasuredValue = typeof value === 'object' && 'en' in value ? inLanguage(value, language) : value;
    const { title, unit: ownUnit } = inLanguage(texts, language);
    return [{ key, title, value: formatMeasured(plain, language), unit: ownUnit ?? unit ?? '' }];
  });
  return {
    primary: lines.filter(({ key }) => primary.includes(key)),
    secondary: lines.filter(({ key }) => !primary.includes(key)),
  };
}
