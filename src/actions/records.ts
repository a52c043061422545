import { z } from 'zod';
import { describeError } from '#domain/describe-error.ts';
import { exactMoment } from '#domain/values/moment.ts';
import { showNumber } from '#domain/values/show-number.ts';
import { jsonObject } from '#schema/record-fields.ts';
import { discardedIdSchema } from '#domain/pages/discarded-id.ts';
import { mediaGaps } from '#domain/media/media-gaps.ts';
import { type Result, fail, ok } from '#domain/result.ts';
import { sheetLimits } from '#domain/spreadsheets/spreadsheet.ts';
import { isStorable } from '#domain/text/text.ts';
import { rowVersion } from '#domain/values/row-version.ts';
import { listDiscardedDrafts as listDiscarded } from '#content/drafts/discarded-drafts.ts';
import { findGaps } from '#content/media/media-gaps.ts';
import { readPaused } from '#content/publishing/paused-sites.ts';
import {
  deleteRecords as remove,
  listDeletedRecords as listDeleted,
  readSeenRecords as readSeen,
  restoreRecord as restore,
} from '#content/records/delete-records.ts';
import { oneByOne, prepareRecords, publishRecords as publishPrepared } from '#changes/publish-records.ts';
import { readFileOf } from '#content/records/file-of-version.ts';
import { findRecordIds as findIds } from '#content/records/list-records.ts';
import type { RecordName } from '#content/records/prepare-record.ts';
import { copyRecord as copy, recordVersions as readVersions } from '#changes/record-history.ts';
import { discardRecord as discard, saveRecord as save } from '#content/records/save-record.ts';
import { changeRecords, getPerspective } from '#changes/change-set.ts';
import { planChangeSet } from '#publish/plan/plan.ts';
import { describeList, describeRecord } from '#server/editor/screens/records.ts';
import { describeNeeds, describeUses } from '#server/editor/screens/record-uses.ts';
import { leadToOwnPath } from '#server/editor/screens/redirect-rules.ts';
import { refuseSuccessUrl } from '#server/editor/screens/success-url.ts';
import { type PublishReceipt, describePlan } from '#server/editor/publishing/receipts.ts';
import { log } from '#server/log.ts';
import { drawNamed } from '#server/editor/publishing/draw-named.ts';
import { listStates } from '#view-model/records.ts';
import { type StaffContext, asEditorOf, asStaff } from './as-staff.ts';
import { defineAction } from './define-action.ts';
import { publishing } from './publishing.ts';
import { idMessage, isNamed, listKinds, recordId, recordKind, recordName } from './record-names.ts';

function makeNamesSchema<T extends z.ZodType<{ kind: string }>>(name: T) {
  return z
    .array(name)
    .min(1)
    .max(sheetLimits.rows, `There are more than ${showNumber(sheetLimits.rows)}. Do it in parts.`)
    .refine((all) => all.length <= oneByOne || all.every((each) => each.kind === all[0]?.kind), {
      error: 'So many are of one kind',
    });
}

const records = makeNamesSchema(recordName);
/** What is deleted, with what the person has seen of it: when its draft was saved, null for none, and its last version. */
const seenRecords = makeNamesSchema(
  z
    .object({
      kind: recordKind,
      id: recordId,
      savedAt: exactMoment().nullable().optional(),
      version: rowVersion.nullable().optional(),
    })
    .refine(isNamed, idMessage),
).max(oneByOne);

/** What is published, with what the person has seen of it. */
const plannedRecords = makeNamesSchema(
  z.object({ kind: recordKind, id: recordId, savedAt: exactMoment().nullable().optional() }).refine(isNamed, idMessage),
);

const field = z.string().min(1).max(100);
const words = z
  .string()
  .max(200)
  .refine(isStorable, { error: 'This text contains a character that cannot be searched for' });

/** What a list finds. */
const view = z.object({
  kind: recordKind,
  search: words.default(''),
  filters: z
    .array(z.object({ by: field, is: z.union([words, z.number(), z.boolean(), z.null()]) }))
    .max(20)
    .default([]),
  state: z.enum(listStates).nullable().optional(),
  gap: z.enum(mediaGaps, 'No medium lacks this').optional(),
});

