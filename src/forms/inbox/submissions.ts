import { z } from 'zod';
import { callFunction } from '#content/clients/call-function.ts';
import { answerSchema } from '#domain/forms/form-answers.ts';
import { formFieldSchema } from '#domain/forms/form-fields.ts';
import { type Locale, locales } from '#domain/locales.ts';
import { type Result, fail, ok } from '#domain/result.ts';
import { type SiteId, siteIds } from '#domain/sites.ts';
import type { Actor } from '#content/clients/actor.ts';
import { type Client, expectData } from '#content/clients/client.ts';

/** Reading submissions with the rights of the client, and changing them in the name of a person. Their content is never logged. */

/** Which submissions of a form to find. */
export type SubmissionFilter = {
  formId: number;
  search: string;
  isRead: boolean | null;
  /** Timestamps: `from` is inclusive, `to` exclusive. */
  from: string | null;
  until: string | null;
  site: SiteId | null;
  locale: Locale | null;
};

const submission = z
  .object({
    id: z.number(),
    form_title: z.string(),
    version: z.number().nullable(),
    site: z.enum(siteIds).nullable(),
    locale: z.enum(locales),
    page_path: z.string().nullable(),
    submitted_at: z.string(),
    read_at: z.string().nullable(),
    notes: z.string(),
    delete_after: z.string(),
    answers: z.record(z.string(), answerSchema),
  })
  .transform(({ form_title, page_path, submitted_at, read_at, delete_after, ...rest }) => ({
    ...rest,
    formTitle: form_title,
    pagePath: page_path,
    submittedAt: submitted_at,
    readAt: read_at,
    deleteAfter: delete_after,
  }));
export type Submission = z.output<typeof submission>;

const found = z.object({
  count: z.number(),
  results: z.array(submission),
  /** The fields of each version that was answered, so that every submission is shown with the form that the visitor saw. */
  versions: z.record(z.string(), z.array(formFieldSchema).catch([])),
});
export type FoundSubmissions = z.output<typeof found>;

type Part = { offset: number; limit: number; before?: number };

/** A part of a form's submissions, newest first; `before` leaves out those that arrived later. */
export function findSubmissions(client: Client, asked: SubmissionFilter, part: Part): Promise<FoundSubmissions> {
  return callFunction(client, 'find_submissions', found, {
    p_form_id: asked.formId,
    p_search: asked.search,
    p_is_read: asked.isRead ?? undefined,
    p_from: asked.from ?? undefined,
    p_until: asked.until ?? undefined,
    p_site: asked.site ?? undefined,
    p_locale: asked.locale ?? undefined,
    p_before: part.before,
    p_offset: part.offset,
    p_limit: part.limit,
  });
}

/** The number of submissions by form; a form without submissions is left out. */
export async function countSubmissions(
  client: Client,
  formIds: readonly number[],
): Promise<{ formId: number; total: number; unread: number }[]> {
  const rows = z.array(z.object({ form_id: z.number(), total: z.number(), unread: z.number() }));
  const counts = await callFunction(client, 'count_submissions', rows, { p_form_ids: [...formIds] });
  return counts.map(({ form_id: formId, ...count }) => ({ formId, ...count }));
}

const counted = z.object({ id: z.number(), title: z.string(), total: z.number(), unread: z.number() });
type DeletedForm = z.output<typeof counted>;

/** Deleted forms that still have submissions, with their number. */
export function readDeletedForms(client: Client): Promise<DeletedForm[]> {
  return callFunction(client, 'deleted_forms', z.array(counted));
}

const gone = 'This submission does not exist any more. It was deleted, or its time has come.';

export async function markSubmission(
  { service, userId }: Actor,
  id: number,
  isRead: boolean,
): Promise<Result<{ id: number }>> {
  const exists = await callFunction(service, 'mark_submission', z.boolean(), {
    p_actor: userId,
    p_id: id,
    p_is_read: isRead,
  });
  return exists ? ok({ id }) : fail('not-found', gone);
}

const noteAnswer = z.discriminatedUnion('status', [
  z.object({ status: z.literal('saved') }),
  z.object({ status: z.literal('not-found') }),
  z.object({ status: z.literal('conflict'), notes: z.string() }),
]);

/** Writes a note, if the stored one is still what the caller has read. */
export async function noteSubmission(
  { service, userId }: Actor,
  id: number,
  notes: string,
  before: string,
): Promise<Result<{ id: number }>> {
  const answer = await callFunction(service, 'note_submission', noteAnswer, {
    p_actor: userId,
    p_id: id,
    p_notes: notes,
    p_before: before,
  });
  if (answer.status === 'saved') return ok({ id });
  if (answer.status === 'not-found') return fail('not-found', gone);
  const message =
    'Somebody has changed this note since you opened it. Below is what it says now. Add what you need of it to yours, and save again.';
  return { ok: false, failure: { code: 'conflict', message, detail: { notes: answer.notes } } };
}

/** Deletes submissions, which only administrators may; returns the ids of those that are gone. */
export function deleteSubmissions({ service, userId }: Actor, ids: readonly number[]): Promise<number[]> {
  return callFunction(service, 'delete_submissions', z.array(z.int()), { p_actor: userId, p_ids: [...ids] });
}

const mention = z
  .object({ id: z.number(), form_id: z.number().nullable(), form_title: z.string(), submitted_at: z.string() })
  .transform(({ form_id, form_title, submitted_at, id }) => ({
    id,
    formId: form_id,
    formTitle: form_title,
    submittedAt: submitted_at,
  }));
export type Mention = z.output<typeof mention>;

/** Every submission that contains a person's e-mail address. */
export function findPerson(client: Client, email: string): Promise<Mention[]> {
  return callFunction(client, 'find_person', z.array(mention), { p_email: email });
}

const erasure = z.object({
  erased: z.number(),
  /** The recipients of their notifications, who may have a copy. */
  notified: z.array(z.object({ channel: z.enum(['mail', 'webhook']), address: z.string() })),
});
type Erasure = z.output<typeof erasure>;

/** Deletes every submission that contains a person's e-mail address, which only administrators may. */
export function erasePerson({ service, userId }: Actor, email: string): Promise<Erasure> {
  return callFunction(service, 'erase_person', erasure, { p_actor: userId, p_email: email });
}

/** Which of these submissions are still there. */
export async function remainingSubmissions(client: Client, ids: readonly number[]): Promise<number[]> {
  const query = client.from('form_submissions').select('id').in('id', ids);
  const rows = await expectData('form_submissions', query, z.array(z.object({ id: z.number() })));
  return rows.map(({ id }) => id);
}
