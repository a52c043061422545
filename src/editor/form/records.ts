import { useEffect, useState } from 'react';
import type { ReferenceKind } from '#schema/fields.ts';
import { type ActionInput, type ActionName, type ActionOutput, type Call, call } from '../api.ts';
import { siteHere } from './editor-site.ts';
import { capital } from './kinds.ts';

/** A record as pickers show it. */
export type PickerItem = { id: number; title: string; detail: string; thumbnail: string | null };
export type PickerPage = { items: PickerItem[]; count: number };
type Asked = { page: number; search: string; ids?: number[] };
type Fetch = (asked: Asked) => Promise<Call<PickerPage>>;

export const pickerPageSize = 12;

type ListName = Exclude<Extract<ActionName, `fetch${string}`>, 'fetchMapLocations'>;
type Item<N extends ListName> = ActionOutput<N>['results'][number];

type Shown = { title: string; detail: readonly (string | null | undefined)[]; thumbnail?: string | null };

/** A list of the server, and how a record of it is shown. */
function list<N extends ListName>(
  name: N,
  show: (item: Item<N>) => Shown,
  extend: (asked: Asked) => ActionInput<N> = (asked) => asked,
): Fetch {
  return async (asked) => {
    // The outputs of all lists have this shape; TypeScript does not follow it through the name.
    const answer = (await call(name, extend(asked))) as Call<{ results: (Item<N> & { id: number })[]; count: number }>;
    if (!answer.ok) return answer;
    const items = answer.value.results.map((item): PickerItem => {
      const { title, detail, thumbnail = null } = show(item);
      return { id: item.id, title, detail: detail.filter(Boolean).join(' · '), thumbnail };
    });
    return { ok: true, value: { items, count: answer.value.count } };
  };
}

const status = (value: string) => (value === 'active' ? null : value.replace('_', ' '));
const day = (time: string | null) =>
  time === null ? null : new Date(time).toLocaleDateString('en-GB', { dateStyle: 'medium' });

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

