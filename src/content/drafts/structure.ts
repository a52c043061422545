import { z } from 'zod';
import { callFunction } from '#content/clients/call-function.ts';
import { type Locale, defaultLocale } from '#domain/locales.ts';
import { type Failure, type Result, fail, ok } from '#domain/result.ts';
import type { SiteId } from '#domain/sites.ts';
import { siteSchema } from '#kinds/reading/localized-row.ts';
import {
  type Slot,
  type StructureModule,
  depthIn,
  fitsIn,
  measureHeight,
  maxDepth,
  modulesIn,
} from '#domain/pages/structure.ts';
import { type RegisteredType, getDefinition, isRegisteredType } from '#modules/definitions.ts';
import { parseData } from '#modules/parse-data.ts';
import type { Actor } from '#content/clients/actor.ts';
import type { CheckedModule } from './check-copied.ts';
import { type Client, expectData } from '#content/clients/client.ts';
import { type SavedBy, checkModuleData, notEditable, readName } from './drafts.ts';

/** Changing the modules of a draft and their order, in the name of a member of the staff. */

/** The newer structure that a change conflicts with: who changed it, and when, as far as the history knows. */
type StructureConflict = {
  structureVersion: number;
  changedBy: SavedBy | null;
  changedAt: string | null;
  /** When adding: the current content of the place. */
  content?: readonly number[];
};

const structureRow = z
  .object({
    site_id: siteSchema,
    is_editable: z.boolean(),
    structure_version: z.number(),
    modules: z.array(
      z.object({
        id: z.number(),
        type: z.string(),
        parent_id: z.number().nullable(),
        slot: z.string().nullable(),
        position: z.number(),
      }),
    ),
  })
  .nullable();

export const changeAnswer = z.discriminatedUnion('status', [
  z.object({
    status: z.literal('saved'),
    version: z.number(),
    id: z.number().optional(),
    ids: z.array(z.number()).optional(),
  }),
  z.object({ status: z.literal('not-found') }),
  z.object({ status: z.literal('not-editable') }),
  z.object({
    status: z.literal('conflict'),
    version: z.number(),
    changed_by: z.string().nullish(),
    changed_at: z.string().nullish(),
  }),
]);

const noPage = 'This page does not exist any more.';
const gone = 'This page or one of its modules does not exist any more. Reload the page.';

type Change = {
  /** -1 for pages that are made from rows. */
  pageId: number;
  /** Where the editor works: the structure is one for all locales, and only changed in the default one. */
  locale: Locale;
  /** What the caller saw; without it the page is changed as it is now. */
  structureVersion?: number | undefined;
  /** A slot of a module of the page; null is the page itself. */
  where: Slot | null;
};

/** The error of a change that needs no look at the page. */
function refuse({ pageId, locale }: Pick<Change, 'pageId' | 'locale'>): Result<never> | null {
  if (pageId === -1) return fail('not-editable', notEditable);
  if (locale === defaultLocale) return null;
  return fail(
    'english-only',
    'Modules are added, removed and moved in the English version of a page, for all languages at once. Switch to English, then try again.',
  );
}

/** Whether the structure of a page can be changed, and what it is: against the version that the caller saw, or as it is now. */
export async function checkChange(client: Client, change: Omit<Change, 'where'>): Promise<Result<Structure>> {
  const refused = refuse(change);
  if (refused) return refused;
  const page = await readStructure(client, change.pageId);
  if (!page) return fail('not-found', noPage);
  if (!page.isEditable) return fail('not-editable', notEditable);
  return ok({ ...page, structureVersion: change.structureVersion ?? page.structureVersion });
}

/** A place for new modules: `content` is what the caller saw there. */
export type Place = Change & { position: number; content: readonly number[] };

/**
 * Whether modules can be put at a place: nothing is added beside modules that somebody has changed meanwhile.
 *
 * @param height how deep the new modules stand inside one another
 */
export async function checkPlace(
  client: Client,
  place: Place,
  height = 1,
): Promise<Result<{ structureVersion: number; site: SiteId }>> {
  const refused = refuse(place);
  if (refused) return refused;
  const { pageId, position, content, where } = place;
  if (position > content.length) {
    return fail('invalid', `There is no position ${position} among ${content.length} modules.`, [
      { path: ['modulePosition'], message: `The last position is ${content.length}` },
    ]);
  }
  const page = await readStructure(client, pageId);
  if (!page) return fail('not-found', noPage);
  if (!page.isEditable) return fail('not-editable', notEditable);
  const structureVersion = place.structureVersion ?? page.structureVersion;
  if (page.structureVersion === structureVersion) {
    const present = modulesIn(page.modules, where).map(({ id }) => id);
    if (present.join() !== content.join()) return conflict(client, { version: structureVersion }, present);
    const fits = where ? await checkSlot(client, page.modules, where, height) : ok(null);
    if (!fits.ok) return fits;
  }
  return ok({ structureVersion, site: page.site });
}

