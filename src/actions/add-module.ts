import { z } from 'zod';
import { addModule as add } from '#content/drafts/structure.ts';
import { asStaff } from './as-staff.ts';
import { defineAction } from './define-action.ts';
import { hasWholeSlot, placeFrom, placeInput, wholeSlot } from './structure-input.ts';

/**
 * Adds a module to a draft. `modulePosition` counts among `content`, the modules that the caller saw there: the position of
 * a module plus one puts the new one below it; without it the new one is added at the end.
 */
export const addModule = defineAction({
  input: z
    .object({
      ...placeInput,
      moduleType: z.string().max(100),
      moduleData: z.record(z.string(), z.unknown()),
    })
    .refine(hasWholeSlot, wholeSlot),
  handler: (input, context) =>
    asStaff(context, ({ actor }) =>
      add(actor, { ...placeFrom(input), type: input.moduleType, data: input.moduleData }),
    ),
});
