import { z } from 'zod';
import { callFunction, callOrRefuse } from '#content/clients/call-function.ts';
import type { Locale } from '#domain/locales.ts';
import { isSame } from '#domain/pages/merge-versions.ts';
import { getKeys } from '#domain/objects.ts';
import { type Failure, type Issue, type Result, fail, ok } from '#domain/result.ts';
import { localeSchema, siteSchema } from '#kinds/reading/localized-row.ts';
import { pageRow } from '#kinds/page/shapes.ts';
import { type PageSettings, pageSettingsSchema, pageTextsSchema } from '#schema/page-settings.ts';
import type { Actor } from '#content/clients/actor.ts';
import type { Client } from '#content/clients/client.ts';
import { type ModuleConflict, missingRecords, readName } from '#content/drafts/drafts.ts';
import { type PageNames, checkNames } from './page-names.ts';
import { pageRefusals, refuseAddress, refusePage } from './refuse-page.ts';

/** The settings of a page as its draft has them, read and saved in the name of a member of the staff. */

const details = pageRow.pick({ path: true, title: true, nav_title: true, description: true, seo: true });
type Details = z.output<typeof details>;
const storedSettings = z.object({ parent: z.number().nullable(), locales: z.partialRecord(localeSchema, details) });
type StoredSettings = z.output<typeof storedSettings>;

const settingsRow = z
  .object({
    site: siteSchema,
    route: pageRow.shape.route,
    is_editable: z.boolean(),
    version: z.number(),
    settings: storedSettings,
    live: z.partialRecord(localeSchema, z.string()),
    below: z.number(),
    publishes: z.object({ count: z.number(), at: z.string().nullable(), by: z.string().nullable() }),
  })
  .nullable();
export type SettingsRow = NonNullable<z.output<typeof settingsRow>>;

const gone = 'This page does not exist any more. Somebody has deleted it.';

/** The settings of a page's draft, what is live of them, and the version against which a save is made. */
export async function readPageSettings(client: Client, pageId: number): Promise<Result<SettingsRow>> {
  const row = await callFunction(client, 'read_page_settings', settingsRow, { p_page_id: pageId });
  return row ? ok(row) : fail('not-found', gone);
}

/** Stored settings as a form has them. */
export function settingsForm({ parent, locales }: StoredSettings): z.input<typeof pageSettingsSchema> {
  const texts: Partial<Record<Locale, Omit<Details, 'seo'> & { og_image: number | null; noindex: boolean }>> = {};
  for (const locale of getKeys(locales)) {
    const own = locales[locale];
    if (!own) continue;
    const { seo, ...rest } = own;
    texts[locale] = { ...rest, og_image: seo.og_image ?? null, noindex: seo.noindex ?? false };
  }
  return { parentId: parent, locales: texts };
}

const answer = z.discriminatedUnion('status', [
  z.object({ status: z.literal('saved'), version: z.number() }),
  z.object({
    status: z.literal('conflict'),
    version: z.number(),
    settings: storedSettings,
    saved_by: z.string().nullable(),
    saved_at: z.string().nullable(),
  }),
  ...pageRefusals,
]);

type SettingsSave = {
  pageId: number;
  payload: unknown;
  /** The save that the settings started from, and the parent that the page had then. */
  version: number;
  fromParent: number | null;
};

/**
 * Saves the settings of a page's draft, as a module is saved: checked with the schema that made the form, and refused with the other
 * version where somebody has saved since. A language that it names no more is taken away. Nothing is live until the page is published.
 */