/** Adds a module to a page, or to a slot of one of its modules, with data in the default locale. */
export async function addModule(
  { client, service, userId }: Actor,
  added: Place & { type: string; data: unknown },
): Promise<Result<{ moduleId: number; structureVersion: number }>> {
  const { pageId, type, data, position, where } = added;
  if (!isRegisteredType(type)) {
    return (
      refuse(added) ??
      fail('invalid', `There is no module type ${type}.`, [
        { path: ['moduleType'], message: `There is no module type ${type}` },
      ])
    );
  }
  const place = await checkPlace(client, added);
  if (!place.ok) return place;
  const checked = await checkModuleData(client, type, data);
  if (!checked.ok) return checked;
  const answer = await callFunction(service, 'insert_module', changeAnswer, {
    p_actor: userId,
    p_page_id: pageId,
    p_type: type,
    p_position: position,
    p_data: checked.value,
    p_data_version: getDefinition(type).version,
    p_expected_version: place.value.structureVersion,
    ...slotArguments(where),
  });
  const changed = await readPlaced(client, added, answer);
  return changed.ok ? ok({ moduleId: changed.value.ids[0] ?? 0, structureVersion: changed.value.version }) : changed;
}

/** Adds modules with their texts in all languages, and with what is inside of them, as they were checked for the site. */
export async function insertModules(
  { client, service, userId }: Actor,
  added: Place & { structureVersion: number; modules: readonly CheckedModule[]; what: 'paste' | 'duplicate' },
): Promise<Result<{ moduleIds: readonly number[]; structureVersion: number }>> {
  const answer = await callFunction(service, 'insert_modules', changeAnswer, {
    p_actor: userId,
    p_page_id: added.pageId,
    p_modules: [...added.modules],
    p_position: added.position,
    p_what: added.what,
    p_expected_version: added.structureVersion,
    ...slotArguments(added.where),
  });
  const changed = await readPlaced(client, added, answer);
  return changed.ok ? ok({ moduleIds: changed.value.ids, structureVersion: changed.value.version }) : changed;
}

/** An answer to a change at a place: a conflict comes with what is there now. */
async function readPlaced(client: Client, { pageId, where }: Place, answer: z.infer<typeof changeAnswer>) {
  if (answer.status !== 'conflict') return readAnswer(client, answer);
  const now = await readStructure(client, pageId);
  return conflict(client, answer, now ? modulesIn(now.modules, where).map(({ id }) => id) : []);
}

/**
 * Puts the modules of a page, or of a slot of one of its modules, into the order of `contents`, and removes those that
 * it does not name, with what is inside them. What is removed stays in the history.
 */
export async function arrangeModules(
  { client, service, userId }: Actor,
  change: Change & { contents: readonly number[] },
): Promise<Result<{ structureVersion: number }>> {
  const refused = refuse(change);
  if (refused) return refused;
  const version = change.structureVersion ?? (await readStructure(client, change.pageId))?.structureVersion;
  if (version === undefined) return fail('not-found', noPage);
  const answer = await callFunction(service, 'arrange_modules', changeAnswer, {
    p_actor: userId,
    p_page_id: change.pageId,
    p_module_ids: [...change.contents],
    p_expected_version: version,
    ...slotArguments(change.where),
  });
  const changed = await readAnswer(client, answer);
  return changed.ok ? ok({ structureVersion: changed.value.version }) : changed;
}

/** Moves a module, with what is inside of it, to a position among the other modules of a place of the same page. */
export async function moveModule(
  { client, service, userId }: Actor,
  change: Change & { moduleId: number; position: number },
): Promise<Result<{ structureVersion: number }>> {
  const refused = refuse(change);
  if (refused) return refused;
  const { pageId, moduleId, position, where } = change;
  const page = await readStructure(client, pageId);
  if (!page) return fail('not-found', noPage);
  const version = change.structureVersion ?? page.structureVersion;
  if (page.structureVersion === version && page.modules.some(({ id }) => id === moduleId)) {
    if (!fitsIn(page.modules, moduleId, where)) return tooDeep();
    const fits = where ? await checkSlot(client, page.modules, where, measureHeight(page.modules, moduleId)) : ok(null);
    if (!fits.ok) return fits;
  }
  const answer = await callFunction(service, 'move_module', changeAnswer, {
    p_actor: userId,
    p_page_id: pageId,
    p_module_id: moduleId,
    p_position: position,
    p_expected_version: version,
    ...slotArguments(where),
  });
  const changed = await readAnswer(client, answer);
  return changed.ok ? ok({ structureVersion: changed.value.version }) : changed;
}

