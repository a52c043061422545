import { z } from 'zod';
import { savePageSettings as save } from '#content/tree/page-settings.ts';
import { openSettings } from '#server/editor/screens/page-settings.ts';
import { asStaff } from './as-staff.ts';
import { defineAction } from './define-action.ts';
import { rowVersionOrNone } from '#domain/values/row-version.ts';

const pageId = z.int().positive();

/** The settings of a page's draft, and what is needed to show how it will look elsewhere. */
export const openPageSettings = defineAction({
  input: z.object({ pageId }),
  handler: (page, context) =>
    asStaff(context, ({ session, runtime }) => openSettings(runtime, session.client, page.pageId)),
});

/** Saves the settings of a page's draft, unless somebody has saved them since the caller opened them. */
export const savePageSettings = defineAction({
  input: z.object({
    pageId,
    payload: z.record(z.string(), z.unknown()),
    version: rowVersionOrNone,
    fromParent: z.int().positive().nullable(),
  }),
  handler: (input, context) => asStaff(context, ({ actor }) => save(actor, input)),
});
