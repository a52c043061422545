import { callFunction } from '#content/clients/call-function.ts';
import { ownValue } from '#domain/objects.ts';
import { z } from 'zod';
import type { Locale } from '#domain/locales.ts';
import { type Failure, type Issue, type Result, fail, ok } from '#domain/result.ts';
import { siteHasLocale } from '#domain/sites.ts';
import { type RegisteredType, getDefinition, isRegisteredType } from '#modules/definitions.ts';
import { parseData } from '#modules/parse-data.ts';
import { locateReferences } from '#schema/references.ts';
import type { Actor } from '#content/clients/actor.ts';
import { type Client, expectData } from '#content/clients/client.ts';
import type { Json } from '#database/database.types.ts';
import { getFinder } from '#content/pickers/get-finder.ts';
import { picked } from '#kinds/picked.ts';
import { type ReferenceKind, getKindNames } from '#kinds/registry.ts';
import { readNames } from '#content/records/record-names.ts';
import { siteSchema } from '#kinds/reading/localized-row.ts';

/** Saving the modules of drafts, in the name of a member of the staff. */

export type SavedBy = { name: string; email: string };

/** The newer version that a save conflicts with: its data, who saved it, and when. */
export type ModuleConflict = { version: number; data: unknown; savedBy: SavedBy | null; savedAt: string | null };

const moduleRow = z
  .object({
    type: z.string(),
    pages: z.object({ site_id: siteSchema, is_editable: z.boolean() }),
    module_locales: z.array(z.object({ version: z.number() })),
  })
  .nullable();

const saveAnswer = z.discriminatedUnion('status', [
  z.object({ status: z.literal('saved'), version: z.number() }),
  z.object({ status: z.literal('not-found') }),
  z.object({ status: z.literal('not-editable') }),
  z.object({
    status: z.literal('conflict'),
    version: z.number(),
    data: z.unknown(),
    updated_by: z.string().nullish(),
    updated_at: z.string().nullish(),
  }),
]);

const noModule = 'This module does not exist any more. Somebody has removed it; reload the page.';
export const notEditable = 'This page cannot be modified via Page Builder';

/**
 * Saves a module's data in one locale. The data is checked with the schema that made its form, every record it points to
 * has to exist, and nobody may have saved since the version that the caller started from. Without one it is the version now.
 */
export async function saveModule(
  { client, service, userId }: Actor,
  save: { moduleId: number; locale: Locale; payload: unknown; version?: number | undefined },
): Promise<Result<{ version: number }>> {
  const row = await expectData(
    'modules',
    client
      .from('modules')
      .select('type, pages!inner(site_id, is_editable), module_locales(version)')
      .eq('id', save.moduleId)
      .eq('module_locales.locale', save.locale)
      .maybeSingle(),
    moduleRow,
  );
  if (!row || !isRegisteredType(row.type)) return fail('not-found', noModule);
  if (!row.pages.is_editable) return fail('not-editable', notEditable);
  if (!siteHasLocale(row.pages.site_id, save.locale)) {
    return fail('invalid', `The ${row.pages.site_id} site has no locale ${save.locale}.`, [
      { path: ['locale'], message: 'This site has no such locale' },
    ]);
  }
  const checked = await checkModuleData(client, row.type, save.payload);
  if (!checked.ok) return checked;

  const answer = await callFunction(service, 'save_module', saveAnswer, {
    p_actor: userId,
    p_module_id: save.moduleId,
    p_locale: save.locale,
    p_data: checked.value,
    p_data_version: getDefinition(row.type).version,
    // A locale without its own data is at version 0.
    p_expected_version: save.version ?? row.module_locales[0]?.version ?? 0,
  });
  if (answer.status === 'saved') return ok({ version: answer.version });
  if (answer.status === 'not-found') return fail('not-found', noModule);
  if (answer.status === 'not-editable') return fail('not-editable', notEditable);
  const savedBy = answer.updated_by ? await readName(client, answer.updated_by) : null;
  const detail: ModuleConflict = {
    version: answer.version,
    data: answer.data ?? null,
    savedBy,
    savedAt: answer.updated_at ?? null,
  };
  const failure: Failure = {
    code: 'conflict',
    message: `${savedBy ? savedBy.name : 'Somebody'} has saved this module since you opened it. Take their version, or keep yours.`,
    detail,
  };
  return { ok: false, failure };
}

/** Module data that can be stored: parsed by its schema, without unsupported characters, with existing references. */
export async function checkModuleData(client: Client, type: RegisteredType, data: unknown): Promise<Result<Json>> {
  const { schema, version } = getDefinition(type);
  const parsed = parseData(type, version, data);
  if (!parsed.ok) return parsed;
  const issues = [...unstorable(parsed.value, []), ...(await missingRecords(client, schema, parsed.value))];
  if (issues.length > 0) return fail('invalid', `The data of this ${type} is not valid`, issues);
  // A value that the schema has accepted is JSON.
  return ok(parsed.value as Json);
}

/** Text that PostgreSQL cannot hold: the NUL character and halves of surrogate pairs. */
function unstorable(value: unknown, path: readonly (string | number)[]): Issue[] {
  if (typeof value === 'string') {
    return value.isWellFormed() && !value.includes('\u0000')
      ? []
      : [{ path, message: 'This text contains a character that cannot be stored' }];
  }
  if (Array.isArray(value)) return value.flatMap((item, index) => unstorable(item, [...path, index]));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, item]) => unstorable(item, [...path, name]));
}

/** References to records that there are not any more. */
export async function missingRecords(client: Client, schema: z.ZodType, data: unknown): Promise<Issue[]> {
  const located = locateReferences(schema, data);
  if (located.length === 0) return [];
  const requests: Record<string, number[]> = {};
  for (const { kind, id } of located) {
    const ids = (requests[kind] ??= []);
    if (!ids.includes(id)) ids.push(id);
  }
  const records = await callFunction(client, 'read_records', z.record(z.string(), z.record(z.string(), z.unknown())), {
    p_requests: requests,
  });
  const unpublished = located.filter(({ kind, id }) => !ownValue(records[kind], String(id)));
  const drafted = await findDrafted(client, unpublished);
  const missing = unpublished.filter(({ kind, id }) => !drafted.has(`${kind}:${id}`));
  const names = await readNames(
    client,
    missing.map(({ kind, id }) => ({ kind, id: String(id) })),
  );
  return missing.map(({ kind, id, path }) => {
    const name = names.get(`${kind}:${id}`);
    const { one } = getKindNames(kind);
    const what = name ? `The ${one} “${name}”` : `The ${one} that was chosen here`;
    return { path, message: `${what} does not exist any more. Choose another.` };
  });
}

/** Those of records that can be chosen before they are published. */
async function findDrafted(
  client: Client,
  named: readonly { kind: ReferenceKind; id: number }[],
): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (const [kind, those] of Map.groupBy(named, (one) => one.kind)) {
    if (!picked[kind].hasDrafts) continue;
    const ids = those.map(({ id }) => id);
    const { results } = await getFinder(kind).find(client, { page: 1, pageSize: ids.length, search: '', ids });
    for (const { id } of results) found.add(`${kind}:${id}`);
  }
  return found;
}

/** The name of a member of the staff; null for a former one. */
export async function readName(client: Client, userId: string): Promise<SavedBy | null> {
  const row = await expectData(
    'staff',
    client.from('staff').select('name, email').eq('user_id', userId).maybeSingle(),
    z.object({ name: z.string(), email: z.string() }).nullable(),
  );
  return row && { name: row.name || row.email, email: row.email };
}
