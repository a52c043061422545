import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { fieldRegistry } from '#schema/field-meta.ts';
import { getInnerDef } from '#schema/schema-def.ts';
import { getKind } from './kinds.ts';
import { type KindName, recordKinds } from './registry.ts';

/** What editors fill in is read by a shape of the kind, or it is said here what reads it: a field that is in the form alone is never shown. */

const files = import.meta.glob<Record<string, unknown>>(['./*/shapes.ts', './*/*-shapes.ts'], { eager: true });

/** The schemas of rows that the files of a kind export, by themselves or in a table. */
function listRows(kind: KindName): z.core.$ZodType[] {
  const folder = `./${kind.replaceAll('_', '-')}/`;
  return Object.entries(files)
    .filter(([file]) => file.startsWith(folder))
    .flatMap(([, exported]) => Object.values(exported))
    .flatMap((value) =>
      typeof value === 'object' && value !== null && !isSchema(value) ? Object.values(value) : [value],
    )
    .filter(isSchema);
}

const isSchema = (value: unknown): value is z.core.$ZodType => value instanceof z.core.$ZodType;

/** What a row has: its own columns, and the texts that it has by language, as `localized.title`. */
function listRead(row: z.core.$ZodType): string[] {
  const def = getInnerDef(row);
  if (def.type === 'array') return listRead(def.element);
  if (def.type !== 'object') return [];
  return Object.entries(def.shape).flatMap(([name, field]) => {
    const inner = getInnerDef(field);
    if (inner.type === 'array' && name === 'items') return listRead(inner.element);
    if (inner.type !== 'record') return [name];
    return [name, ...listRead(inner.valueType).map((text) => `localized.${text}`)];
  });
}

/** What the form of a kind has. */
function listFields(name: KindName): string[] {
  const { schema, localized, machineWritten } = getKind(name);
  const isShown = (field: z.core.$ZodType) => fieldRegistry.get(field)?.widget !== 'hidden';
  return [
    ...Object.entries<z.core.$ZodType>(schema.shape)
      .filter(([field, type]) => !['kind', 'id', 'localized', ...machineWritten].includes(field) && isShown(type))
      .map(([field]) => field),
    ...Object.keys(localized ?? {}).map((field) => `localized.${field}`),
  ];
}

const forStaff = 'by it the staff know and find the record';
const ofSheets = 'it orders the people of an exported table: pages show those whom a module names, in its order';
const ofFile = 'the file itself, which pages read by its hash or path';
const ofProducts = 'pages read it with the products, in src/kinds/product';
const ofPartners = 'pages read it by the rows of src/kinds/channel-partner';
const ofFrame = 'pages read it with their frame, in src/kinds/site';
const ofRedirects = 'the publisher reads it into the redirects of the site';
const ofSearch = 'the database reads it when visitors search';

/** Fields that no row of their kind has under their own name, and what reads them. */
const elsewhere: Partial<Record<KindName, Readonly<Record<string, string>>>> = {
  image: { content: ofFile, display: forStaff, filename: forStaff },
  vector: { content: ofFile, filename: forStaff },
  file: { content: ofFile },
  document: { content: ofFile, document_type: 'read as `type`', filename: forStaff, name: forStaff },
  video: { filename: forStaff },
  property: {
    key: ofProducts,
    'localized.title': ofProducts,
    'localized.unit': ofProducts,
    unit: ofProducts,
    value_type: ofProducts,
  },
  category: { parent: ofProducts, primary_properties: ofProducts, secondary_properties: ofProducts },
  application: {
    image: ofProducts,
    'localized.summary': ofProducts,
    'localized.title': ofProducts,
    sites: ofSearch,
    slug: forStaff,
  },
  series: { category: 'it says which properties its products are compared by', 'localized.description': ofSearch },
  product: { primary_category: 'read as `category`' },
  representative: {
    address_lines: ofPartners,
    countries: ofPartners,
    email: ofPartners,
    latitude: ofPartners,
    'localized.note': ofPartners,
    longitude: ofPartners,
    name: ofPartners,
    phone: ofPartners,
    region: ofPartners,
    url: ofPartners,
  },
  inventory_item: { channel_partner: 'read as `partner`' },
  faq: { position: 'their order in lists', products: 'the products that show it', sites: 'the sites that show it' },
  article: { newsroom_category: 'read as `news_category`' },
  event: { category: 'read as `news_category`' },
  cv: { position_order: ofSheets },
  job: { location: 'lists choose by it', slug: forStaff },
  form: {
    retention_days: 'the database deletes submissions by it',
    success_url: 'it is read when a form is sent',
  },
  link: { anchor_id: 'read as a part of its address', link_type: 'it says which of its targets is read' },
  shared_module: { name: forStaff },
  menu: { items: ofFrame, name: ofFrame, site: ofFrame },
  redirect: {
    from_path: ofRedirects,
    locale: ofRedirects,
    page: ofRedirects,
    site: ofRedirects,
    status: ofRedirects,
    to_path: ofRedirects,
  },
  investor_publication: { key: 'by it a feed finds the publication again' },
  search_synonym: { locale: ofSearch, sites: ofSearch, terms: ofSearch },
};

describe.each(recordKinds)('%s', (name) => {
  const read = new Set(listRows(name).flatMap(listRead));
  const unread = listFields(name).filter((field) => !read.has(field) && !read.has(`${field}_id`));

  it('is shown with everything that editors fill in, or it is said what reads it', () => {
    expect(unread.toSorted()).toEqual(Object.keys(elsewhere[name] ?? {}).toSorted());
  });
});
