import { z } from 'zod';
import { arrangeModules } from '#content/drafts/structure.ts';
import { asStaff } from './as-staff.ts';
import { defineAction } from './define-action.ts';
import { hasWholeSlot, moduleIds, slotFrom, structureInput, wholeSlot } from './structure-input.ts';

/** Moves and removes modules of a draft: `contents` is the list as it should be, reordered or reduced. */
export const patchPage = defineAction({
  input: z.object({ ...structureInput, contents: moduleIds }).refine(hasWholeSlot, wholeSlot),
  handler: (input, context) =>
    asStaff(context, ({ actor }) =>
      arrangeModules(actor, {
        pageId: input.pageId,
        locale: input.locale,
        structureVersion: input.structureVersion,
        where: slotFrom(input),
        contents: input.contents,
      }),
    ),
});