/** The ids of all records that a list finds, so that something is done with all of them. */
export const findRecordIds = defineAction({
  input: view,
  handler: ({ gap, ...query }, context) =>
    asStaff(context, async ({ session }) => {
      const lacking = gap ? await findGaps(session.client, query.kind, gap) : null;
      if (lacking?.ok === false) return lacking;
      return findIds(session.client, { ...query, state: query.state ?? null, ids: lacking?.value ?? null });
    }),
});

/** A page of a kind's records, in any order, with the columns asked for. */
export const listRecords = defineAction({
  input: view.extend({
    sort: z.object({ by: field, down: z.boolean() }).optional(),
    columns: z.array(field).max(50).default([]),
    after: z.string().max(2000).optional(),
    limit: z.int().min(1).max(200).default(50),
    ids: z.array(recordId).max(200).optional(),
  }),
  handler: ({ columns, gap, ...query }, context) =>
    asStaff(context, async ({ actor, session }) => {
      const lacking = gap ? await findGaps(session.client, query.kind, gap) : null;
      if (lacking?.ok === false) return lacking;
      return describeList(
        actor,
        {
          ...query,
          sort: query.sort ?? null,
          state: query.state ?? null,
          after: query.after ?? null,
          ids: lacking?.value ?? query.ids ?? null,
        },
        columns,
      );
    }),
});

/** A record with its draft, and the pages that show it. */
export const openRecord = defineAction({
  input: recordName,
  handler: (record, context) =>
    asStaff(context, ({ session, runtime }) => describeRecord(runtime, session.client, record.kind, record.id)),
});

/** Saves the draft of a record, or of a new one. Nothing is live. */
export const saveRecord = defineAction({
  input: z
    .object({
      kind: recordKind,
      id: recordId.nullable(),
      data: jsonObject(),
      base: exactMoment().nullable(),
      version: rowVersion.optional(),
      /** Another version takes the place of the whole draft, which is kept for 30 days. */
      isRestored: z.boolean().optional(),
      /** The version, or the draft that was thrown away, whose file a medium gets with it. */
      fileOf: z.union([rowVersion, discardedIdSchema]).optional(),
    })
    .refine((draft) => draft.id === null || isNamed({ kind: draft.kind, id: draft.id }), idMessage),
  handler: ({ fileOf, ...draft }, context) =>
    asEditorOf(context, [draft.kind], async ({ actor, runtime }) => {
      const { origins } = runtime.config;
      const data = draft.kind === 'redirect' ? leadToOwnPath(draft.data, origins) : draft.data;
      const refused = draft.kind === 'form' ? refuseSuccessUrl(data['success_url'], origins) : null;
      if (refused !== null) {
        const issue = { path: ['success_url'], message: refused };
        return fail('invalid', 'The form cannot be saved like this', [issue]);
      }
      const file = fileOf === undefined ? null : await readFileOf(actor.client, draft, fileOf);
      return save(actor, { ...draft, data, file: file ?? undefined });
    }),
});

/** Drops the draft of a record that was saved at `base`; a later one stays, and one of which no moment is named. */
export const discardRecord = defineAction({
  input: z.object({ kind: recordKind, id: recordId, base: exactMoment().optional() }).refine(isNamed, idMessage),
  handler: (record, context) => asEditorOf(context, [record.kind], ({ actor }) => discard(actor, record)),
});

/** What publishing drafts would change. Changes nothing. Of many, only how many it would be. */
export const planRecords = defineAction({
  input: z.object({ records }),
  handler: (input, context) => asStaff(context, (staff) => plan(staff, input.records)),
});

async function plan({ actor, runtime, session }: StaffContext, names: readonly RecordName[]) {
  const prepared = await prepareRecords(actor, names);
  if (!prepared.ok) return prepared;
  const changes = prepared.value.map(({ record }) => ({ kind: record.kind, id: record.id, rows: record.rows }));
  const isMany = changes.length > oneByOne;
  const set = changeRecords(changes);
  const at = new Date().toISOString();
  const [urls, paused] = await Promise.all([
    isMany ? [] : planChangeSet(runtime.serviceClient, set, { at }),
    readPaused(runtime.serviceClient),
  ]);
  const { outputs, pagesAre } = await drawNamed(runtime, urls, { planned: getPerspective(set), at });
  const sites = new Set(outputs.map(({ site }) => site));
  const described = await describePlan(runtime, session.client, -1, outputs, {
    warnings: [],
    paused: isMany ? paused : paused.filter(({ site }) => sites.has(site)),
  });
  const seen = prepared.value.map(({ record, savedAt }) => ({ kind: record.kind, id: record.id, savedAt }));
  return ok({ ...described, records: changes.length, isMany, pagesAre, seen });
}