function tooDeep(): Result<never> {
  const message = `Modules can stand inside one another ${maxDepth} deep at most. Choose a place further up.`;
  return fail('invalid', message, [{ path: ['parentId'], message }]);
}

function slotArguments(where: Slot | null): { p_parent_id?: number; p_slot?: string } {
  return where ? { p_parent_id: where.parentId, p_slot: where.slot } : {};
}

type Structure = {
  site: SiteId;
  isEditable: boolean;
  structureVersion: number;
  modules: (StructureModule & { type: string })[];
};

export async function readStructure(client: Client, pageId: number): Promise<Structure | null> {
  const row = await expectData(
    'pages',
    client
      .from('pages')
      .select('site_id, is_editable, structure_version, modules(id, type, parent_id, slot, position)')
      .eq('id', pageId)
      .maybeSingle(),
    structureRow,
  );
  if (!row) return null;
  return {
    site: row.site_id,
    isEditable: row.is_editable,
    structureVersion: row.structure_version,
    modules: row.modules
      .toSorted((a, b) => a.position - b.position || a.id - b.id)
      .map(({ id, type, parent_id, slot }) => ({ id, type, parentId: parent_id, slot })),
  };
}

/** Checks that a module can be in a slot: the parent has that slot in the default locale, and is not nested too deep. */
async function checkSlot(
  client: Client,
  modules: Structure['modules'],
  where: Slot,
  height: number,
): Promise<Result<null>> {
  const parent = modules.find(({ id }) => id === where.parentId);
  if (!parent || !isRegisteredType(parent.type)) {
    return fail('not-found', 'The module to add to does not exist any more. Reload the page.');
  }
  const slots = await readSlots(client, parent.id, parent.type);
  if (!slots.includes(where.slot)) {
    const { displayName } = getDefinition(parent.type);
    return fail('invalid', `This ${displayName} has no place for a module there.`, [
      { path: ['slot'], message: `${displayName} has no slot ${where.slot}` },
    ]);
  }
  if (depthIn(modules, where) + height - 1 > maxDepth) {
    return tooDeep();
  }
  return ok(null);
}

async function readSlots(client: Client, moduleId: number, type: RegisteredType): Promise<readonly string[]> {
  const definition = getDefinition(type);
  if (!definition.slots) return [];
  const row = await expectData(
    'module_locales',
    client
      .from('module_locales')
      .select('data, data_version')
      .eq('module_id', moduleId)
      .eq('locale', defaultLocale)
      .maybeSingle(),
    z.object({ data: z.unknown(), data_version: z.number() }).nullable(),
  );
  const parsed = row && parseData(type, row.data_version, row.data);
  return parsed?.ok ? definition.slots(parsed.value) : [];
}

/** The answer of the database to a change of a structure. */
export async function readAnswer(
  client: Client,
  answer: z.infer<typeof changeAnswer>,
): Promise<Result<{ version: number; ids: readonly number[] }>> {
  switch (answer.status) {
    case 'saved':
      return ok({ version: answer.version, ids: answer.ids ?? (answer.id === undefined ? [] : [answer.id]) });
    case 'not-found':
      return fail('not-found', gone);
    case 'not-editable':
      return fail('not-editable', notEditable);
    case 'conflict':
      return conflict(client, answer);
  }
}

async function conflict(
  client: Client,
  by: { version: number; changed_by?: string | null | undefined; changed_at?: string | null | undefined },
  content?: readonly number[],
): Promise<Result<never>> {
  const changedBy = by.changed_by ? await readName(client, by.changed_by) : null;
  const detail: StructureConflict = {
    structureVersion: by.version,
    changedBy,
    changedAt: by.changed_at ?? null,
    ...(content ? { content } : {}),
  };
  const advice = content
    ? 'Save again to add yours to the page as it is now.'
    : 'Nothing was overwritten. Reload the page, then try again.';
  const failure: Failure = {
    code: 'conflict',
    message: `${changedBy ? changedBy.name : 'Somebody'} has added, moved or removed modules since you opened this page. ${advice}`,
    detail,
  };
  return { ok: false, failure };
}
