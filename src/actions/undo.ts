import { z } from 'zod';
import { locales } from '#domain/locales.ts';
import { travelDraft } from '#content/undo/draft-steps.ts';
import { asStaff } from './as-staff.ts';
import { defineAction } from './define-action.ts';

/** `stepId` is what the caller was told would be undone: nothing else is. */
const input = z.object({
  pageId: z.int().positive(),
  locale: z.enum(locales),
  stepId: z.int().positive(),
});

/** Undoes what the caller did last to a draft. */
export const undoDraft = defineAction({
  input,
  handler: (step, context) => asStaff(context, ({ actor }) => travelDraft(actor, 'undo', step)),
});

/** Does again what the caller has undone. */
export const redoDraft = defineAction({
  input,
  handler: (step, context) => asStaff(context, ({ actor }) => travelDraft(actor, 'redo', step)),
});