/**
 * Makes the drafts of records live, all of them or none, and returns what that changed once it is live. None where somebody has saved
 * one since the caller looked.
 */
export const publishRecords = defineAction({
  input: z.object({ records: plannedRecords }),
  handler: (input, context) => asEditorOf(context, listKinds(input.records), (staff) => publish(staff, input.records)),
});

async function publish(staff: StaffContext, names: z.output<typeof plannedRecords>): Promise<Result<PublishReceipt>> {
  const { actor, runtime } = staff;
  const prepared = await prepareRecords(actor, names);
  if (!prepared.ok) return prepared;
  const changes = prepared.value.map(({ record }) => ({ kind: record.kind, id: record.id, rows: record.rows }));
  const isMany = changes.length > oneByOne;
  const at = new Date().toISOString();
  const planned = isMany ? [] : await planChangeSet(runtime.serviceClient, changeRecords(changes), { at });
  return publishing(staff, async () => {
    const published = await publishPrepared(actor, prepared.value);
    if (!published.ok) return published;
    return ok({ written: published.value.published.length, isShown: isMany || planned.length > 0 });
  });
}

/** Moves records to the trash. Where one is used, nothing is deleted, and the failure says where; or the others are, with `keepUsed`. */
export const deleteRecords = defineAction({
  input: z.object({ records: seenRecords, keepUsed: z.boolean().default(false) }),
  handler: (input, context) =>
    asEditorOf(context, listKinds(input.records), async ({ actor, runtime }) => {
      const deleted = await remove(actor, input.records, input.keepUsed);
      if (deleted.ok) publishSoon(runtime);
      return deleted;
    }),
});

/** What `deleteRecords` is told to have been seen of records. */
export const findSeenRecords = defineAction({
  input: z.object({ records }),
  handler: (input, context) =>
    asStaff(context, async ({ session }) => ok(await readSeen(session.client, input.records))),
});

/** Puts a deleted record back, as it was. */
export const restoreRecord = defineAction({
  input: recordName,
  handler: (record, context) =>
    asEditorOf(context, [record.kind], async ({ actor, runtime }) => {
      const restored = await restore(actor, record.kind, record.id);
      if (restored.ok) publishSoon(runtime);
      return restored;
    }),
});

/** What is in the queue is published even if nobody waits for it. */
function publishSoon({ publisher }: StaffContext['runtime']): void {
  publisher.publishForPeople().catch((error: unknown) => {
    const reason = describeError(error);
    log.warn({ reason }, 'Deleted or restored records wait in the queue');
  });
}

/** The deleted records of a kind, which can be restored for 30 days. */
export const listDeletedRecords = defineAction({
  input: z.object({ kind: recordKind }),
  handler: (input, context) =>
    asStaff(context, async ({ session }) => ok(await listDeleted(session.client, input.kind))),
});

/** Makes a draft of a new record with the content of another. */
export const copyRecord = defineAction({
  input: recordName,
  handler: (record, context) => asEditorOf(context, [record.kind], ({ actor }) => copy(actor, record.kind, record.id)),
});

/** The versions of a record that were live, the newest first. */
export const recordVersions = defineAction({
  input: recordName,
  handler: (record, context) =>
    asStaff(context, async ({ session }) => ok(await readVersions(session.client, record.kind, record.id))),
});

/** The drafts of a record that were thrown away in the last 30 days, the last one first. */
export const listDiscardedRecords = defineAction({
  input: recordName,
  handler: (record, context) =>
    asStaff(context, async ({ session }) => ok(await listDiscarded(session.client, record))),
});

/** The records and pages that name a record. */
export const recordUses = defineAction({
  input: recordName,
  handler: (record, context) =>
    asStaff(context, async ({ session, runtime }) =>
      ok(await describeUses(session.client, record.kind, record.id, runtime.config.origins)),
    ),
});

/** What cannot be published once these pages and records are not on the site any more. */
export const findNeeds = defineAction({
  input: z.object({
    pages: z.array(z.int().positive()).max(sheetLimits.rows).default([]),
    records: z.array(recordName).max(sheetLimits.rows).default([]),
  }),
  handler: (leaving, context) =>
    asStaff(context, async ({ session, runtime }) =>
      ok(await describeNeeds(session.client, leaving, runtime.config.origins)),
    ),
});
