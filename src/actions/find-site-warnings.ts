import { ok } from '#domain/result.ts';
import { findSiteWarnings as find } from '#server/editor/screens/site-warnings.ts';
import { asStaff } from './as-staff.ts';
import { defineAction } from './define-action.ts';

/** What should be mended on the sites: what cannot be published, redirects that lead nowhere, pictures without a text. */
export const findSiteWarnings = defineAction({
  handler: (_, context) => asStaff(context, async ({ session, runtime }) => ok(await find(runtime, session.client))),
});
