import type { Actor } from '#content/clients/actor.ts';
import type { TargetLocale } from '#domain/locales.ts';
import { isSame } from '#domain/pages/merge-versions.ts';
import { type Result, fail, ok } from '#domain/result.ts';
import type { KindName } from '#kinds/registry.ts';
import type { RecordId } from '#view-model/records.ts';
import { readOwners } from './text-owners.ts';

export type TranslationWrite = {
  kind: KindName;
  id: RecordId;
  locale: TargetLocale;
  /** What holds the text, and its place there, as the desk has named them. */
  part: string;
  path: string;
  /** The text that the person has seen; null where there was none. */
  before: unknown;
  value: unknown;
};

/**
 * Saves one text of a draft in one language, beside whatever else has been saved of the same page or record meanwhile.
 *
 * @returns the text as it is stored, which its field may have tidied; `conflict` where the text itself is not the one that the person has seen, `invalid` where its field refuses it
 */
export async function writeTranslation(
  actor: Actor,
  { part, path, before, value, ...place }: TranslationWrite,
): Promise<Result<{ target: unknown }>> {
  const find = async () => (await readOwners(actor.service, place, part)).get(part);
  const owner = await find();
  const text = owner?.read(path);
  if (!owner || !text) {
    return fail(
      'not-found',
      'This text is not there any more, or can be written in its form only. Load the page again.',
    );
  }
  // The first text of a module begins all others of it as they are in English: nobody has written those.
  const isBegun = before === null && isSame(text.target, text.source);
  if (!isBegun && !isSame(text.target, before)) {
    return fail(
      'conflict',
      'Somebody has written this text since you opened it. Theirs is shown now: compare, then save yours again or leave theirs.',
    );
  }
  const saved = await owner.save(actor, path, value);
  if (!saved.ok) return saved;
  const now = (await find())?.read(path);
  return ok({ target: now?.target ?? null });
}
