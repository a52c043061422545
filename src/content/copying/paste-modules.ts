import { z } from 'zod';
import { type CopiedModules, countModules, measureCopiedHeight } from '#domain/pages/copied-modules.ts';
import type { Locale } from '#domain/locales.ts';
import { getKeys } from '#domain/objects.ts';
import { type Failure, type Result, fail, ok } from '#domain/result.ts';
import { type SiteId, siteHasLocale } from '#domain/sites.ts';
import { modulesIn, getSlot } from '#domain/pages/structure.ts';
import type { Actor } from '#content/clients/actor.ts';
import { type Place, checkPlace, insertModules, readStructure } from '#content/drafts/structure.ts';
import { type CopiedFrom, checkCopied } from '#content/drafts/check-copied.ts';
import { copyModules } from './copy-modules.ts';

export type Pasted = {
  moduleIds: readonly number[];
  structureVersion: number;
  /** Of all that were pasted, those inside of others included. */
  count: number;
  /** Languages of the copy that the site does not have. */
  leftOut: readonly Locale[];
};

/** Puts copied modules at a place of a page: all of them, with what is inside of them, or none. */
export async function pasteModules(
  actor: Actor,
  { copied, ...place }: Place & { copied: CopiedModules },
  what: 'paste' | 'duplicate' = 'paste',
  from: CopiedFrom = 'clipboard',
): Promise<Result<Pasted>> {
  const free = await checkPlace(actor.client, place, measureCopiedHeight(copied.modules));
  if (!free.ok) return notPasted(free.failure, from);
  const { structureVersion, site } = free.value;
  const checked = await checkCopied(actor.client, site, copied.modules, from);
  if (!checked.ok) return checked;
  const inserted = await insertModules(actor, { ...place, structureVersion, modules: checked.value, what });
  if (!inserted.ok) return notPasted(inserted.failure, from);
  return ok({ ...inserted.value, count: countModules(copied.modules), leftOut: leftOutOn(site, copied.modules) });
}

const by = z.object({ changedBy: z.object({ name: z.string() }).nullable() });

function notPasted(failure: Failure, from: CopiedFrom): Result<never> {
  if (failure.code !== 'conflict') return { ok: false, failure };
  const detail = by.safeParse(failure.detail);
  const who = (detail.success && detail.data.changedBy?.name) || 'Somebody';
  const message = `${who} has added, moved or removed modules since you opened this page. Nothing was ${from === 'clipboard' ? 'pasted' : 'inserted'}. Reload the page, then try again.`;
  return { ok: false, failure: { ...failure, message } };
}

/** Puts a copy of a module below it. */
export async function duplicateModule(
  actor: Actor,
  input: { pageId: number; locale: Locale; structureVersion?: number | undefined; moduleId: number },
): Promise<Result<Pasted>> {
  const { moduleId, ...change } = input;
  const page = await readStructure(actor.client, input.pageId);
  const original = page?.modules.find(({ id }) => id === moduleId);
  if (!page || !original) return fail('not-found', 'This module does not exist any more. Reload the page.');
  const copied = await copyModules(actor.client, { pageId: input.pageId, moduleIds: [moduleId] });
  if (!copied.ok) return copied;
  const where = getSlot(original);
  const content = modulesIn(page.modules, where).map(({ id }) => id);
  return pasteModules(
    actor,
    { ...change, where, content, position: content.indexOf(moduleId) + 1, copied: copied.value },
    'duplicate',
  );
}

function leftOutOn(site: SiteId, modules: CopiedModules['modules']): Locale[] {
  const all = modules.flatMap((module) => [
    ...getKeys(module.locales).filter((locale) => !siteHasLocale(site, locale)),
    ...leftOutOn(site, module.children),
  ]);
  return [...new Set(all)];
}
