import { type Locale, defaultLocale } from '#domain/locales.ts';
import { type Failure, type Result, fail } from '#domain/result.ts';
import { getDefinition } from '#modules/definitions.ts';
import type { JsonObject } from '#schema/record-fields.ts';
import type { Actor } from '#content/clients/actor.ts';
import { type ModuleConflict, checkModuleData } from '#content/drafts/drafts.ts';
import { saveRecord } from '#content/records/save-record.ts';
import { type Shared, currentIn, listLocales, parseMoment, readShared } from './read-shared.ts';

export const sharedGone = 'This shared module does not exist any more. Reload the page.';

type SharedSave = {
  sharedId: number;
  locale: Locale;
  payload: unknown;
  /** What the caller started from. */
  version: number;
};

/**
 * Saves the content of a shared module in one language, in its draft: nothing of it is live before the shared module is published. Nobody
 * may have saved it since.
 */
export async function saveShared(actor: Actor, save: SharedSave): Promise<Result<{ version: number }>> {
  const shared = (await readShared(actor.client, [save.sharedId])).get(save.sharedId);
  if (!shared) return fail('not-found', sharedGone);
  if (shared.version !== save.version) return overtaken(shared, save.locale);
  const checked = await checkModuleData(actor.client, shared.type, save.payload);
  if (!checked.ok) return checked;
  const localized: JsonObject = {};
  for (const locale of listLocales(shared)) localized[locale] = { data: currentIn(shared, locale) ?? {} };
  localized[save.locale] = { data: checked.value };
  const saved = await saveRecord(actor, {
    kind: 'shared_module',
    id: shared.id,
    data: { name: shared.name, type: shared.type, data_version: getDefinition(shared.type).version, localized },
    base: shared.draft?.saved_at ?? null,
  });
  if (saved.ok) return { ok: true, value: { version: parseMoment(saved.value.savedAt) } };
  if (saved.failure.code !== 'conflict') return saved;
  const now = (await readShared(actor.client, [shared.id])).get(shared.id);
  return now ? overtaken(now, save.locale) : fail('not-found', sharedGone);
}

function overtaken(shared: Shared, locale: Locale): Result<never> {
  const { draft, version } = shared;
  const detail: ModuleConflict = {
    version,
    data: currentIn(shared, locale) ?? currentIn(shared, defaultLocale) ?? null,
    savedBy: draft?.saved_by ? { name: draft.saved_by, email: '' } : null,
    savedAt: draft?.saved_at ?? null,
  };
  const who = draft ? `${draft.saved_by ?? 'Somebody'} has saved` : 'Somebody has published';
  const failure: Failure = {
    code: 'conflict',
    message: `${who} this shared module since you opened it. Take their version, or keep yours.`,
    detail,
  };
  return { ok: false, failure };
}
