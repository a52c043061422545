import sharp from 'sharp';
import type { ContentSource, SourceRecord } from '#content/transfer/source.ts';

/** Products of 50 categories with five primary properties each, in two languages, and the pages that a catalog needs. */

const categories = 50;
const properties = 40;
const series = 200;
const images = 10;
const statuses = ['active', 'new', 'upcoming', 'nrnd', 'last_buy', 'obsolete'] as const;

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
const richText = (words: string) => ({
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text: words }] }],
});

/** The properties of a category's facets. */
export function listPrimary(category: number): number[] {
  return numbers(5).map((place) => 1 + ((category * 7 + place) % properties));
}

/** The category above; those at the top have none. */
export function getParent(category: number): number | null {
  return category > 10 ? 1 + (category % 10) : null;
}

/** A content bundle as an operator would import it. */
export async function catalogSource(products: number): Promise<ContentSource> {
  const pictures = await Promise.all(
    numbers(images).map((place) =>
      sharp({ create: { width: 800, height: 600, channels: 3, background: `hsl(${place * 36}, 40%, 50%)` } })
        .webp()
        .toBuffer(),
    ),
  );
  return { issues: [], mediaFile: null, records: () => records(products, pictures) };
}

/** A record of a content bundle; the importer reads the rest. */
type Named = { kind: string; id: number | string; [field: string]: unknown };

function* records(products: number, pictures: readonly Buffer[]): Generator<SourceRecord> {
  const named = (value: Named) => ({ value, label: `${value.kind} ${value.id}` });
  for (const record of [...terms(pictures), ...pages()]) yield named(record);
  for (const id of numbers(products)) yield named(productRecord(id));
}

function terms(pictures: readonly Buffer[]): Named[] {
  return [
    {
      kind: 'site',
      id: 'main',
      locales: ['en', 'de'],
      localized: { en: { title: 'Measured', description: 'Sensors' } },
    },
    ...pictures.map((picture, index) => ({
      kind: 'image',
      id: index + 1,
      filename: `picture-${index + 1}.webp`,
      localized: { en: { alt: `A humidity sensor, number ${index + 1}` } },
      content: picture.toString('base64'),
    })),
    ...numbers(properties).map((id) => ({
      kind: 'property',
      id,
      key: `property-${id}`,
      unit: 'V',
      value_type: 'number',
      localized: { en: { title: `Property ${id}` } },
    })),
    ...numbers(categories).map((id) => ({
      kind: 'category',
      id,
      slug: `category-${id}`,
      parent: getParent(id),
      primary_properties: listPrimary(id),
      localized: { en: { title: `Sensors ${id}` } },
    })),
    ...numbers(series).map((id) => ({
      kind: 'series',
      id,
      name: `S${id}`,
      slug: `s${id}`,
      display_name: `Series ${id}`,
      status: 'active',
      category: 1 + (id % categories),
      localized: { en: { summary: 'Sensors of one kind' } },
    })),
  ];
}

function pages(): Named[] {
  return [
    {
      kind: 'page',
      id: 1,
      site: 'main',
      route: 'home',
      template: 'home',
      published: true,
      locales: { en: { path: '/', title: 'Home' }, de: { path: '/', title: 'Start' } },
    },
    {
      kind: 'page',
      id: 2,
      site: 'main',
      route: 'products.catalog',
      published: true,
      locales: {
        en: { path: '/products/catalog', title: 'Catalog' },
        de: { path: '/produkte/katalog', title: 'Katalog' },
      },
    },
  ];
}

function productRecord(id: number): Named {
  const category = 1 + (id % categories);
  const description = richText('What it measures and how it is used. '.repeat(30));
  return {
    kind: 'product',
    id,
    name: `SEN${id}`,
    display_name: `Sensor ${id}`,
    slug: `sensor-${id}`,
    order_code: `1-${100_000 + id}`,
    status: statuses[id % statuses.length],
    series: 1 + (id % series),
    primary_category: category,
    product_class: 'sensor',
    position: id,
    images: [{ image: 1 + (id % images) }],
    properties: listPrimary(category).map((property) => ({
      property,
      number: id % 40,
      max: property % 2 === 0 ? 40 + (id % 9) : null,
    })),
    sites: ['main'],
    localized: {
      en: { tagline: `A sensor for measurement number ${id} in small housings`, description },
      de: { tagline: `Ein Sensor für die Messung Nummer ${id} in kleinen Gehäusen`, description },
    },
  };
}