function size(bytes: number | null): string | null {
  if (bytes === null) return null;
  const step = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const format = { style: 'unit', unit: units[step], unitDisplay: 'short', maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat('en', format).format(bytes / 1000 ** step);
}

const lists: Record<ReferenceKind, Fetch> = {
  image: list('fetchImages', ({ display, filename, width, height, alt, thumbnail }) => ({
    title: display || filename,
    detail: [alt || `${width} × ${height}`],
    thumbnail,
  })),
  vector: list('fetchVectors', ({ filename, contentTypeDisplay, thumbnail }) => ({
    title: filename,
    detail: [contentTypeDisplay],
    thumbnail,
  })),
  file: list('fetchFiles', ({ filename, contentTypeDisplay, size: bytes, created }) => ({
    title: filename,
    detail: [contentTypeDisplay, size(bytes), day(created)],
  })),
  document: list('fetchDocuments', ({ name, contentTypeDisplay, size: bytes, contentDate, language }) => ({
    title: name,
    detail: [language, contentTypeDisplay ?? 'announced', size(bytes), day(contentDate)],
  })),
  video: list('fetchVideos', ({ title, filename, size: bytes, thumbnail }) => ({
    title,
    detail: [filename, size(bytes)],
    thumbnail,
  })),
  webinar: list('fetchWebinars', ({ title, url, startsAt }) => ({ title, detail: [day(startsAt), url] })),
  link: list('fetchLinks', ({ text, linkType, page, destination }) => ({
    title: text,
    detail: [linkType, page?.site, destination || 'leads nowhere any more'],
  })),
  // Most links lead to pages of the same site.
  page: list(
    'fetchPages',
    ({ title, url, site }) => ({ title, detail: [site, url] }),
    (asked) => ({ ...asked, site: siteHere() }),
  ),
  product: list('fetchProducts', ({ displayName, series, primaryCategory, status: state, thumbnail }) => ({
    title: displayName,
    detail: [series?.name, primaryCategory?.name, status(state)],
    thumbnail,
  })),
  series: list('fetchSeries', ({ displayName, status: state, thumbnail }) => ({
    title: displayName,
    detail: [status(state)],
    thumbnail,
  })),
  category: list('fetchCategories', ({ title, slug }) => ({ title, detail: [slug] })),
  cv: list('fetchCVs', ({ name, position, thumbnail }) => ({ title: name, detail: [position], thumbnail })),
  location: list('fetchLocations', ({ name, addressLines }) => ({ title: name, detail: [addressLines.join(', ')] })),
  employee_story: list('fetchEmployeeStories', ({ title, category, publishFrom, thumbnail }) => ({
    title,
    detail: [category, day(publishFrom)],
    thumbnail,
  })),
  story_group: list('fetchStoryGroups', ({ name }) => ({ title: name, detail: [] })),
  story_category: list('fetchStoryCategories', ({ name }) => ({ title: name, detail: [] })),
  form: list('fetchForms', ({ title, content }) => ({
    title,
    detail: [`${content.length} ${content.length === 1 ? 'field' : 'fields'}`],
  })),
};

/** A page of a kind's records, as pickers show them. What was seen is shown at once where it is chosen. */
export async function fetchRecords(kind: ReferenceKind, asked: Asked): Promise<Call<PickerPage>> {
  const answer = await lists[kind](asked);
  if (answer.ok) for (const item of answer.value.items) known.set(`${kind}:${item.id}`, item);
  return answer;
}

/** The record with an id, null when there is none. */
export async function findRecord(kind: ReferenceKind, id: number): Promise<Call<PickerItem | null>> {
  const answer = await fetchRecords(kind, { page: 1, search: '', ids: [id] });
  return answer.ok ? { ok: true, value: answer.value.items[0] ?? null } : answer;
}

/** Records that have been seen, so that a chosen one is shown at once. Null: it was looked for and is gone. */
const known = new Map<string, PickerItem | null>();
const waiting = new Map<ReferenceKind, { ids: Set<number>; done: Promise<void> }>();

/** As many ids as the server looks up with one call. */
const idsPerCall = 100;

/** Looks up whatever is asked for in one turn with one call a kind. */
function lookUp(kind: ReferenceKind, ids: readonly number[]): Promise<void> {
  let batch = waiting.get(kind);
  if (!batch) {
    const asked = new Set<number>();
    const done = Promise.resolve().then(async () => {
      waiting.delete(kind);
      const all = [...asked];
      for (let start = 0; start < all.length; start += idsPerCall) {
        const part = all.slice(start, start + idsPerCall);
        const answer = await fetchRecords(kind, { page: 1, search: '', ids: part });
        if (!answer.ok) return;
        const found = new Set(answer.value.items.map(({ id }) => id));
        for (const id of part) if (!found.has(id)) known.set(`${kind}:${id}`, null);
      }
    });
    batch = { ids: asked, done };
    waiting.set(kind, batch);
  }
  for (const id of ids) batch.ids.add(id);
  return batch.done;
}

/** The records with these ids, as far as they are known: undefined while one is being looked up. */
export function useRecords(kind: ReferenceKind, ids: readonly number[]): (PickerItem | null | undefined)[] {
  const [, setVersion] = useState(0);
  const missing = ids.filter((id) => !known.has(`${kind}:${id}`)).join(',');
  useEffect(() => {
    if (missing === '') return;
    let isCurrent = true;
    void lookUp(kind, missing.split(',').map(Number)).then(() => {
      if (isCurrent) setVersion((version) => version + 1);
    });
    return () => {
      isCurrent = false;
    };
  }, [kind, missing]);
  return ids.map((id) => known.get(`${kind}:${id}`));
}

/** What a record is called before it has been looked up. */
export function titleOf(record: PickerItem | null | undefined, name: string, id: number): string {
  return record?.title ?? `${capital(name)} ${id}`;
}
