import { z } from 'zod';
import { type Result, ok } from '#domain/result.ts';
import { exactMoment } from '#domain/values/moment.ts';
import { addPartToRelease as addPart } from '#changes/releases/change-release.ts';
import { chosenCells } from '#changes/chosen-cells.ts';
import type { PageCell } from '#domain/pages/page-cell.ts';
import { asStaff } from '../as-staff.ts';
import { defineAction } from '../define-action.ts';
import { id } from './release-item.ts';
import { listClashes } from './list-clashes.ts';

/** Moves some of what waits in a page's draft into a release. */
export const addPartToRelease = defineAction({
  input: z.object({
    release: id,
    page: id,
    cells: chosenCells,
    lastSave: z.int().nonnegative(),
    replaces: exactMoment().optional(),
  }),
  handler: ({ release, ...part }, context) =>
    asStaff(context, async ({ actor }): Promise<Result<{ kept: PageCell[]; notes?: string[] }>> => {
      const done = await addPart(actor, release, part);
      if (!done.ok) return done;
      const notes = [...done.value.notes, ...(await listClashes(actor, release, [part]))];
      return ok({ kept: done.value.kept, ...(notes.length > 0 ? { notes } : {}) });
    }),
});
