import { z } from 'zod';
import { folderNameLength, mediaKinds, mediaTagLength, maxTags } from '#domain/media/media-library.ts';
import { ok } from '#domain/result.ts';
import { sheetLimits } from '#domain/spreadsheets/spreadsheet.ts';
import { givenName } from '#domain/text/given-name.ts';
import {
  deleteFolder,
  fileMedia as file,
  readLibrary,
  readPlaces,
  renameTag,
  saveFolder,
  tagMedia as tag,
} from '#content/media/media-library.ts';
import { asEditorOf, asStaff } from './as-staff.ts';
import { defineAction } from './define-action.ts';

const kind = z.enum(mediaKinds, 'Records of this kind are not in the library');
const id = z.int().positive().max(Number.MAX_SAFE_INTEGER);
const media = { kind, ids: z.array(id).min(1, 'Choose something').max(sheetLimits.rows) };
const tags = z.array(givenName(mediaTagLength)).max(maxTags, `Max. ${maxTags} tags at once`).default([]);

/** The folders and tags of the library of media. */
export const listMediaLibrary = defineAction({
  input: z.object({}),
  handler: (_, context) => asStaff(context, async ({ session }) => ok(await readLibrary(session.client))),
});

/** The folder and the tags of media. */
export const findMediaPlaces = defineAction({
  input: z.object({ kind, ids: z.array(id).min(1).max(200) }),
  handler: (input, context) =>
    asStaff(context, async ({ session }) => ok(await readPlaces(session.client, input.kind, input.ids))),
});

/** Makes a folder of the library, or renames and moves one; without a parent it is at the top. */
export const saveMediaFolder = defineAction({
  input: z.object({
    id: id.nullable().default(null),
    name: givenName(folderNameLength),
    parent: id.nullable().default(null),
  }),
  handler: (folder, context) => asEditorOf(context, mediaKinds, ({ actor }) => saveFolder(actor, folder)),
});

/** Deletes a folder of the library. What was in it is in the folder above then. */
export const deleteMediaFolder = defineAction({
  input: z.object({ id }),
  handler: (folder, context) => asEditorOf(context, mediaKinds, ({ actor }) => deleteFolder(actor, folder.id)),
});

/** Moves media to a folder, or out of all. */
export const fileMedia = defineAction({
  input: z.object({ ...media, folder: id.nullable().default(null) }),
  handler: (input, context) => asEditorOf(context, [input.kind], ({ actor }) => file(actor, input)),
});

/** Gives media tags, and takes others from them. */
export const tagMedia = defineAction({
  input: z
    .object({ ...media, add: tags, remove: tags })
    .refine(({ add, remove }) => add.length + remove.length > 0, { path: ['add'], error: 'Name a tag' }),
  handler: (input, context) => asEditorOf(context, [input.kind], ({ actor }) => tag(actor, input)),
});

/** Gives a tag another name, or, with `unite`, all of its media the tag that has that name. */
export const renameMediaTag = defineAction({
  input: z.object({ id, name: givenName(mediaTagLength), unite: z.boolean().default(false) }),
  handler: (input, context) => asEditorOf(context, mediaKinds, ({ actor }) => renameTag(actor, input)),
});
