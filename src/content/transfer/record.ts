import { isRecord } from '#domain/objects.ts';
import type { Issue } from '#domain/result.ts';
import {
  application,
  category,
  channelPartner,
  faq,
  inventoryItem,
  product,
  property,
  representative,
  series,
} from './catalog.ts';
import { type RecordKind, isRecordKind } from './fields.ts';
import { form } from './forms.ts';
import { investorPublication, stockQuote } from './investors.ts';
import type { Kind, Parsed } from './kind.ts';
import { document, file, image, link, vector, video, webinar } from './media.ts';
import { article, author, event, post, tag } from './newsroom.ts';
import { draftSave, page, pageRevision } from './pages.ts';
import { cv, employeeStory, job, location, storyCategory, storyGroup } from './people.ts';
import { searchSynonym } from './search.ts';
import { menu, redirect, site } from './sites.ts';

export const format = 'ostrevo-content';
export const formatVersion = 1;

/** Every kind of record, in an order in which a record mostly comes after those that it names. */
export const kinds: Readonly<Record<RecordKind, Kind>> = {
  site,
  image,
  vector,
  file,
  document,
  video,
  webinar,
  property,
  category,
  application,
  series,
  product,
  channel_partner: channelPartner,
  representative,
  inventory_item: inventoryItem,
  faq,
  tag,
  author,
  article,
  event,
  post,
  location,
  cv,
  story_group: storyGroup,
  story_category: storyCategory,
  employee_story: employeeStory,
  job,
  form,
  link,
  page,
  page_revision: pageRevision,
  draft_save: draftSave,
  menu,
  redirect,
  stock_quote: stockQuote,
  investor_publication: investorPublication,
  search_synonym: searchSynonym,
};

/** Reads one record of any kind. */
export function parseRecord(value: unknown): Parsed {
  if (!isRecord(value)) return { ok: false, issues: [{ path: [], message: 'A record is an object' }] };
  const { kind } = value;
  if (!isRecordKind(kind)) {
    return { ok: false, issues: [{ path: ['kind'], message: `unknown kind ${JSON.stringify(kind ?? null)}` }] };
  }
  return kinds[kind].parse(value);
}

/** What a person calls a record: `page 31, main /products`. */
export function nameRecord(value: unknown): string {
  if (!isRecord(value)) return typeof value;
  const kind = typeof value['kind'] === 'string' ? value['kind'] : 'record';
  const id = typeof value['id'] === 'number' || typeof value['id'] === 'string' ? ` ${value['id']}` : '';
  const called = nameOf(value);
  return `${kind}${id}${called === undefined ? '' : `, ${called}`}`;
}

function nameOf(value: Record<string, unknown>): string | undefined {
  const { locales } = value;
  if (value['kind'] === 'page' && isRecord(locales)) {
    const [described] = Object.values(locales);
    const path = isRecord(described) && typeof described['path'] === 'string' ? described['path'] : '';
    return `${String(value['site'])} ${path}`.trim();
  }
  for (const field of ['slug', 'key', 'name', 'filename', 'title', 'from_path']) {
    const found = value[field];
    if (typeof found === 'string') return found;
  }
  return undefined;
}

/** `records[12] (page 31, main /produkte) › modules[2] › data › de › title: Max. 250 characters` */
export function formatIssue(issue: Issue): string {
  let line = '';
  issue.path.forEach((part, index) => {
    if (typeof part === 'number') line += `[${part}]`;
    else line += index === 0 ? part : ` › ${part}`;
  });
  return line === '' ? issue.message : `${line}: ${issue.message}`;
}
