import { z } from 'zod';
import { ok } from '#domain/result.ts';
import { givenName } from '#domain/text/given-name.ts';
import { storableText } from '#domain/text/text.ts';
import { deleteView, listViews, saveView } from '#content/records/list-views.ts';
import { listedKinds } from '#kinds/registry.ts';
import { asStaff } from './as-staff.ts';
import { defineAction } from './define-action.ts';

const kind = z.enum(listedKinds, 'There are no records of this kind');

/** The saved views of a list: one's own, and those of others that are shared. */
export const listSavedViews = defineAction({
  input: z.object({ kind }),
  handler: (input, context) =>
    asStaff(context, async ({ session, staff }) => ok(await listViews(session.client, staff.userId, input.kind))),
});

/** Saves a view of a list under a name. */
export const saveListView = defineAction({
  input: z.object({
    kind,
    name: givenName(80),
    query: storableText(2000),
    isShared: z.boolean().default(false),
  }),
  handler: (input, context) => asStaff(context, ({ actor }) => saveView(actor, input)),
});

/** Deletes a saved view. */
export const deleteListView = defineAction({
  input: z.object({ id: z.int().positive() }),
  handler: (input, context) => asStaff(context, ({ actor }) => deleteView(actor, input.id)),
});
