import { z } from 'zod';
import { productStatusLabels } from '#domain/vocabulary.ts';
import { reference, references, requiredReference, richText, text, withMeta } from '#schema/fields.ts';
import {
  bookkeeping,
  choice,
  hidden,
  indexed,
  localized,
  nullableText,
  orElse,
  orNull,
  orOmitted,
  sites,
  slug,
  texts,
  videoAddress,
  visibility,
  wholeNumber,
} from '#schema/record-fields.ts';
import { checkPeriod } from '../checks.ts';
import { defineKind } from '../contract.ts';

const productImage = z
  .strictObject({
    image: reference('image', { label: 'Picture' }),
    video_url: orNull(videoAddress({ label: 'YouTube address' })),
  })
  .refine((value) => value.image !== null || value.video_url !== null, 'An image or a video is required');

const measured = (label: string) => withMeta(z.number().nullable().default(null), { label, widget: 'number' });

const propertyValue = z
  .strictObject({
    property: requiredReference('property', { label: 'Property' }),
    number: measured('Value'),
    max: measured('Highest value'),
    text: nullableText({ label: 'Text' }),
    localized: hidden(
      localized({ text: text({ label: 'Text', required: true }) })
        .nullable()
        .default(null),
      'Text by language',
    ),
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
  label: 'name',
  fields: {
    name: text({ label: 'Name', required: true }),
    display_name: text({ label: 'Name shown', required: true }),
    slug: slug({ label: 'Slug', help: 'The last part of its address' }),
    order_code: indexed(text({ label: 'Order code', required: true })),
    status: choice({ label: 'Status', options: productStatusLabels }),
    series: requiredReference('series', { label: 'Series' }),
    primary_category: requiredReference('category', { label: 'Category' }),
    product_class: orNull(
      choice({
        label: 'Class',
        options: { sensor: 'Sensor', module: 'Module', meter: 'Meter', evaluation_kit: 'Evaluation kit' },
      }),
    ),
    position: orElse(wholeNumber({ label: 'Position', help: 'Lower ones come first in lists' }), 0),
    images: withMeta(z.array(productImage).default([]), {
      label: 'Pictures and videos',
      widget: 'list',
      itemLabel: 'picture',
    }),
    properties: withMeta(z.array(propertyValue).default([]), { label: 'Properties', widget: 'property-values' }),
    documents: references('document', { label: 'Documents', distinct: true }),
    related: references('product', { label: 'Related products', distinct: true }),
    applications: references('application', { label: 'Applications', distinct: true }),
    sites: sites(),
    ...visibility,
    localized: localized({
      tagline: text({ label: 'Tagline', required: true }),
      description: richText({ label: 'Description', required: true }),
      features: orOmitted(texts({ label: 'Features', itemLabel: 'feature' })),
    }),
    ...bookkeeping,
  },
  joins: {
    documents: { table: 'product_documents', owner: 'product_id', member: 'document_id' },
    related: { table: 'product_relations', owner: 'product_id', member: 'related_id' },
    applications: { table: 'product_applications', owner: 'product_id', member: 'application_id' },
  },
  besides: ['images', 'properties'],
  derived: {
    locales: 'Made by the database: the languages of its texts',
    search_text: 'Made by the database, for finding',
  },
  check: (record, issue) => {
    if (record.related.some((related) => related === record.id)) {
      issue(['related'], 'A product is not related to itself');
    }
    const seen = new Set<number>();
    record.properties.forEach(({ property: named }, index) => {
      if (seen.has(named)) issue(['properties', index, 'property'], 'The property is there twice');
      seen.add(named);
    });
    checkPeriod(record, issue);
  },
  unique: ['slug', 'order_code'],
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
  parts: {
    tables: [
      { table: 'product_images', owner: 'product_id' },
      { table: 'product_property_values', owner: 'product_id' },
    ],
    read: (_, rows) => ({
      images: rows('product_images').map(({ image_id, video_url }) => ({ image: image_id, video_url })),
      properties: rows('product_property_values').map((value) => ({
        property: value['property_id'],
        number: value['value_number'],
        max: value['value_max'],
        text: value['value_text'],
        localized: value['localized'],
      })),
    }),
  },
});
