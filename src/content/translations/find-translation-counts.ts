import { z } from 'zod';
import type { Client } from '#content/clients/client.ts';
import { callFunction } from '#content/clients/call-function.ts';
import { targetLocales } from '#domain/locales.ts';
import type { KindName } from '#kinds/registry.ts';
import type { RecordId } from '#view-model/records.ts';
import type { CountsByLocale } from '#view-model/translations.ts';

export const countsByLocale = z.partialRecord(
  z.enum(targetLocales),
  z.object({
    texts: z.int(),
    stale: z.int(),
    absent: z.int(),
    partly: z.int(),
    checked: z.int(),
    words: z.int(),
  }),
);
const answer = z.record(z.string(), countsByLocale);

/**
 * How far pages or records are in each language, by id; nothing of those without texts.
 *
 * @param service what has changed of them since somebody asked is counted first
 */
export async function findTranslationCounts(
  service: Client,
  kind: KindName,
  ids: readonly RecordId[],
): Promise<ReadonlyMap<string, CountsByLocale>> {
  if (ids.length === 0) return new Map();
  const refs = ids.map(String);
  await callFunction(service, 'count_translations', z.unknown(), { p_kind: kind, p_refs: refs, p_limit: refs.length });
  const found = await callFunction(service, 'read_translation_counts', answer, {
    p_kind: kind,
    p_refs: refs,
  });
  return new Map(Object.entries(found));
}
