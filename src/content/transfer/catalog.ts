import { z } from 'zod';
import { productStatuses } from '#domain/vocabulary.ts';
import {
  bookkeeping,
  country,
  email,
  id,
  latitude,
  localized,
  longitude,
  nullableText,
  optionalReference,
  optionalRichText,
  optionalText,
  optionallyLocalized,
  reference,
  references,
  richText,
  sites,
  slug,
  text,
  time,
  videoAddress,
  visibility,
  webAddress,
} from './fields.ts';
import { defineKind } from './kind.ts';

export const property = defineKind({
  kind: 'property',
  table: 'properties',
  schema: z.strictObject({
    kind: z.literal('property'),
    id: id(),
    key: slug(),
    unit: nullableText(),
    value_type: z.enum(['number', 'range', 'text']),
    /** A locale may write the unit in its own way, as German does for relative humidity. */
    localized: localized({ title: text(), unit: text().optional() }),
    ...bookkeeping,
  }),
  uniques: (record) => [`property key ${record.key}`],
});

export const category = defineKind({
  kind: 'category',
  table: 'categories',
  schema: z.strictObject({
    kind: z.literal('category'),
    id: id(),
    slug: slug(),
    parent: optionalReference('category'),
    primary_properties: references('property'),
    secondary_properties: references('property'),
    localized: localized({ title: text(100), description: optionalText(200) }),
    ...bookkeeping,
  }),
  joins: {
    primary_properties: {
      table: 'category_properties',
      owner: 'category_id',
      member: 'property_id',
      constants: { role: 'primary' },
    },
    secondary_properties: {
      table: 'category_properties',
      owner: 'category_id',
      member: 'property_id',
      constants: { role: 'secondary' },
    },
  },
  check: (record, issue) => {
    if (record.parent === record.id) issue(['parent'], 'A category is not below itself');
    record.secondary_properties.forEach((member, index) => {
      if (record.primary_properties.includes(member)) {
        issue(['secondary_properties', index], 'The property is a primary one already');
      }
    });
  },
  uniques: (record) => [`category slug ${record.slug}`],
});

export const application = defineKind({
  kind: 'application',
  table: 'applications',
  schema: z.strictObject({
    kind: z.literal('application'),
    id: id(),
    slug: slug(),
    image: optionalReference('image'),
    sites: sites().default(['main']),
    localized: localized({ title: text(), summary: text() }),
    ...bookkeeping,
  }),
  uniques: (record) => [`application slug ${record.slug}`],
});

export const series = defineKind({
  kind: 'series',
  table: 'series',
  schema: z.strictObject({
    kind: z.literal('series'),
    id: id(),
    name: text(),
    slug: slug(),
    display_name: text(),
    status: z.enum(productStatuses),
    image: optionalReference('image'),
    category: optionalReference('category'),
    localized: localized({ summary: text(), description: optionalRichText() }),
    ...bookkeeping,
  }),
  uniques: (record) => [`series slug ${record.slug}`],
});

const productImage = z
  .strictObject({ image: optionalReference('image'), video_url: videoAddress().nullable().default(null) })
  .refine((value) => value.image !== null || value.video_url !== null, 'An image or a video is required');

const propertyValue = z
  .strictObject({
    property: reference('property'),
    number: z.number().nullable().default(null),
    max: z.number().nullable().default(null),
    text: nullableText(),
    localized: localized({ text: text() }).nullable().default(null),
  })
  .refine(
    (value) => [value.number, value.text, value.localized].filter((part) => part !== null).length === 1,
    'A property is a number, a range, a text, or a text by locale',
  )
  .refine((value) => value.max === null || (value.number !== null && value.max >= value.number), {
    error: 'A range goes from the lower to the upper value',
  });

