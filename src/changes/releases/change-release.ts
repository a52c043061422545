import { z } from 'zod';
import { type DatabaseError, callFunction, callOrRefuse } from '#content/clients/call-function.ts';
import { type Result, fail, ok } from '#domain/result.ts';
import { givenName } from '#domain/text/given-name.ts';
import { englishNames, locales } from '#domain/locales.ts';
import { withLocale } from '#domain/sites.ts';
import type { PageCell } from '#domain/pages/page-cell.ts';
import type { Actor } from '#content/clients/actor.ts';
import { cellNeed, incomplete, pageCellSchema, settled } from '#changes/chosen-cells.ts';
import { refuseTakenAddress } from '#content/refusals/taken-address.ts';
import { occupiedAnswer, refuseOccupied, refuseUnseen, unseenAnswer } from '#content/refusals/refuse-unseen.ts';
import { getRecordActs } from '#content/records/record-acts.ts';
import { refuseAct } from '#content/records/save-record.ts';
import { type KindName, getKindNames, notFound } from '#kinds/registry.ts';
import { savedMark } from '#changes/publish-draft.ts';
import type { RecordId } from '#view-model/records.ts';

/** Making releases, and putting drafts into them, in the name of a member of the staff. */

export type ReleaseItem =
  | { page: number }
  /** `savedAt`: when the draft was saved that the caller has seen. */
  | { kind: KindName; id: RecordId; savedAt?: string | undefined };

export const releaseName = givenName(120, 'Give the release a name');

const closed = 'This release is being published, is live, or was deleted. Choose another one.';

export async function createRelease({ service, userId }: Actor, name: string): Promise<Result<{ id: number }>> {
  return ok({ id: await callFunction(service, 'create_release', z.number(), { p_actor: userId, p_name: name }) });
}

export async function renameRelease({ service, userId }: Actor, id: number, name: string): Promise<Result<object>> {
  const exists = await callFunction(service, 'rename_release', z.boolean(), {
    p_actor: userId,
    p_release: id,
    p_name: name,
  });
  return exists ? ok({}) : fail('not-found', 'This release does not exist any more.');
}

const deletion = z.object({ status: z.enum(['deleted', 'closed', 'not-empty']) });

export async function deleteRelease({ service, userId }: Actor, id: number): Promise<Result<object>> {
  switch ((await callFunction(service, 'delete_release', deletion, { p_actor: userId, p_release: id })).status) {
    case 'deleted':
      return ok({});
    case 'not-empty':
      return fail('conflict', 'There are drafts in this release. Take them out first, so that none is lost.');
    case 'closed':
      return fail('conflict', 'This release has a moment, or is being published. Cancel that first.');
  }
}

/** Addresses that stay in the draft of a page, since another draft has the live one; without a path a language that stays out of it. */
const keptAddresses = z
  .array(
    z.object({
      title: z.string(),
      locale: z.enum(locales),
      path: z.string().nullable(),
      live: z.string(),
      other: z.string().nullable(),
    }),
  )
  .default([]);
type KeptAddresses = z.output<typeof keptAddresses>;

/** Says what of a draft stays as it is, though it is in a release. */
function describeKept(kept: KeptAddresses): string[] {
  return kept.map(({ title, locale, path, live, other }) => {
    const stays =
      path === null ? `stays out of ${englishNames[locale]}` : `keeps the address ${withLocale(locale, path)}`;
    return `The draft of “${title}” ${stays}, since that of “${other ?? 'another page'}” has ${withLocale(locale, live)} by now. Do not publish it by itself before the release.`;
  });
}

/** Of a record with who has saved it meanwhile. */
const conflictAnswer = z.object({ status: z.literal('conflict'), saved: savedMark.default(null) });

const addition = z.discriminatedUnion('status', [
  z.object({ status: z.literal('added'), addresses: keptAddresses }),
  z.object({ status: z.enum(['closed', 'not-found', 'not-editable', 'unchanged']) }),
  conflictAnswer,
  occupiedAnswer,
]);

/** What the caller has seen: the newest save of a page, and the moment of what the release has of the item already. */
type SeenItem = { lastSave?: number | undefined; replaces?: string | undefined };

/** Moves a draft into a release. Of a page, the draft goes on from what is live; `notes` say what stays in it. */
export async function addToRelease(
  { service, userId }: Actor,
  release: number,
  item: ReleaseItem,
  { lastSave, replaces }: SeenItem = {},
): Promise<Result<{ notes: string[] }>> {
  if ('kind' in item && !getRecordActs(item.kind).edit) return refuseAct(item.kind);
  const named = { p_actor: userId, p_release: release, p_replaces: replaces };
  const added = await ('page' in item
    ? callFunction(service, 'add_page_to_release', addition, { ...named, p_page_id: item.page, p_last_save: lastSave })
    : callFunction(service, 'add_record_to_release', addition, {
        ...named,
        p_kind: item.kind,
        p_id: String(item.id),
        p_saved_at: item.savedAt,
      }));
  return added.status === 'added' ? ok({ notes: describeKept(added.addresses) }) : refuseAddition(added, item);
}

const partAddition = z.discriminatedUnion('status', [
  // Without `kept` all of the draft was moved.
  z.object({ status: z.literal('added'), kept: z.array(pageCellSchema).default([]), addresses: keptAddresses }),
  z.object({ status: z.literal('incomplete'), needs: z.array(cellNeed) }),
  z.object({ status: z.enum(['closed', 'not-found', 'not-editable', 'unchanged']) }),
  conflictAnswer,
  z.object({ status: z.enum(['settled', 'other-modules']) }),
  occupiedAnswer,
]);

