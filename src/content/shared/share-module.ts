import { z } from 'zod';
import { callFunction } from '#content/clients/call-function.ts';
import type { CopiedModule } from '#domain/pages/copied-modules.ts';
import { type Locale, defaultLocale } from '#domain/locales.ts';
import { getKeys, ownValue } from '#domain/objects.ts';
import { type Result, fail, ok } from '#domain/result.ts';
import { getDefinition, isRegisteredType, isShareable } from '#modules/definitions.ts';
import { sharedModule } from '#modules/shared-module/schema.ts';
import type { Actor } from '#content/clients/actor.ts';
import { checkCopied } from '#content/drafts/check-copied.ts';
import { copyModules } from '#content/copying/copy-modules.ts';
import { type Pasted, pasteModules } from '#content/copying/paste-modules.ts';
import { type Place, changeAnswer, checkChange, readAnswer } from '#content/drafts/structure.ts';
import { getSharedId } from '#content/reading/show-shared.ts';
import { type Shared, listLocales, readShared } from './read-shared.ts';
import { sharedGone } from './save-shared.ts';

/** What editors call a shared module. */
export const sharedName = z.string().trim().min(1, 'Give it a name').max(120, 'A name has 120 characters at most');

type OneModule = { pageId: number; locale: Locale; structureVersion?: number | undefined; moduleId: number };

const shareAnswer = z.union([z.object({ status: z.literal('name-taken') }), changeAnswer]);

/**
 * Makes a shared module of a module of a draft, with its texts in all languages, and puts it in the module's place, as one step. It is live
 * at once, which no visitor sees: no page shows it yet.
 */
export async function shareModule(
  actor: Actor,
  { name, ...input }: OneModule & { name: string },
): Promise<Result<{ moduleId: number; structureVersion: number }>> {
  const page = await checkChange(actor.client, input);
  if (!page.ok) return page;
  const module = page.value.modules.find(({ id }) => id === input.moduleId);
  if (!module) return fail('not-found', 'This module does not exist any more. Reload the page.');
  if (!isShareable(module.type)) return fail('invalid', notShareable(module.type));
  const copied = await copyModules(actor.client, { pageId: input.pageId, moduleIds: [input.moduleId] });
  if (!copied.ok) return copied;
  const checked = await checkCopied(actor.client, page.value.site, copied.value.modules, 'share');
  if (!checked.ok) return checked;
  const texts = checked.value[0]?.locales ?? {};
  const answer = await callFunction(actor.service, 'share_module', shareAnswer, {
    p_actor: actor.userId,
    p_page_id: input.pageId,
    p_module_id: input.moduleId,
    p_expected_version: page.value.structureVersion,
    p_name: name,
    p_data_version: getDefinition(module.type).version,
    p_localized: Object.fromEntries(
      getKeys(texts).map((locale) => [locale, { data: ownValue(texts, locale)?.data ?? {} }]),
    ),
  });
  if (answer.status === 'name-taken') {
    const message = 'There is a shared module of this name already. Choose another name.';
    return fail('invalid', message, [{ path: ['name'], message }]);
  }
  const changed = await readAnswer(actor.client, answer);
  return changed.ok ? ok({ moduleId: changed.value.ids[0] ?? 0, structureVersion: changed.value.version }) : changed;
}

/** Why a module of a type is not shared. */
function notShareable(type: string): string {
  if (type === sharedModule.type) return 'This module is shared already.';
  const name = isRegisteredType(type) ? getDefinition(type).displayName : type;
  return `${name} cannot be shared: only modules without other modules inside can. Share what is inside of it, or save it as a section.`;
}

/** Puts a copy of what a shared module has, as the draft shows it, in its place on one page, as one step. */
export async function partModule(
  actor: Actor,
  input: OneModule,
): Promise<Result<{ moduleId: number; structureVersion: number; name: string }>> {
  const page = await checkChange(actor.client, input);
  if (!page.ok) return page;
  const copied = await copyModules(actor.client, { pageId: input.pageId, moduleIds: [input.moduleId] });
  if (!copied.ok) return copied;
  const [module] = copied.value.modules;
  const id = module ? getSharedId({ type: module.type, data: module.locales[defaultLocale]?.data }) : null;
  if (id === null) return fail('invalid', 'This module is not shared.');
  const shared = (await readShared(actor.client, [id])).get(id);
  if (!shared) return fail('not-found', sharedGone);
  const checked = await checkCopied(actor.client, page.value.site, [toCopy(shared)], 'part');
  if (!checked.ok) return checked;
  const [own] = checked.value;
  const answer = await callFunction(actor.service, 'part_module', changeAnswer, {
    p_actor: actor.userId,
    p_page_id: input.pageId,
    p_module_id: input.moduleId,
    p_expected_version: page.value.structureVersion,
    p_module: own ?? null,
  });
  const changed = await readAnswer(actor.client, answer);
  return changed.ok
    ? ok({ moduleId: changed.value.ids[0] ?? 0, structureVersion: changed.value.version, name: shared.name })
    : changed;
}

/** Puts a shared module at a place of a page, if all that it names may be on the page's site. */
export async function insertShared(
  actor: Actor,
  { sharedId, ...place }: Place & { sharedId: number },
): Promise<Result<Pasted & { name: string }>> {
  const shared = (await readShared(actor.client, [sharedId])).get(sharedId);
  if (!shared) return fail('not-found', sharedGone);
  const page = await checkChange(actor.client, place);
  if (!page.ok) return page;
  const content = await checkCopied(actor.client, page.value.site, [toCopy(shared)], 'shared');
  if (!content.ok) return content;
  const stand: CopiedModule = {
    type: sharedModule.type,
    slot: null,
    locales: { [defaultLocale]: { v: sharedModule.version, data: { shared: sharedId } } },
    children: [],
  };
  const copied = { format: 'page-modules', version: 1, site: page.value.site, modules: [stand] } as const;
  const pasted = await pasteModules(actor, { ...place, copied: { ...copied, modules: [stand] } }, 'paste', 'shared');
  return pasted.ok ? ok({ ...pasted.value, name: shared.name }) : pasted;
}

/** A shared module as a copy that nothing names. */
function toCopy(shared: Shared): CopiedModule {
  const { type, dataVersion: v } = shared;
  const texts: CopiedModule['locales'] = {};
  for (const locale of listLocales(shared)) texts[locale] = { v, data: shared.locales[locale] ?? {} };
  return { type, slot: null, locales: texts, children: [] };
}
