import { z } from 'zod';
import type { Actor } from '#content/clients/actor.ts';
import { type Client, expectData } from '#content/clients/client.ts';
import { saveModule } from '#content/drafts/drafts.ts';
import { openRecord } from '#content/records/open-record.ts';
import { saveRecord } from '#content/records/save-record.ts';
import { readPageSettings, savePageSettings, settingsForm } from '#content/tree/page-settings.ts';
import { type Locale, type TargetLocale, defaultLocale } from '#domain/locales.ts';
import { ownValue, valueAt } from '#domain/objects.ts';
import type { Result } from '#domain/result.ts';
import { getKind } from '#kinds/kinds.ts';
import type { KindName } from '#kinds/registry.ts';
import { localeSchema } from '#kinds/reading/localized-row.ts';
import { getDefinition, isRegisteredType } from '#modules/definitions.ts';
import { parseData } from '#modules/parse-data.ts';
import { type EditorField, editorFields } from '#schema/editor-fields.ts';
import { fieldAt } from '#schema/field-at.ts';
import { pageSettingsSchema } from '#schema/page-settings.ts';
import type { RecordId } from '#view-model/records.ts';
import type { WrittenField } from '#view-model/translations.ts';
import { locateText, replaceAt } from './locate-text.ts';

/** What holds texts of a page or record, as its draft is now, and how a change of it is saved. */
export type TextOwner = {
  /** The text at a place in both languages, and its field; null where the desk does not write it. */
  read: (place: string) => OwnedText | null;
  save: (actor: Actor, place: string, value: unknown) => Promise<Result<unknown>>;
};
type OwnedText = { field: WrittenField; source: unknown; target: unknown };

type Place = { kind: KindName; id: RecordId; locale: TargetLocale };

/**
 * What holds texts of a page or record, by the name that the database has for each: `module:12`, `page:7`, `product:3`.
 *
 * @param part the only one that is asked for
 */
export async function readOwners(
  client: Client,
  place: Place,
  part: string | null = null,
): Promise<ReadonlyMap<string, TextOwner>> {
  const { kind, id } = place;
  if (kind !== 'page') {
    const record = await readRecordOwner(client, place);
    return new Map(record ? [[`${kind}:${id}`, record]] : []);
  }
  const only = part === null ? null : Number(/^module:(\d{1,15})$/.exec(part)?.[1] ?? 0);
  const isOfPage = part === null || part === `page:${id}`;
  const page = isOfPage ? await readPageOwner(client, Number(id), place.locale) : null;
  return new Map([
    ...(page ? [[`page:${id}`, page] as const] : []),
    ...(only === 0 ? [] : await readModuleOwners(client, { page: Number(id), only, locale: place.locale })),
  ]);
}

const moduleRows = z.array(
  z.object({
    id: z.int(),
    type: z.string(),
    module_locales: z.array(
      z.object({ locale: localeSchema, version: z.int(), data_version: z.int(), data: z.unknown() }),
    ),
  }),
);

async function readModuleOwners(
  client: Client,
  { page, only, locale }: { page: number; only: number | null; locale: TargetLocale },
): Promise<[string, TextOwner][]> {
  const ofPage = client
    .from('modules')
    .select('id, type, module_locales(locale, version, data_version, data)')
    .eq('page_id', page)
    .in('module_locales.locale', [defaultLocale, locale]);
  const rows = await expectData('modules', only === null ? ofPage : ofPage.eq('id', only), moduleRows);
  return rows.flatMap(({ id, type, module_locales: stored }) => {
    if (!isRegisteredType(type)) return [];
    const parse = (of: string) => {
      const row = stored.find((one) => one.locale === of);
      const parsed = row && parseData(type, row.data_version, row.data);
      return parsed?.ok ? parsed.value : null;
    };
    const version = stored.find((one) => one.locale === locale)?.version ?? 0;
    const [source, own] = [parse(defaultLocale), parse(locale)];
    // Data that its schema refuses is mended in its form.
    if (source === null || (version > 0 && own === null)) return [];
    const fields = editorFields(getDefinition(type).schema);
    // A module without texts of its own in a language shows the English ones, and begins with them.
    const base = own ?? source;
    const owner: TextOwner = {
      read: (place) => {
        const [at, from] = [locateText(base, place), locateText(source, place)];
        if (!at || !from) return null;
        return readText(fields, at, { source: valueAt(source, from), target: own === null ? null : valueAt(base, at) });
      },
      save: (actor, place, value) => {
        const payload = replaceAt(base, locateText(base, place) ?? [], value);
        return saveModule(actor, { moduleId: id, locale, payload, version });
      },
    };
    return [[`module:${id}`, owner]];
  });
}

