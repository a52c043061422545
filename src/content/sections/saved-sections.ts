import { z } from 'zod';
import { callFunction } from '#content/clients/call-function.ts';
import { givenName } from '#domain/text/given-name.ts';
import { type Result, fail, ok } from '#domain/result.ts';
import { modulesIn } from '#domain/pages/structure.ts';
import { storableText } from '#domain/text/text.ts';
import { type Locale, locales } from '#domain/locales.ts';
import { getDefinition, isRegisteredType } from '#modules/definitions.ts';
import { siteSchema } from '#kinds/reading/localized-row.ts';
import type { Actor } from '#content/clients/actor.ts';
import { type Client, DatabaseUnavailable } from '#content/clients/client.ts';
import type { Json } from '#database/database.types.ts';
import { copyModules } from '../copying/copy-modules.ts';
import { readStructure } from '#content/drafts/structure.ts';

/** Sections that editors have saved: modules under a name, as the clipboard holds them. */

export const sectionName = givenName(120, 'Give it a name');
export const sectionNote = storableText(500);

const listedSection = z
  .object({
    id: z.number(),
    name: z.string(),
    note: z.string(),
    version: z.number(),
    site: siteSchema,
    types: z.array(z.string()),
    count: z.number(),
    locales: z.array(z.enum(locales)),
    saved_at: z.string(),
    saved_by: z.string().nullable(),
  })
  .transform(({ types, saved_at: savedAt, saved_by: savedBy, ...section }) => ({
    ...section,
    /** Those of the modules that are not inside of others, in their order. */
    types: types.map((type) => ({ type, name: isRegisteredType(type) ? getDefinition(type).displayName : type })),
    locales: locales.filter((locale): locale is Locale => section.locales.includes(locale)),
    savedAt,
    savedBy,
  }));
type SavedSection = z.output<typeof listedSection>;

/** All saved sections by name, without their texts. */
export function listSections(client: Client): Promise<SavedSection[]> {
  return callFunction(client, 'list_sections', z.array(listedSection));
}

/** What a section is called, and a line about what it is for. */
type SectionTexts = { name: string; note: string };
/** A section as the caller saw it. */
type SeenSection = { id: number; version: number };

/** Saves modules of a draft, one after another, as a section: a new one, or in place of one. None named are all of the page. */
export async function saveSection(
  actor: Actor,
  {
    pageId,
    moduleIds: named,
    name,
    note,
    replaces,
  }: SectionTexts & {
    pageId: number;
    moduleIds: readonly number[] | null;
    replaces: SeenSection | null;
  },
): Promise<Result<{ id: number }>> {
  const page = await readStructure(actor.client, pageId);
  const moduleIds = named ?? modulesIn(page?.modules ?? [], null).map(({ id }) => id);
  if (page && moduleIds.length === 0) {
    return fail('invalid', 'This page has no modules yet. Add some first, then save it as a template.');
  }
  const copied = await copyModules(actor.client, { pageId, moduleIds });
  if (!copied.ok) return copied;
  const chosen = page?.modules.filter(({ id }) => moduleIds.includes(id)) ?? [];
  if (new Set(chosen.map(({ parentId, slot }) => `${parentId} ${slot}`)).size > 1) {
    const message = 'Choose modules that stand one after another, not some inside of others.';
    return fail('invalid', message, [{ path: ['moduleIds'], message }]);
  }
  return store(actor, { p_name: name, p_note: note, p_content: z.json().parse(copied.value), ...seen(replaces) });
}

/** Gives a section another name and note. */
export function renameSection(
  actor: Actor,
  { name, note, ...section }: SectionTexts & SeenSection,
): Promise<Result<{ id: number }>> {
  return store(actor, { p_name: name, p_note: note, ...seen(section) });
}

function seen(section: SeenSection | null): { p_id?: number; p_version?: number } {
  return section ? { p_id: section.id, p_version: section.version } : {};
}

const refusals = z.discriminatedUnion('status', [
  z.object({ status: z.enum(['not-found', 'name-taken', 'full']) }),
  z.object({ status: z.literal('conflict'), version: z.number(), saved_by: z.string().nullable() }),
]);
const saveAnswer = z.union([z.object({ status: z.literal('saved'), id: z.number() }), refusals]);

async function store(
  { service, userId }: Actor,
  input: { p_name: string; p_note: string; p_content?: Json; p_id?: number; p_version?: number },
): Promise<Result<{ id: number }>> {
  try {
    const answer = await callFunction(service, 'save_section', saveAnswer, { p_actor: userId, ...input });
    return answer.status === 'saved' ? ok({ id: answer.id }) : refused(answer);
  } catch (error) {
    // A check of the table: what is allowed on a page is nested deeper here.
    if (!(error instanceof DatabaseUnavailable) || error.code !== '23514') throw error;
    return fail('invalid', 'This is more than a section can hold. Choose fewer modules.');
  }
}

const deleteAnswer = z.union([z.object({ status: z.literal('deleted') }), refusals]);

/** Deletes a section. What was inserted from it stays. */
export async function deleteSection(
  { service, userId }: Actor,
  { id, version }: SeenSection,
): Promise<Result<{ deleted: true }>> {
  const answer = await callFunction(service, 'delete_section', deleteAnswer, {
    p_actor: userId,
    p_id: id,
    p_version: version,
  });
  return answer.status === 'deleted' ? ok({ deleted: true }) : refused(answer);
}

export const sectionGone = 'This section does not exist any more. Somebody has deleted it.';

function refused(answer: z.output<typeof refusals>): Result<never> {
  switch (answer.status) {
    case 'not-found':
      return fail('not-found', sectionGone);
    case 'name-taken': {
      const message = 'There is a section or template of this name already. Choose another name.';
      return fail('invalid', message, [{ path: ['name'], message }]);
    }
    case 'full':
      return fail('invalid', 'There are 1,000 sections already. Delete one that nobody needs.');
    case 'conflict': {
      const message = `${answer.saved_by ?? 'Somebody'} has changed this section since you opened the list. Nothing was overwritten. Look at it again, then try once more.`;
      return { ok: false, failure: { code: 'conflict', message, detail: { version: answer.version } } };
    }
  }
}
