import { z } from 'zod';
import { type Result, ok } from '#domain/result.ts';
import { exactMoment } from '#domain/values/moment.ts';
import { type ReleaseItem, addToRelease as add } from '#changes/releases/change-release.ts';
import { asEditorOf } from '../as-staff.ts';
import { defineAction } from '../define-action.ts';
import { id, item, listKinds } from './release-item.ts';
import { listClashes } from './list-clashes.ts';

type AddedToRelease = {
  added: number;
  refused: { item: ReleaseItem; message: string }[];
  /** What people should know: addresses that stay in a draft, and those that keep the release from being published as it is. */
  notes?: string[];
};

/** Moves drafts into a release. Those that cannot be moved are named. */
export const addToRelease = defineAction({
  input: z.object({
    release: id,
    items: z.array(item).min(1).max(2000),
    /** The newest save that the caller has seen of a page, where it is the only one. */
    lastSave: z.int().nonnegative().optional(),
    /** The moment of what the release has of a single item already, which this draft replaces. */
    replaces: exactMoment().optional(),
  }),
  handler: ({ release, items, ...seen }, context) =>
    asEditorOf(context, listKinds(items), async ({ actor }): Promise<Result<AddedToRelease>> => {
      const refused: AddedToRelease['refused'] = [];
      const kept: string[] = [];
      const isOnePage = items.filter((one) => 'page' in one).length === 1;
      for (const one of items) {
        const seenOfOne = 'page' in one && isOnePage ? { lastSave: seen.lastSave } : {};
        const done = await add(actor, release, one, items.length === 1 ? seen : seenOfOne);
        if (done.ok) {
          kept.push(...done.value.notes);
          continue;
        }
        if (items.length === 1) return done;
        refused.push({ item: one, message: done.failure.message });
      }
      const notes = [...kept, ...(await listClashes(actor, release, items))];
      return ok({ added: items.length - refused.length, refused, ...(notes.length > 0 ? { notes } : {}) });
    }),
});
