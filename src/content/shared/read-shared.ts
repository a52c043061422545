import { z } from 'zod';
import { callFunction } from '#content/clients/call-function.ts';
import { type Locale, defaultLocale, locales } from '#domain/locales.ts';
import { sharedModule as kind } from '#kinds/shared-module/kind.ts';
import { siteSchema } from '#kinds/reading/localized-row.ts';
import { type RegisteredType, getDefinition, isShareable } from '#modules/definitions.ts';
import { parseData } from '#modules/parse-data.ts';
import { type JsonObject, jsonObject } from '#schema/record-fields.ts';
import type { Client } from '#content/clients/client.ts';
import { type StoredDraft, type StoredRecord, readRecords } from '#content/records/read-record.ts';
import { recordOfRows } from '#content/records/record-data.ts';

/** A shared module as its draft has it, or as it is live where there is none. */
export type Shared = {
  id: number;
  name: string;
  type: RegisteredType;
  /** Of the stored data, in all languages. */
  dataVersion: number;
  locales: Partial<Record<Locale, JsonObject>>;
  draft: StoredDraft | null;
  /** What a save names as what it started from: the moment of the draft, or the number of the live version. */
  version: number;
};

const sharedTexts = z.object({ data: jsonObject() });

const content = z.object({
  name: z.string(),
  type: z.string(),
  data_version: z.number().optional(),
  localized: z.record(z.string(), z.unknown()),
});

/** The shared modules that are there, with the rights of the client. */
export async function readShared(client: Client, ids: readonly number[]): Promise<Map<number, Shared>> {
  if (ids.length === 0) return new Map();
  const found = await readRecords(client, kind, [...new Set(ids)]);
  return new Map(
    [...found].flatMap(([id, stored]) => {
      const shared = sharedOfRecord(Number(id), stored);
      return shared ? [[shared.id, shared] as const] : [];
    }),
  );
}

function sharedOfRecord(id: number, { rows, draft, version }: StoredRecord): Shared | null {
  const parsed = content.safeParse(draft?.data ?? (rows && recordOfRows(kind, rows)));
  if (!parsed.success || !isShareable(parsed.data.type)) return null;
  const { name, type, data_version: dataVersion, localized } = parsed.data;
  const texts = locales.flatMap((locale) => {
    const own = sharedTexts.safeParse(localized[locale]).data;
    return own ? [[locale, own.data] as const] : [];
  });
  return {
    id,
    name,
    type,
    dataVersion: dataVersion ?? getDefinition(type).version,
    locales: Object.fromEntries(texts),
    draft,
    version: draft ? parseMoment(draft.saved_at) : (version ?? 0),
  };
}

/** A moment of the database as a number, to the microsecond. */
export function parseMoment(savedAt: string): number {
  const micros = /\.\d{3}(\d{1,3})/.exec(savedAt)?.[1] ?? '';
  return Date.parse(savedAt) * 1000 + Number(micros.padEnd(3, '0'));
}

/** The content of a shared module in a language as data of the current schema; what cannot be made into it is left as it is. */
export function currentIn({ type, dataVersion, locales: texts }: Shared, locale: Locale): JsonObject | undefined {
  const stored = texts[locale];
  if (stored === undefined) return undefined;
  const parsed = parseData(type, dataVersion, stored);
  const current = parsed.ok ? jsonObject().safeParse(parsed.value) : null;
  return current?.success ? current.data : stored;
}

/** The languages that a shared module has a content of its own in, English first. */
export function listLocales({ locales: texts }: Shared): Locale[] {
  return [defaultLocale, ...locales.filter((locale) => locale !== defaultLocale && texts[locale] !== undefined)];
}

const sharedPage = z.object({
  shared: z.number(),
  page: z.number(),
  site: siteSchema,
  path: z.string(),
  title: z.string(),
  is_live: z.boolean(),
});
export type SharedPage = z.output<typeof sharedPage>;

/** The pages that show shared modules, in their drafts or to visitors. */
export function pagesWithShared(client: Client, ids: readonly number[]): Promise<SharedPage[]> {
  return callFunction(client, 'pages_with_shared', z.array(sharedPage), { p_ids: [...ids] });
}
