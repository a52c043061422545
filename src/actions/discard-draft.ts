import { z } from 'zod';
import { defaultLocale, locales } from '#domain/locales.ts';
import { fail } from '#domain/result.ts';
import { rowVersion } from '#domain/values/row-version.ts';
import { discardDraft as discard } from '#content/drafts/discard-draft.ts';
import { checkPublishable } from '#changes/publish-draft.ts';
import { asStaff } from './as-staff.ts';
import { defineAction } from './define-action.ts';

/** Puts a page's draft back to what is published. It changes the structure, which is done in English only. */
export const discardDraft = defineAction({
  input: z.object({
    pageId: z.int().positive(),
    locale: z.enum(locales),
    structureVersion: rowVersion,
    /** The newest save of the page that the caller has seen. */
    lastSave: z.int().nonnegative(),
  }),
  handler: ({ locale, ...draft }, context) =>
    asStaff(context, async ({ session, actor }) => {
      if (locale !== defaultLocale) {
        return fail('english-only', 'Draft changes can be discarded only in the English locale');
      }
      const page = await checkPublishable(session.client, draft.pageId);
      return page.ok ? discard(actor, draft) : page;
    }),
});
