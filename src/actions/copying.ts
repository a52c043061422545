import { z } from 'zod';
import { copyModules as copy } from '#content/copying/copy-modules.ts';
import { duplicateModule as duplicate, pasteModules as paste } from '#content/copying/paste-modules.ts';
import { maxCharacters, readCopied } from '#domain/pages/copied-modules.ts';
import { ok } from '#domain/result.ts';
import { recordId } from '#domain/values/record-id.ts';
import { asStaff } from './as-staff.ts';
import { defineAction } from './define-action.ts';
import { hasWholeSlot, moduleIds, placeFrom, placeInput, structureInput, wholeSlot } from './structure-input.ts';

/** Modules of a draft for the clipboard, with their texts in all languages and with what is inside of them. */
export const copyModules = defineAction({
  input: z.object({ pageId: z.int().positive(), moduleIds: moduleIds.min(1) }),
  handler: (input, context) =>
    asStaff(context, async ({ session }) => {
      const copied = await copy(session.client, input);
      return copied.ok ? ok({ text: JSON.stringify(copied.value) }) : copied;
    }),
});

/** Adds copied modules to a draft, at a position as `addModule` counts it. */
export const pasteModules = defineAction({
  input: z
    .object({
      ...placeInput,
      /** The text of a clipboard. */
      copied: z
        .string()
        .max(maxCharacters)
        .transform((text, context) => {
          const copied = readCopied(text);
          if (copied) return copied;
          context.addIssue({ code: 'custom', message: 'These are no modules that this version can paste' });
          return z.NEVER;
        }),
    })
    .refine(hasWholeSlot, wholeSlot),
  handler: (input, context) =>
    asStaff(context, ({ actor }) =>
      paste(actor, {
        ...placeFrom(input),
        copied: input.copied,
      }),
    ),
});

/** Adds a copy of a module below it. */
export const duplicateModule = defineAction({
  input: z.object({
    pageId: structureInput.pageId,
    locale: structureInput.locale,
    structureVersion: structureInput.structureVersion,
    moduleId: recordId,
  }),
  handler: (input, context) => asStaff(context, ({ actor }) => duplicate(actor, input)),
});