export const product = defineKind({
  kind: 'product',
  table: 'products',
  schema: z.strictObject({
    kind: z.literal('product'),
    id: id(),
    name: text(),
    display_name: text(),
    slug: slug(),
    order_code: text(),
    status: z.enum(productStatuses),
    series: reference('series'),
    primary_category: reference('category'),
    product_class: z.enum(['sensor', 'module', 'meter', 'evaluation_kit']).nullable().default(null),
    position: z.int().default(0),
    images: z.array(productImage).default([]),
    properties: z.array(propertyValue).default([]),
    documents: references('document'),
    related: references('product'),
    applications: references('application'),
    sites: sites(),
    ...visibility,
    localized: localized({
      tagline: text(),
      description: richText(),
      features: z.array(text()).optional(),
    }),
    ...bookkeeping,
  }),
  joins: {
    documents: { table: 'product_documents', owner: 'product_id', member: 'document_id' },
    related: { table: 'product_relations', owner: 'product_id', member: 'related_id' },
    applications: { table: 'product_applications', owner: 'product_id', member: 'application_id' },
  },
  besides: ['images', 'properties'],
  check: (record, issue) => {
    if (record.related.includes(record.id)) issue(['related'], 'A product is not related to itself');
    const seen = new Set<number>();
    record.properties.forEach(({ property: named }, index) => {
      if (seen.has(named)) issue(['properties', index, 'property'], 'The property is there twice');
      seen.add(named);
    });
    checkPeriod(record, issue);
  },
  uniques: (record) => [`product slug ${record.slug}`, `order code ${record.order_code}`],
  rows: (record) => [
    ...record.images.map(({ image, video_url }, position) => ({
      table: 'product_images',
      row: { product_id: record.id, position, image_id: image, video_url },
    })),
    ...record.properties.map((value) => ({
      table: 'product_property_values',
      row: {
        product_id: record.id,
        property_id: value.property,
        value_number: value.number,
        value_max: value.max,
        value_text: value.text,
        localized: value.localized,
      },
    })),
  ],
});

export function checkPeriod(
  record: { publish_from: string | null; publish_until: string | null },
  issue: (path: readonly string[], message: string) => void,
): void {
  const { publish_from: from, publish_until: until } = record;
  if (from !== null && until !== null && Date.parse(until) <= Date.parse(from)) {
    issue(['publish_until'], 'The end comes after the start');
  }
}

const company = {
  id: id(),
  name: text(),
  region: z.enum(['europe', 'americas', 'asia_pacific', 'middle_east_africa']).nullable().default(null),
  countries: z.array(country()).default([]),
  address_lines: z.array(text()).default([]),
  url: webAddress().nullable().default(null),
  email: email().nullable().default(null),
  phone: nullableText(),
  latitude: latitude(),
  longitude: longitude(),
  localized: optionallyLocalized({ note: optionalText() }),
  ...bookkeeping,
};

type Place = { latitude: number | null; longitude: number | null };
export function checkPlace(record: Place, issue: (path: readonly string[], message: string) => void): void {
  if ((record.latitude === null) !== (record.longitude === null)) {
    issue(['latitude'], 'latitude and longitude go together');
  }
}

export const channelPartner = defineKind({
  kind: 'channel_partner',
  table: 'channel_partners',
  schema: z.strictObject({ kind: z.literal('channel_partner'), ...company }),
  check: checkPlace,
});

export const representative = defineKind({
  kind: 'representative',
  table: 'representatives',
  schema: z.strictObject({ kind: z.literal('representative'), ...company }),
  check: checkPlace,
});

export const inventoryItem = defineKind({
  kind: 'inventory_item',
  table: 'inventory_items',
  schema: z.strictObject({
    kind: z.literal('inventory_item'),
    id: id(),
    product: reference('product'),
    channel_partner: reference('channel_partner'),
    quantity: z.int().min(0),
    as_of: time(),
    url: webAddress().nullable().default(null),
    ...bookkeeping,
  }),
  uniques: (record) => [`stock of product ${record.product} at channel partner ${record.channel_partner}`],
});

export const faq = defineKind({
  kind: 'faq',
  table: 'faqs',
  schema: z.strictObject({
    kind: z.literal('faq'),
    id: id(),
    category: text(),
    position: z.int().default(0),
    products: references('product'),
    sites: sites(),
    localized: localized({ question: text(), answer: richText() }),
    ...bookkeeping,
  }),
  joins: { products: { table: 'faq_products', owner: 'faq_id', member: 'product_id' } },
});