async function readPageOwner(client: Client, id: number, locale: TargetLocale): Promise<TextOwner | null> {
  const settings = await readPageSettings(client, id);
  if (!settings.ok) return null;
  const { version, settings: stored } = settings.value;
  const form = settingsForm(stored);
  const fields = editorFields(pageSettingsSchema);
  const locate = (place: string, of: string) => ['locales', of, place];
  return {
    // Without an address in the language there is nothing yet that could have a title.
    read: (place) =>
      ownValue(form.locales, locale) === undefined
        ? null
        : readText(fields, locate(place, locale), {
            source: valueAt(form, locate(place, defaultLocale)),
            target: valueAt(form, locate(place, locale)),
          }),
    save: (actor, place, value) =>
      savePageSettings(actor, {
        pageId: id,
        payload: replaceAt(form, locate(place, locale), value),
        version,
        fromParent: stored.parent,
      }),
  };
}

async function readRecordOwner(client: Client, { kind, id, locale }: Place): Promise<TextOwner | null> {
  const opened = await openRecord(client, kind, id);
  if (!opened.ok) return null;
  const { draft, live, version } = opened.value;
  const data = draft?.data ?? live;
  if (data === null) return null;
  const { schema, localized } = getKind(kind);
  const fields = editorFields(schema);
  // The first text in a language is the beginning of it.
  const isFirst = localized !== null && valueAt(data, ['localized', locale]) === undefined;
  const base = isFirst ? replaceAt(data, ['localized', locale], {}) : data;
  /** Localized fields are below their language; the labels of a menu have all languages in themselves. */
  const locate = (place: string, of: Locale) => {
    const [first = ''] = place.split('.');
    if (ownValue(localized, first) !== undefined) return locateText(base, `localized.${of}.${place}`);
    const at = locateText(base, place);
    return at && typeof valueAt(base, [...at, defaultLocale]) === 'string' ? [...at, of] : null;
  };
  return {
    read: (place) => {
      const [at, from] = [locate(place, locale), locate(place, defaultLocale)];
      return at && from && readText(fields, at, { source: valueAt(base, from), target: valueAt(base, at) });
    },
    save: (actor, place, value) =>
      saveRecord(actor, {
        kind,
        id,
        data: replaceAt(base, locate(place, locale) ?? [], value),
        base: draft?.savedAt ?? null,
        version: draft ? undefined : (version ?? undefined),
      }),
  };
}

/** A text with the field that it is written in; null for one that has a form of its own. */
function readText(
  fields: readonly EditorField[],
  at: readonly (string | number)[],
  { source, target }: { source: unknown; target: unknown },
): OwnedText | null {
  const field = fieldAt(fields, at)?.field;
  const written = field && readField(field);
  return written ? { field: written, source: source ?? null, target: target ?? null } : null;
}

function readField(field: EditorField): WrittenField | null {
  switch (field.widget) {
    case 'text':
    case 'long-text':
    case 'rich-text':
      return { widget: field.widget, max: field.max, required: field.required };
    case 'texts':
    case 'menu-items':
      return { widget: 'text', max: null, required: true };
    default:
      return null;
  }
}
