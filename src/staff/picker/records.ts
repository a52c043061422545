import { useEffect, useState } from 'react';
import type { SiteId } from '#domain/sites.ts';
import type { Picker } from '#kinds/meta.ts';
import { type ReferenceKind, capital, isReferenceKind, registry } from '#kinds/registry.ts';
import type { KindName } from '#schema/fields.ts';
import { type ActionName, type ActionOutput, type Call, call } from '../calls/api.ts';

/** A record as pickers show it. */
export type PickerItem = { id: number; title: string; detail: string; thumbnail: string | null };
export type PickerPage = { items: PickerItem[]; count: number };
type Asked = { page: number; search: string; ids?: number[]; folder?: number | null; site?: SiteId | undefined };

export const pickerPageSize = 12;

type ActionOf<K extends ReferenceKind> = (typeof registry)[K]['picker']['action'];
type Item<N extends ActionName> = ActionOutput<N> extends { results: (infer I)[] } ? I : never;
/** The item type of each picker is that of its call: another one does not compile. */
const pickers: { readonly [K in ReferenceKind]: { picker: Picker<ActionOf<K>, Item<ActionOf<K>>> } } = registry;

async function list(kind: KindName, { folder = null, site, ...asked }: Asked): Promise<Call<PickerPage>> {
  if (!isReferenceKind(kind)) return listAny(kind, asked);
  const { action, show, isOfSite }: Picker<ActionOf<ReferenceKind>> = pickers[kind].picker;
  const answer = await call(action, {
    ...asked,
    ...(isOfSite ? { site } : {}),
    ...(folder === null ? {} : { folder }),
  });
  if (!answer.ok) return answer;
  const items = answer.value.results.map((item): PickerItem => {
    // The items are those that the kind's picker shows; TypeScript cannot follow them through the name of the call.
    const { title, detail, thumbnail = null } = show(item as never);
    return { id: item.id, title, detail: detail.filter(Boolean).join(' · '), thumbnail };
  });
  return { ok: true, value: { items, count: answer.value.count } };
}

/** The same of a kind without a picker of its own: the first records that match. */
async function listAny(kind: KindName, { search, ids }: Asked): Promise<Call<PickerPage>> {
  const answer = await call('listRecords', {
    kind,
    search,
    limit: ids?.length ?? pickerPageSize,
    ...(ids ? { ids } : {}),
  });
  if (!answer.ok) return answer;
  const items = answer.value.rows.flatMap(({ id, title, thumbnail }) =>
    typeof id === 'number' ? [{ id, title, detail: '', thumbnail }] : [],
  );
  return { ok: true, value: { items, count: items.length } };
}

/** A page of a kind's records, as pickers show them. They are cached for the fields that show a chosen one. */
export async function fetchRecords(kind: KindName, asked: Asked): Promise<Call<PickerPage>> {
  const answer = await list(kind, asked);
  if (answer.ok) for (const item of answer.value.items) known.set(`${kind}:${item.id}`, item);
  return answer;
}

/** The record with an id, null when there is none. */
export async function findRecord(kind: KindName, id: number): Promise<Call<PickerItem | null>> {
  const answer = await fetchRecords(kind, { page: 1, search: '', ids: [id] });
  return answer.ok ? { ok: true, value: answer.value.items[0] ?? null } : answer;
}

/** A cache of records, so that a chosen one is shown at once. Null: it does not exist. */
const known = new Map<string, PickerItem | null>();
const waiting = new Map<KindName, { ids: Set<number>; done: Promise<void> }>();

/** The most ids that the server looks up with one call. */
const idsPerCall = 100;

/** Looks up all ids of one turn of the event loop with one call for each kind. */
function lookUp(kind: KindName, ids: readonly number[]): Promise<void> {
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

/** The records with these ids: undefined while one is being loaded. */
export function useRecords(kind: KindName, ids: readonly number[]): (PickerItem | null | undefined)[] {
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

/** Drops a record from the cache after it was changed, so that it is read again. */
export function forgetRecord(kind: KindName, id: number): void {
  known.delete(`${kind}:${id}`);
}

/** The name of a record, or of its kind before it is loaded. */
export function getItemTitle(record: PickerItem | null | undefined, name: string): string {
  return record?.title ?? capital(name);
}
