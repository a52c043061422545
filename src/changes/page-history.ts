import { z } from 'zod';
import { callFunction, callOrRefuse } from '#content/clients/call-function.ts';
import { type DiscardedId, idOfDiscarded } from '#domain/pages/discarded-id.ts';
import { type Result, fail, ok } from '#domain/result.ts';
import { localeSchema, siteSchema } from '#kinds/reading/localized-row.ts';
import type { Actor } from '#content/clients/actor.ts';
import type { Client } from '#content/clients/client.ts';
import { refuseTakenAddress } from '#content/refusals/taken-address.ts';
import type { Json } from '#database/database.types.ts';
import { readDiscardedPage } from '#content/drafts/discarded-drafts.ts';
import { notEditable } from '#content/drafts/drafts.ts';
import { type PageContents, contents, readRevisions } from '#content/source/revisions.ts';
import { type RestoredPart, restorePart } from './restore/restore-part.ts';

/** What was published of a page, and bringing it back into the draft. */

const revisionLine = z.object({
  id: z.number(),
  number: z.number(),
  at: z.string(),
  /** The name of the person; null where it was none, or one who is gone. */
  by: z.string().nullable(),
  is_live: z.boolean(),
  /** The receipt of its publish, while that is on record. */
  receipt: z.number().nullable(),
  /** The receipt that it took back. */
  takes_back: z.number().nullable(),
  /** The name of the release that it went live with, while there is one. */
  release: z.string().nullable(),
  locales: z.array(localeSchema),
});
type RevisionLine = z.output<typeof revisionLine>;

/** More than anybody scrolls through. */
const maxRevisions = 200;

export function listPageRevisions(client: Client, pageId: number): Promise<RevisionLine[]> {
  return callFunction(client, 'list_page_revisions', z.array(revisionLine), {
    p_page_id: pageId,
    p_limit: maxRevisions,
  });
}

const draftRow = z
  .object({
    site: siteSchema,
    is_editable: z.boolean(),
    structure_version: z.number(),
    last_save: z.number(),
    locales: contents,
  })
  .nullable();
export type DraftContents = NonNullable<z.output<typeof draftRow>>;

const gone = 'This page does not exist any more.';

/** The draft of a page as a revision would have it, with the versions against which it is changed. */
export async function readDraftContents(client: Client, pageId: number): Promise<Result<DraftContents>> {
  const row = await callFunction(client, 'read_draft_contents', draftRow, { p_page_id: pageId });
  return row ? ok(row) : fail('not-found', gone);
}

/** A version of a page: a revision by its id, or a draft that was thrown away. */
export type PageVersion = number | DiscardedId;

/** What a version of a page has in each language, whichever page it is of. */
export async function readPageVersion(
  client: Client,
  id: PageVersion,
): Promise<Result<{ page: number; locales: PageContents }>> {
  if (typeof id === 'string') return readDiscardedPage(client, id);
  const revision = (await readRevisions(client, [id])).get(id);
  return revision ? ok(revision) : fail('not-found', noVersion);
}

const noVersion = 'There is no such version of this page. Open its history again.';

/** A version of this page. */
export async function readVersion(
  client: Client,
  pageId: number,
  id: PageVersion,
): Promise<Result<{ locales: PageContents }>> {
  const version = await readPageVersion(client, id);
  return version.ok && version.value.page !== pageId ? fail('not-found', noVersion) : version;
}

type Restore = {
  pageId: number;
  /** The version that it comes from. */
  revision: PageVersion;
  part: RestoredPart;
  structureVersion: number;
  /** The newest save that the caller has seen. */
  lastSave: number;
};

const answer = z.discriminatedUnion('status', [
  z.object({ status: z.literal('saved') }),
  z.object({ status: z.literal('not-found') }),
  z.object({ status: z.literal('not-editable') }),
  z.object({
    status: z.literal('conflict'),
    saved: z.object({ at: z.string(), by: z.string().nullable() }).nullable(),
  }),
]);

/**
 * Brings an earlier version of a page, or a part of it, into the draft. Nothing is live until that is published, and what the draft
 * had before stays in the history.
 */
export async function restorePage({ client, service, userId }: Actor, asked: Restore): Promise<Result<null>> {
  const { pageId, part, structureVersion, lastSave } = asked;
  const draft = await readDraftContents(client, pageId);
  if (!draft.ok) return draft;
  const revision = await readVersion(client, pageId, asked.revision);
  if (!revision.ok) return revision;
  const restored = restorePart(draft.value.locales, revision.value.locales, part);
  if (!restored.ok) return restored;
  return replaceDraft(service, {
    p_actor: userId,
    p_page_id: pageId,
    p_contents: toJson(restored.value),
    p_expected_version: structureVersion,
    p_last_save: lastSave,
    // A draft comes back to its place in the tree as well.
    ...(typeof asked.revision === 'string' && part.what === 'all'
      ? { p_discarded: idOfDiscarded(asked.revision) }
      : {}),
  });
}

/** What was read from revisions and drafts is JSON. */
function toJson(value: PageContents): Json {
  return value as Json;
}

type Replacement = {
  p_actor: string;
  p_page_id: number;
  p_contents: Json;
  p_expected_version: number;
  p_last_save: number;
  p_discarded?: number;
};

async function replaceDraft(service: Client, call: Replacement): Promise<Result<null>> {
  const describe = (taken: string) =>
    `Nothing was brought back. ${taken}, which this version has. Bring back its modules or texts without the address.`;
  const asked = await callOrRefuse(
    service,
    'restore_draft',
    answer,
    (error) => refuseTakenAddress(service, error, describe),
    call,
  );
  if (!asked.ok) return asked;
  const result = asked.value;
  switch (result.status) {
    case 'saved':
      return ok(null);
    case 'not-found':
      return fail('not-found', gone);
    case 'not-editable':
      return fail('not-editable', notEditable);
    case 'conflict':
      return fail(
        'conflict',
        `${result.saved?.by ?? 'Somebody'} has saved this page since you opened its history. Nothing was brought back; look at the comparison again.`,
      );
  }
}
