import { useEffect, useState } from 'react';
import type { ReferenceKind } from '#modules/fields.ts';
import { type ActionOutput, type Call, call } from '../api.ts';

/** A record as pickers show it. */
export type PickerItem = { id: number; title: string; detail: string; thumbnail: string | null };
export type PickerPage = { items: PickerItem[]; count: number };
type Asked = { page: number; search: string; ids?: number[] };

export const pickerPageSize = 12;

function map<T>(answer: Call<{ results: T[]; count: number }>, item: (record: T) => PickerItem): Call<PickerPage> {
  return answer.ok ? { ok: true, value: { items: answer.value.results.map(item), count: answer.value.count } } : answer;
}

type Item<N extends 'fetchImages' | 'fetchLinks' | 'fetchProducts' | 'fetchSeries' | 'fetchCategories'> =
  ActionOutput<N>['results'][number];

const imageItem = ({ id, display, filename, width, height, alt, thumbnail }: Item<'fetchImages'>): PickerItem => ({
  id,
  title: display || filename,
  detail: alt === '' ? `${width} × ${height}` : alt,
  thumbnail,
});
const linkItem = ({ id, text, linkType, destination }: Item<'fetchLinks'>): PickerItem => ({
  id,
  title: text,
  detail: `${linkType} · ${destination}`,
  thumbnail: null,
});
const productItem = ({ id, displayName, series, status, thumbnail }: Item<'fetchProducts'>): PickerItem => ({
  id,
  title: displayName,
  detail: [series?.name, status === 'active' ? null : status.replace('_', ' ')].filter(Boolean).join(' · '),
  thumbnail,
});
const seriesItem = ({ id, displayName, status, thumbnail }: Item<'fetchSeries'>): PickerItem => ({
  id,
  title: displayName,
  detail: status === 'active' ? '' : status.replace('_', ' '),
  thumbnail,
});
const categoryItem = ({ id, title, slug }: Item<'fetchCategories'>): PickerItem => ({
  id,
  title,
  detail: slug,
  thumbnail: null,
});

type Fetch = (asked: Asked) => Promise<Call<PickerPage>>;
const fetchers: Partial<Record<ReferenceKind, Fetch>> = {
  image: async (asked) => map(await call('fetchImages', asked), imageItem),
  link: async (asked) => map(await call('fetchLinks', asked), linkItem),
  product: async (asked) => map(await call('fetchProducts', asked), productItem),
  series: async (asked) => map(await call('fetchSeries', asked), seriesItem),
  category: async (asked) => map(await call('fetchCategories', asked), categoryItem),
};

export function fetchRecords(kind: ReferenceKind, asked: Asked): Promise<Call<PickerPage>> {
  const fetchKind = fetchers[kind];
  if (fetchKind) return fetchKind(asked);
  return Promise.resolve({ ok: true, value: { items: [], count: 0 } });
}

/** Records that have been seen, so that a chosen one is shown at once. Null: it was looked for and is gone. */
const known = new Map<string, PickerItem | null>();
const waiting = new Map<ReferenceKind, { ids: Set<number>; done: Promise<void> }>();

export function remember(kind: ReferenceKind, items: readonly PickerItem[]): void {
  for (const item of items) known.set(`${kind}:${item.id}`, item);
}

/** Looks up whatever is asked for in one turn with one call a kind. */
function lookUp(kind: ReferenceKind, ids: readonly number[]): Promise<void> {
  let batch = waiting.get(kind);
  if (!batch) {
    const asked = new Set<number>();
    const done = Promise.resolve().then(async () => {
      waiting.delete(kind);
      const answer = await fetchRecords(kind, { page: 1, search: '', ids: [...asked].slice(0, 100) });
      if (!answer.ok) return;
      for (const id of asked) known.set(`${kind}:${id}`, null);
      remember(kind, answer.value.items);
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
