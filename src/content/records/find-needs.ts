import { z } from 'zod';
import { callFunction } from '#content/clients/call-function.ts';
import type { Client } from '#content/clients/client.ts';
import type { Locale } from '#domain/locales.ts';
import { isRecord } from '#domain/objects.ts';
import { type KindName, kindNames } from '#kinds/registry.ts';
import { localeSchema } from '#kinds/reading/localized-row.ts';
import type { RecordId } from '#view-model/records.ts';
import { listRecordPlaces } from './record-places.ts';

const storedNeed = z.object({
  kind: z.enum(['page', 'shared_module']),
  id: z.number(),
  module: z.string(),
  path: z.string(),
  module_id: z.number().nullable(),
  locale: localeSchema.nullable(),
  data: z.unknown(),
  named: z.array(z.number()),
});

/** A module that cannot be shown without a record: neither its page nor what it is shared with can be published after the record is gone. */
export type Need = {
  kind: 'page' | 'shared_module';
  /** Of the page or the shared module. */
  id: number;
  module: string;
  /** In the draft of a page; null where only what is live names the record. */
  draft: { id: number; locale: Locale; data: unknown } | null;
  /** Where in the data of the draft or of the shared module the record is named first. */
  field: readonly (string | number)[] | null;
};

/** Pages and records that are to leave the site. */
export type Leaving = { pages: readonly number[]; records: readonly { kind: KindName; id: RecordId }[] };

/**
 * The modules that cannot be shown once these are not on the site any more: they need them, or a link that leads to them. None of a page
 * that leaves as well; those of a page in their order, one for each field.
 */
export async function findNeeds(client: Client, { pages, records }: Leaving): Promise<Need[]> {
  const leaving = Map.groupBy(records, ({ kind }) => kind);
  const found = await callFunction(client, 'record_needs', z.array(storedNeed), {
    p_leaving: [
      { kind: 'page', ids: [...pages] },
      ...[...leaving].map(([kind, all]) => ({
        kind,
        ids: all.flatMap(({ id }) => (typeof id === 'number' ? [id] : [])),
      })),
    ],
    p_places: kindNames.flatMap(listNeedingPlaces),
  });
  return found.flatMap((need) => {
    const { kind, id, module, module_id: moduleId, locale, data } = need;
    if (kind === 'page' && pages.includes(id)) return [];
    return {
      kind,
      id,
      module,
      draft: moduleId === null || locale === null ? null : { id: moduleId, locale, data },
      field: findNamed(data, listSteps(need.path), new Set(need.named)),
    };
  });
}

/** Where modules name records of a kind that they cannot be shown without. */
function listNeedingPlaces(kind: KindName): { kind: KindName; module: string; path: string }[] {
  return listRecordPlaces(kind).flatMap((place) =>
    'module' in place && place.isNeeded
      ? [{ kind, module: place.module, path: place.path.replaceAll('$id', '$ids[*]') }]
      : [],
  );
}

/** The names on the way of a JSON path, without list items and conditions. */
const listSteps = (path: string): string[] => [...path.matchAll(/"([^"]+)"/g)].map(([, step]) => step ?? '');

/** Where data holds one of some ids, by the names on the way to it; there may be others between. */
function findNamed(
  data: unknown,
  [step, ...others]: readonly string[],
  ids: ReadonlySet<number>,
): (string | number)[] | null {
  if (step === undefined && typeof data === 'number') return ids.has(data) ? [] : null;
  const inside: [string | number, unknown][] = Array.isArray(data)
    ? [...data.entries()]
    : isRecord(data)
      ? Object.entries(data)
      : [];
  for (const [key, value] of inside) {
    if (step === undefined && typeof key === 'string') continue;
    const behind = findNamed(value, key === step || step === undefined ? others : [step, ...others], ids);
    if (behind) return [key, ...behind];
  }
  return null;
}