type ChosenPart = {
  page: number;
  cells: readonly PageCell[];
  lastSave: number;
  /** The moment of what the release has of the page already, as far as the caller has seen it. */
  replaces?: string | undefined;
};

/** Moves some cells of a page's draft into a release. `kept`: those that stay in the draft as well, since the rest of it needs them. */
export async function addPartToRelease(
  { service, userId }: Actor,
  release: number,
  { page, cells, lastSave, replaces }: ChosenPart,
): Promise<Result<{ kept: PageCell[]; notes: string[] }>> {
  const done = await callFunction(service, 'add_cells_to_release', partAddition, {
    p_actor: userId,
    p_release: release,
    p_page_id: page,
    p_cells: [...cells],
    p_last_save: lastSave,
    p_replaces: replaces,
  });
  switch (done.status) {
    case 'added':
      return ok({ kept: done.kept, notes: describeKept(done.addresses) });
    case 'incomplete':
      return incomplete(done.needs);
    case 'settled':
      return fail('conflict', settled);
    case 'other-modules':
      return fail(
        'conflict',
        'The release has new modules of this page already, which the order of modules in this draft does not have. Take the page out of the release first, then add all of it.',
      );
    default:
      return refuseAddition(done, { page });
  }
}

/** Takes a page off the site with a release. */
export async function addRemoval(
  { service, userId }: Actor,
  release: number,
  page: number,
  replaces?: string,
): Promise<Result<object>> {
  const answer = await callFunction(service, 'add_removal_to_release', addition, {
    p_actor: userId,
    p_release: release,
    p_page_id: page,
    p_replaces: replaces,
  });
  if (answer.status === 'added') return ok({});
  return answer.status === 'unchanged'
    ? fail('conflict', 'This page is not published: there is nothing to take off the site.')
    : refuseAddition(answer, { page });
}

type RefusedAddition = Exclude<z.output<typeof addition>, { status: 'added' }>;

function refuseAddition(answer: RefusedAddition, item: ReleaseItem): Result<never> {
  const isPage = 'page' in item;
  switch (answer.status) {
    case 'occupied':
      return refuseOccupied(answer);
    case 'closed':
      return fail('conflict', closed);
    case 'not-found':
      return fail('not-found', isPage ? 'This page does not exist any more.' : notFound(item.kind));
    case 'not-editable':
      return fail('not-editable', 'This page cannot be changed here.');
    case 'unchanged':
      return fail(
        'conflict',
        isPage
          ? 'There are no unpublished changes. Change something first, then add it.'
          : 'There is no draft. Save one first, then add it.',
      );
    case 'conflict':
      return fail(
        'conflict',
        `${answer.saved?.by ?? 'Somebody'} has saved this ${isPage ? 'page' : getKindNames(item.kind).one} since you looked. Look at it again, then add it.`,
      );
  }
}

const removal = z.discriminatedUnion('status', [
  z.object({ status: z.enum(['taken-out', 'closed', 'not-found', 'has-draft', 'other-modules']) }),
  unseenAnswer,
]);

/**
 * Takes a draft out of a release. `to`: it becomes the draft that is published by itself, or is dropped; or a page is worked on.
 * @param savedAt the moment of what the person has seen of it in the release; what is there since stays
 */
export async function takeOut(
  { service, userId }: Actor,
  release: number,
  item: ReleaseItem,
  to: 'draft' | 'nowhere' | 'work',
  savedAt?: string,
): Promise<Result<object>> {
  const named = { p_actor: userId, p_release: release, p_to_draft: to !== 'nowhere', p_saved_at: savedAt };
  const describe = (taken: string) =>
    `It stays in the release. ${taken}, which this one has there. Give that one another address first.`;
  const refuse = (error: DatabaseError) => refuseTakenAddress(service, error, describe);
  const asked = await ('page' in item
    ? callOrRefuse(service, 'take_page_out', removal, refuse, {
        ...named,
        p_page_id: item.page,
        p_keep: to === 'work',
      })
    : callOrRefuse(service, 'take_record_out', removal, refuse, {
        ...named,
        p_kind: item.kind,
        p_id: String(item.id),
      }));
  if (!asked.ok) return asked;
  const done = asked.value;
  switch (done.status) {
    case 'unseen':
    case 'newer':
      return refuseUnseen(done, 'this draft of the release');
    case 'taken-out':
      return ok({});
    case 'closed':
      return fail('conflict', closed);
    case 'not-found':
      return fail('not-found', 'This is not in the release any more.');
    case 'has-draft':
      return fail(
        'conflict',
        'It has another draft. Publish or discard that first, or add it to the release in its place.',
      );
    case 'other-modules':
      return fail(
        'conflict',
        'Modules of this page were added, moved or removed on the site since, and the draft would undo that. Publish the release, or discard this part of it.',
      );
  }
}

const scheduling = z.object({ status: z.enum(['scheduled', 'closed', 'no-zone']) });

/** Says when a release becomes live by itself; null: it does not. */
export async function scheduleRelease(
  { service, userId }: Actor,
  release: number,
  when: { at: string; zone: string } | null,
): Promise<Result<object>> {
  const { status } = await callFunction(service, 'schedule_release', scheduling, {
    p_actor: userId,
    p_release: release,
    p_at: when?.at ?? null,
    p_zone: when?.zone ?? '',
  });
  switch (status) {
    case 'scheduled':
      return ok({});
    case 'closed':
      return fail('conflict', closed);
    case 'no-zone':
      return fail('invalid', 'There is no such time zone. Choose one of the list.');
  }
}
