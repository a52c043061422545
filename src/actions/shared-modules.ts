import { z } from 'zod';
import { locales } from '#domain/locales.ts';
import { recordId } from '#domain/values/record-id.ts';
import { saveShared } from '#content/shared/save-shared.ts';
import { insertShared, partModule as part, shareModule as share, sharedName } from '#content/shared/share-module.ts';
import { asStaff } from './as-staff.ts';
import { defineAction } from './define-action.ts';
import { hasWholeSlot, placeFrom, placeInput, structureInput, wholeSlot } from './structure-input.ts';

const oneModule = {
  pageId: structureInput.pageId,
  locale: structureInput.locale,
  structureVersion: structureInput.structureVersion,
  moduleId: recordId,
};

/** Makes a shared module of a module of a draft, in all languages, and puts it in the module's place. */
export const shareModule = defineAction({
  input: z.object({ ...oneModule, name: sharedName }),
  handler: (input, context) => asStaff(context, ({ actor }) => share(actor, input)),
});

/** Puts a copy of what a shared module shows in its place on one page. */
export const partModule = defineAction({
  input: z.object(oneModule),
  handler: (input, context) => asStaff(context, ({ actor }) => part(actor, input)),
});

/** Puts a shared module on a draft, at a position as `addModule` counts it. */
export const insertSharedModule = defineAction({
  input: z
    .object({
      ...placeInput,
      sharedId: recordId,
    })
    .refine(hasWholeSlot, wholeSlot),
  handler: (input, context) =>
    asStaff(context, ({ actor }) =>
      insertShared(actor, {
        ...placeFrom(input),
        sharedId: input.sharedId,
      }),
    ),
});

/** Saves what a shared module shows in one language, in its draft, against what the caller started from. */
export const updateSharedModule = defineAction({
  input: z.object({
    sharedId: recordId,
    locale: z.enum(locales),
    payload: z.record(z.string(), z.unknown()),
    /** The moment of the draft, in microseconds, or the number of the live version, as the editor's state has it. */
    version: z.int().nonnegative(),
  }),
  handler: (input, context) => asStaff(context, ({ actor }) => saveShared(actor, input)),
});
