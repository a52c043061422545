import { z } from 'zod';
import { insertSection as insert } from '#content/sections/insert-section.ts';
import {
  deleteSection as remove,
  listSections as list,
  renameSection as rename,
  saveSection as save,
  sectionName,
  sectionNote,
} from '#content/sections/saved-sections.ts';
import { ok } from '#domain/result.ts';
import { recordId } from '#domain/values/record-id.ts';
import { rowVersion } from '#domain/values/row-version.ts';
import { asStaff } from './as-staff.ts';
import { defineAction } from './define-action.ts';
import { hasWholeSlot, moduleIds, placeFrom, placeInput, wholeSlot } from './structure-input.ts';

/** A section as the caller saw it. */
const seen = { id: recordId, version: rowVersion };
const words = { name: sectionName, note: sectionNote.default('') };

/** The saved sections, by name. */
export const listSections = defineAction({
  handler: (_, context) => asStaff(context, async ({ session }) => ok(await list(session.client))),
});

/** Saves modules of a draft as a section, with their texts in all languages and with what is inside of them. */
export const saveSection = defineAction({
  input: z.object({
    pageId: z.int().positive(),
    /** Without them all of the page. */
    moduleIds: moduleIds.min(1).optional(),
    ...words,
    /** The section that gets these modules in place of its own. */
    replaces: z.object(seen).optional(),
  }),
  handler: ({ replaces, moduleIds: named, ...input }, context) =>
    asStaff(context, ({ actor }) => save(actor, { ...input, moduleIds: named ?? null, replaces: replaces ?? null })),
});

/** Gives a section another name and note. */
export const renameSection = defineAction({
  input: z.object({ ...seen, ...words }),
  handler: (input, context) => asStaff(context, ({ actor }) => rename(actor, input)),
});

/** Deletes a section. What was inserted from it stays. */
export const deleteSection = defineAction({
  input: z.object(seen),
  handler: (input, context) => asStaff(context, ({ actor }) => remove(actor, input)),
});

/** Adds a copy of a section to a draft, at a position as `addModule` counts it. */
export const insertSection = defineAction({
  input: z
    .object({
      ...placeInput,
      sectionId: recordId,
    })
    .refine(hasWholeSlot, wholeSlot),
  handler: (input, context) =>
    asStaff(context, ({ actor }) =>
      insert(actor, {
        ...placeFrom(input),
        sectionId: input.sectionId,
      }),
    ),
});
