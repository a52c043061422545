import { z } from 'zod';
import { callFunction } from '#content/clients/call-function.ts';
import type { BuiltForm } from '#domain/forms/built-form.ts';
import type { DraftField } from '#domain/forms/form-fields.ts';
import { type Locale, defaultLocale } from '#domain/locales.ts';
import { type Failure, type Result, fail, ok } from '#domain/result.ts';
import { type BrokenField, readStoredFields } from '#domain/forms/stored-fields.ts';
import type { Actor } from '#content/clients/actor.ts';
import { type Client, expectData } from '#content/clients/client.ts';
import type { Json } from '#database/database.types.ts';
import { type SavedBy, readName } from '#content/drafts/drafts.ts';
import { type FormUse, formUses } from './form-uses.ts';
import { localized } from '#kinds/reading/localized-row.ts';

/** Creating, updating and deleting forms, in the name of a member of the staff. */

/** A form for the builder: the fields that can be read, and what is known of those that cannot. */
export type StoredForm = Omit<BuiltForm, 'content'> & {
  id: number;
  version: number;
  content: DraftField[];
  broken: BrokenField[];
};

/** The newer version that a save conflicts with. */
type FormConflict = { form: StoredForm; savedBy: SavedBy | null; savedAt: string };

const columns = 'id, title, content, success_url, retention_days, localized, version, updated_at';
const formRow = z.object({
  id: z.number(),
  title: z.string(),
  content: z.array(z.unknown()),
  success_url: z.string().nullable(),
  retention_days: z.number(),
  localized: localized({ title: z.string() }),
  version: z.number(),
  updated_at: z.string(),
});

const gone = 'This form does not exist any more. Somebody has deleted it.';

function toForm(row: z.output<typeof formRow>): StoredForm {
  const titles: Partial<Record<Locale, string>> = {};
  for (const [locale, texts] of Object.entries(row.localized)) {
    if (locale !== defaultLocale && texts.title) Object.assign(titles, { [locale]: texts.title });
  }
  const { fields, broken } = readStoredFields(row.content);
  return {
    id: row.id,
    version: row.version,
    title: row.title,
    titles,
    content: fields,
    broken,
    successUrl: row.success_url,
    retentionDays: row.retention_days,
  };
}

function toRow({ title, titles, content, successUrl, retentionDays }: BuiltForm) {
  const texts: Record<string, Json> = { [defaultLocale]: {} };
  for (const [locale, text] of Object.entries(titles)) {
    if (locale !== defaultLocale && text) texts[locale] = { title: text };
  }
  // A value that the schema has accepted is JSON.
  return {
    title,
    content: content as Json[],
    success_url: successUrl,
    retention_days: retentionDays,
    localized: texts,
  };
}

/** A form for the builder; null when there is none. */
export async function readForm(client: Client, id: number): Promise<StoredForm | null> {
  const query = client.from('forms').select(columns).eq('id', id).maybeSingle();
  const row = await expectData('forms', query, formRow.nullable());
  return row && toForm(row);
}

export async function createForm(
  { service, userId }: Actor,
  form: BuiltForm,
): Promise<Result<{ id: number; version: number }>> {
  return ok(
    await callFunction(service, 'create_form', z.object({ id: z.number(), version: z.number() }), {
      p_actor: userId,
      p_form: toRow(form),
    }),
  );
}

/** Updates a form, unless it was saved since the version that the caller started from. */
export async function updateForm(
  { client, service, userId }: Actor,
  id: number,
  version: number,
  form: BuiltForm,
): Promise<Result<{ version: number }>> {
  const saved = await callFunction(service, 'update_form', z.int().nullable(), {
    p_actor: userId,
    p_form_id: id,
    p_version: version,
    p_form: toRow(form),
  });
  return saved === null ? overtaken(client, id, 'Take their version, or keep yours.') : ok({ version: saved });
}

async function overtaken(client: Client, id: number, whatToDo: string): Promise<Result<never>> {
  const query = client.from('forms').select(columns).eq('id', id).maybeSingle();
  const row = await expectData('forms', query, formRow.nullable());
  if (!row) return fail('not-found', gone);
  // The author is recorded for saves that change the fields, which are the ones that can conflict.
  const author = await expectData(
    'form_versions',
    client.from('form_versions').select('created_by').eq('form_id', id).eq('version', row.version).maybeSingle(),
    z.object({ created_by: z.string().nullable() }).nullable(),
  );
  const savedBy = author?.created_by ? await readName(client, author.created_by) : null;
  const detail: FormConflict = { form: toForm(row), savedBy, savedAt: row.updated_at };
  const failure: Failure = {
    code: 'conflict',
    message: `${savedBy ? savedBy.name : 'Somebody'} has saved this form since you opened it. ${whatToDo}`,
    detail,
  };
  return { ok: false, failure };
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

/** Deletes a form at a version that no page, section, shared module or coming release uses. Otherwise the failure names these. */
export async function deleteForm(
  { client, service, userId }: Actor,
  id: number,
  version: number,
): Promise<Result<{ id: number }>> {
  const answer = await callFunction(service, 'delete_form', deleteAnswer, {
    p_actor: userId,
    p_form_id: id,
    p_version: version,
  });
  switch (answer.status) {
    case 'deleted':
      return ok({ id });
    case 'not-found':
      return fail('not-found', gone);
    case 'unseen':
    case 'newer':
      return overtaken(client, id, 'Nothing was deleted. Reload the page, and look at it again.');
    case 'held': {
      const names = answer.holders.map(({ what, name }) => `the ${what} “${name}”`).join(', ');
      const them = answer.holders.length === 1 ? 'it' : 'them';
      return fail('conflict', `This form is also in ${names}. Delete or replace ${them} first.`);
    }
    case 'used': {
      const detail: { uses: FormUse[] } = { uses: answer.uses };
      const pages = new Set(answer.uses.map(({ pageId }) => pageId)).size;
      const message = `This form is used on ${pages === 1 ? 'one page' : `${pages} pages`}. Remove it there first, and publish.`;
      return { ok: false, failure: { code: 'conflict', message, detail } };
    }
  }
}
