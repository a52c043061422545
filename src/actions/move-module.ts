import { z } from 'zod';
import { recordId } from '#domain/values/record-id.ts';
import { moveModule as move } from '#content/drafts/structure.ts';
import { asStaff } from './as-staff.ts';
import { defineAction } from './define-action.ts';
import { hasWholeSlot, slotFrom, structureInput, wholeSlot } from './structure-input.ts';

/** Moves a module of a draft to another place of the page; `modulePosition` counts among the other modules there. */
export const moveModule = defineAction({
  input: z
    .object({ ...structureInput, moduleId: recordId, modulePosition: z.int().nonnegative().max(1000) })
    .refine(hasWholeSlot, wholeSlot),
  handler: (input, context) =>
    asStaff(context, ({ actor }) =>
      move(actor, {
        pageId: input.pageId,
        locale: input.locale,
        structureVersion: input.structureVersion,
        where: slotFrom(input),
        moduleId: input.moduleId,
        position: input.modulePosition,
      }),
    ),
});
