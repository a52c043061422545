import { z } from 'zod';
import { callFunction } from '#content/clients/call-function.ts';
import type { Actor } from '#content/clients/actor.ts';
import { type Client, expectData } from '#content/clients/client.ts';
import { readRecord } from '#content/records/read-record.ts';
import { editableData, recordOfRows } from '#content/records/record-data.ts';
import { saveRecord } from '#content/records/save-record.ts';
import type { BuiltForm } from '#domain/forms/built-form.ts';
import { ownValue } from '#domain/objects.ts';
import { type Failure, type Result, fail, ok } from '#domain/result.ts';
import { type ReadForm, readFormData, toFormData } from '#schema/form-data.ts';
import { form as kind } from '#kinds/form/kind.ts';
import { type FormUse, formUses } from './form-uses.ts';

/** Forms as those who call actions save them: a form is a record, and what is saved is its draft. */

export type StoredForm = ReadForm & {
  id: number;
  /** The version that visitors see; 1 for a form that was never published: the one that it will be. */
  version: number;
  isPublished: boolean;
  /** When its draft was saved; null where it has none. */
  savedAt: string | null;
};

const gone = 'This form does not exist any more. Somebody has deleted it.';

/** A form as it was last saved, or as visitors see it; null when there is none. */
export async function readForm(client: Client, id: number, isLive = false): Promise<StoredForm | null> {
  const stored = await readRecord(client, kind, id);
  if (!stored) return null;
  const { rows, draft } = stored;
  const live = rows && editableData(kind, recordOfRows(kind, rows));
  return {
    id,
    version: z.number().catch(1).parse(ownValue(rows, kind.table)?.[0]?.['version']),
    isPublished: rows !== null,
    savedAt: draft?.saved_at ?? null,
    ...readFormData((isLive ? live : draft?.data) ?? live ?? draft?.data ?? {}),
  };
}

/** Saves a new form as a draft. */
export async function createForm(actor: Actor, form: BuiltForm): Promise<Result<{ id: number; version: number }>> {
  const saved = await saveRecord(actor, { kind: 'form', id: null, data: toFormData(form), base: null });
  return saved.ok ? ok({ id: Number(saved.value.id), version: 1 }) : saved;
}

/**
 * Saves the draft of a form. `version`: the one that the caller has begun with, who then knows no draft but an own one; without it, over
 * whatever is saved.
 */
export async function updateForm(
  actor: Actor,
  stored: StoredForm,
  version: number | undefined,
  form: BuiltForm,
): Promise<Result<{ version: number }>> {
  const { id, savedAt } = stored;
  if (version !== undefined && (version !== stored.version || (await isOfSomebodyElse(actor, stored)))) {
    return overtaken('Nothing was saved. Reload the page, and look at it again.');
  }
  const saved = await saveRecord(actor, { kind: 'form', id, data: toFormData(form), base: savedAt });
  return saved.ok ? ok({ version: stored.version }) : saved;
}

async function isOfSomebodyElse({ client, userId }: Actor, { id, savedAt }: StoredForm): Promise<boolean> {
  if (savedAt === null) return false;
  const query = client
    .from('record_drafts')
    .select('saved_by')
    .eq('kind', 'form')
    .eq('record_id', String(id))
    .is('release_id', null)
    .maybeSingle();
  const draft = await expectData('record_drafts', query, z.object({ saved_by: z.string().nullable() }).nullable());
  return draft !== null && draft.saved_by !== userId;
}

function overtaken(whatToDo: string): Result<never> {
  return fail('conflict', `Somebody has saved this form since you opened it. ${whatToDo}`);
}

const deleteAnswer = z.discriminatedUnion('status', [
  z.object({ status: z.literal('deleted') }),
  z.object({ status: z.literal('not-found') }),
  z.object({ status: z.enum(['unseen', 'newer']) }),
  z.object({ status: z.literal('used'), uses: formUses }),
  z.object({
    status: z.literal('held'),
    holders: z.array(z.object({ what: z.enum(['saved section', 'shared module', 'release']), name: z.string() })),
  }),
]);

/**
 * Deletes a form that no page, section, shared module or coming release uses. Otherwise the failure names these.
 * @param seen what the caller has seen of it: the version that visitors see, null for none, and when its draft was saved
 */
export async function deleteForm(
  { service, userId }: Actor,
  id: number,
  seen: { version: number | null; savedAt: string | null },
): Promise<Result<{ id: number }>> {
  const answer = await callFunction(service, 'delete_form', deleteAnswer, {
    p_actor: userId,
    p_form_id: id,
    p_version: seen.version ?? undefined,
    p_saved_at: seen.savedAt ?? undefined,
  });
  switch (answer.status) {
    case 'deleted':
      return ok({ id });
    case 'not-found':
      return fail('not-found', gone);
    case 'unseen':
    case 'newer':
      return overtaken('Nothing was deleted. Reload the page, and look at it again.');
    case 'held': {
      const names = answer.holders.map(({ what, name }) => `the ${what} “${name}”`).join(', ');
      const them = answer.holders.length === 1 ? 'it' : 'them';
      return fail('conflict', `This form is also in ${names}. Delete or replace ${them} first.`);
    }
    case 'used': {
      const detail: { uses: FormUse[] } = { uses: answer.uses };
      const pages = new Set(answer.uses.map(({ pageId }) => pageId)).size;
      const message = `This form is used on ${pages === 1 ? 'one page' : `${pages} pages`}. Remove it there first, and publish.`;
      const failure: Failure = { code: 'conflict', message, detail };
      return { ok: false, failure };
    }
  }
}
