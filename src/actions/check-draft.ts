import { z } from 'zod';
import { ok } from '#domain/result.ts';
import { checkPublishable } from '#changes/publish-draft.ts';
import { findWarnings } from '#server/editor/publishing/page-warnings.ts';
import { asStaff } from './as-staff.ts';
import { defineAction } from './define-action.ts';

/** What an editor should know of a page's draft, in all of its languages, before it is published. */
export const checkDraft = defineAction({
  input: z.object({ pageId: z.int().positive() }),
  handler: ({ pageId }, context) =>
    asStaff(context, async ({ session, runtime }) => {
      const page = await checkPublishable(session.client, pageId);
      if (!page.ok) return page;
      const { site } = page.value;
      return ok({
        warnings: await findWarnings(runtime, session.client, { id: pageId, site }, new Date().toISOString()),
      });
    }),
});
