import { z } from 'zod';
import { type Client, expectData } from '#content/client.ts';

/** What kinds of record are called in a receipt. */
const nouns: Record<string, string> = {
  page: 'Page',
  product: 'Product',
  article: 'Article',
  image: 'Image',
  link: 'Link',
  series: 'Series',
  category: 'Category',
  document: 'Document',
  property: 'Property',
  application: 'Application',
  file: 'File',
  vector: 'Vector',
  video: 'Video',
  webinar: 'Webinar',
  event: 'Event',
  job: 'Job',
  form: 'Form',
};

/** Kinds whose names are looked up, so that a person recognises them. */
const named = ['product', 'article', 'image', 'link', 'series', 'category', 'document'] as const;
const lookupLimit = 60;

/**
 * Reasons of a receipt in words. A tag names what a page has read and what changed: `product:88`, `address:page:12`,
 * `list:article`, `clock`.
 */
export async function makeReasons(
  client: Client,
  pageId: number,
  tags: readonly string[],
): Promise<(tag: string) => string> {
  const wanted = [...new Set(tags)];
  const [records, pages] = await Promise.all([readNames(client, wanted), readPages(client, wanted)]);
  return (tag) =>
    inWords(tag, pageId, (kind, id) => (kind === 'page' ? pages.get(Number(id)) : records.get(`${kind}:${id}`)));
}

function inWords(tag: string, pageId: number, nameOf: (kind: string, id: string) => string | undefined): string {
  if (tag === 'clock') return 'Its time has come';
  const [first = '', second = '', third = ''] = tag.split(':');
  if (first === 'page')
    return Number(second) === pageId ? 'This page is published' : `${subject('page', second, nameOf)} is published`;
  if (first === 'address')
    return `${Number(third) === pageId ? 'This page' : subject(second, third, nameOf)} has a new address or name`;
  if (first === 'below') return `A page below ${subject(second, third, nameOf)} is new, gone or has another name`;
  if (first.startsWith('sitemap')) return 'It lists the pages of the site';
  if (first === 'list') return `A list of ${second === 'article' ? 'news' : `${second}s`} on it has changed`;
  if (first === 'globals') return 'The menus of the site have changed';
  if (first === 'site') return 'The settings of the site have changed';
  if (first === 'redirects') return 'Redirects have changed';
  return second === '' ? tag : `${subject(first, second, nameOf)} has changed`;
}

function subject(kind: string, id: string, nameOf: (kind: string, id: string) => string | undefined): string {
  const name = nameOf(kind, id);
  const noun = nouns[kind] ?? kind.replace('_', ' ');
  return name ? `${noun} “${name}”` : `${noun} ${id}`;
}

const record = z
  .object({
    display_name: z.string().optional(),
    text: z.string().optional(),
    localized: z.object({ en: z.record(z.string(), z.unknown()).optional() }).optional(),
    texts: z.object({ en: z.record(z.string(), z.unknown()).optional() }).optional(),
  })
  .nullable();

async function readNames(client: Client, tags: readonly string[]): Promise<Map<string, string>> {
  const requests: Record<string, number[]> = {};
  for (const tag of tags.slice(0, lookupLimit)) {
    const [kind = '', id = ''] = tag.split(':');
    if (named.some((known) => known === kind) && /^\d+$/.test(id)) (requests[kind] ??= []).push(Number(id));
  }
  const names = new Map<string, string>();
  if (Object.keys(requests).length === 0) return names;
  const answer = await expectData(
    'read_records',
    client.rpc('read_records', { p_requests: requests }),
    z.record(z.string(), z.record(z.string(), record)),
  );
  for (const [kind, rows] of Object.entries(answer)) {
    for (const [id, row] of Object.entries(rows)) {
      const text = row?.localized?.en ?? row?.texts?.en;
      const name = row?.display_name ?? row?.text ?? text?.['title'] ?? text?.['alt'];
      if (typeof name === 'string' && name !== '') names.set(`${kind}:${id}`, name);
    }
  }
  return names;
}

async function readPages(client: Client, tags: readonly string[]): Promise<Map<number, string>> {
  const ids = tags.slice(0, lookupLimit).flatMap((tag) => {
    const id = /^(?:address:|below:)?page:(\d+)$/.exec(tag)?.[1];
    return id ? [Number(id)] : [];
  });
  if (ids.length === 0) return new Map();
  const rows = await expectData(
    'page_locales',
    client.from('page_locales').select('page_id, title').eq('locale', 'en').in('page_id', ids),
    z.array(z.object({ page_id: z.number(), title: z.string() })),
  );
  return new Map(rows.map(({ page_id, title }) => [page_id, title]));
}
