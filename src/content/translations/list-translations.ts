import { z } from 'zod';
import type { Client } from '#content/clients/client.ts';
import { callFunction } from '#content/clients/call-function.ts';
import { formatRecordName, titlePath } from '#content/records/list-records.ts';
import { nameRecords } from '#content/records/record-names.ts';
import { parseRecordId } from '#content/records/record-id.ts';
import { type TargetLocale, isTargetLocale } from '#domain/locales.ts';
import { type SiteId, getLocales } from '#domain/sites.ts';
import { getKind } from '#kinds/kinds.ts';
import { getKindNames, isKindName, isRecordKind, recordKinds } from '#kinds/registry.ts';
import type { TranslationMatrix } from '#view-model/translations.ts';
import { countsByLocale } from './find-translation-counts.ts';

export type TranslationQuery = {
  site: SiteId;
  locale: TargetLocale | null;
  kind: string | null;
  state: 'to-do' | 'stale' | 'absent' | 'partly' | null;
  offset: number;
};

/** So many pages and records are listed at once. */
const translationBatchSize = 50;

const answer = z.object({
  total: z.int(),
  locales: countsByLocale.nullable(),
  kinds: z.array(z.string()),
  items: z.array(z.object({ kind: z.string(), id: z.string(), locales: countsByLocale, title: z.string().nullable() })),
});

/** Milliseconds after which what is left is counted by whoever asks next: an import may have changed thousands. */
const countingTime = 3000;

/** Counts what has changed, in portions; false where some is left. */
async function countAll(client: Client): Promise<boolean> {
  const until = performance.now() + countingTime;
  while (await callFunction(client, 'count_translations', z.boolean())) {
    if (performance.now() > until) return false;
  }
  return true;
}

/**
 * How far the pages and records of a site are in its languages, those with most to do first.
 *
 * @param client the server's: what has changed since somebody asked is counted first
 */
export async function listTranslations(client: Client, query: TranslationQuery): Promise<TranslationMatrix> {
  const own = getLocales(query.site).filter(isTargetLocale);
  const asked = query.locale === null ? own : own.filter((locale) => locale === query.locale);
  const titles = Object.fromEntries(recordKinds.map((kind) => [kind, titlePath(getKind(kind))]));
  const isCounted = await countAll(client);
  const found = await callFunction(client, 'list_translations', answer, {
    p_site: query.site,
    p_locales: asked,
    p_titles: titles,
    p_limit: translationBatchSize,
    p_offset: query.offset,
    ...(query.kind !== null && { p_kind: query.kind }),
    ...(query.state !== null && { p_state: query.state }),
  });
  const items = found.items.flatMap(({ kind, id, title, locales: states }) => {
    if (kind === 'page') {
      const { one } = getKindNames('page');
      return [{ kind: 'page' as const, kindName: one, id: Number(id), title: title ?? `Page ${id}`, locales: states }];
    }
    if (!isRecordKind(kind)) return [];
    const ref = parseRecordId(kind, id);
    return [
      { kind, kindName: getKindNames(kind).one, id: ref, title: formatRecordName(kind, ref, title), locales: states },
    ];
  });
  return {
    site: query.site,
    locales: asked,
    total: found.total,
    isCounted,
    sums: found.locales ?? {},
    kinds: found.kinds
      .filter(isKindName)
      .map((kind) => ({ kind, name: getKindNames(kind).many }))
      .toSorted((a, b) => a.name.localeCompare(b.name, 'en')),
    items: await nameRecords(client, items),
  };
}