export async function savePageSettings(actor: Actor, save: SettingsSave): Promise<Result<{ version: number }>> {
  const { client, service, userId } = actor;
  const stored = await readPageSettings(client, save.pageId);
  if (!stored.ok) return stored;
  const checked = await checkSettings(client, stored.value, save.payload);
  if (!checked.ok) return checked;
  const result = await callOrRefuse(service, 'save_page_settings', answer, (error) => refuseAddress(service, error), {
    p_actor: userId,
    p_page_id: save.pageId,
    p_parent_id: checked.value.parentId,
    p_locales: withStoredSeo(checked.value, stored.value.settings),
    p_version: save.version,
    p_from_parent: save.fromParent,
    p_removed: getKeys(stored.value.settings.locales).filter((locale) => checked.value.locales[locale] === undefined),
  });
  if (!result.ok) return result;
  switch (result.value.status) {
    case 'saved':
      return ok({ version: result.value.version });
    case 'conflict':
      return overtaken(client, result.value);
    default:
      return refusePage(result.value);
  }
}

async function checkSettings(
  client: Client,
  { site, route, settings }: SettingsRow,
  input: unknown,
): Promise<Result<PageSettings>> {
  const parsed = pageSettingsSchema.safeParse(input);
  if (!parsed.success) {
    const issues = parsed.error.issues.map(({ path, message }) => ({ path: path.map(toStep), message }));
    return fail('invalid', 'Some fields are not valid.', issues);
  }
  const { locales } = parsed.data;
  const names: PageNames = {};
  for (const locale of getKeys(locales)) {
    const own = locales[locale];
    if (own) names[locale] = { path: own.path, title: own.title };
  }
  const checked = checkNames(site, names, route !== null);
  const isKept = ([at, locale, field]: readonly (string | number)[]) =>
    at === 'locales' &&
    field === 'path' &&
    getKeys(locales).some((one) => one === locale && locales[one]?.path === settings.locales[one]?.path);
  const issues = [
    ...(checked.ok ? [] : (checked.failure.issues ?? [])).filter(({ path }) => !isKept(path)),
    ...(await missingPictures(client, parsed.data)),
  ];
  if (issues.length > 0) return fail('invalid', 'Some fields are not valid.', issues);
  for (const locale of getKeys(locales)) {
    const own = locales[locale];
    if (own) Object.assign(own, { title: own.title.trim(), path: own.path.trim().normalize('NFC') });
  }
  return ok(parsed.data);
}

/** Pictures that there are not any more; that the page above is gone says the database. */
async function missingPictures(client: Client, { locales }: PageSettings): Promise<Issue[]> {
  const found = await Promise.all(
    getKeys(locales).map(async (locale) => {
      const missing = await missingRecords(client, pageTextsSchema, locales[locale]);
      return missing.map(({ path, message }) => ({ path: ['locales', locale, ...path], message }));
    }),
  );
  return found.flat();
}

function toStep(step: PropertyKey): string | number {
  return typeof step === 'symbol' ? step.toString() : step;
}

/** As the database has them. What search engines are told is named only where it has changed: it is stored in more than one form. */
function withStoredSeo({ locales }: PageSettings, stored: StoredSettings) {
  const before = settingsForm(stored).locales;
  const texts: Record<string, Omit<Details, 'seo'> & { seo?: { noindex?: true; og_image?: number } }> = {};
  for (const locale of getKeys(locales)) {
    const own = locales[locale];
    if (!own) continue;
    const { og_image, noindex, ...rest } = own;
    const old = before[locale];
    const isKept = old !== undefined && isSame([old.og_image, old.noindex], [og_image, noindex]);
    const seo = { ...(noindex ? { noindex: true as const } : {}), ...(og_image === null ? {} : { og_image }) };
    texts[locale] = { ...rest, ...(isKept ? {} : { seo }) };
  }
  return texts;
}

async function overtaken(
  client: Client,
  { version, settings, saved_by, saved_at }: Extract<z.output<typeof answer>, { status: 'conflict' }>,
): Promise<Result<never>> {
  const savedBy = saved_by === null ? null : await readName(client, saved_by);
  const detail: ModuleConflict = { version, data: settingsForm(settings), savedBy, savedAt: saved_at };
  const failure: Failure = {
    code: 'conflict',
    message: `${savedBy ? savedBy.name : 'Somebody'} has saved the settings of this page since you opened them.`,
    detail,
  };
  return { ok: false, failure };
}
