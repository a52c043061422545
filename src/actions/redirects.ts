import { z } from 'zod';
import { locales } from '#domain/locales.ts';
import { onwardAddress, onwardPath } from '#domain/redirects/redirect-trail.ts';
import { fail, ok } from '#domain/result.ts';
import { siteIds } from '#domain/sites.ts';
import { findProblems, testAddress, testDraft } from '#server/editor/screens/redirect-rules.ts';
import { asStaff } from './as-staff.ts';
import { defineAction } from './define-action.ts';

const longest = 2000;
/** A list of more is no help: what is behind it comes up when the first ones are mended. */
const maxProblems = 100;

/** Where an address leads, by which redirects; with a draft, as it will be once that is live. Changes nothing. */
export const testRedirect = defineAction({
  input: z.object({
    site: z.enum(siteIds),
    address: z.string().trim().min(1, 'Type an address').max(longest),
    draft: z
      .object({
        id: z.int().positive().nullable(),
        from_path: z.string().max(longest),
        to_path: z.string().max(longest).nullable(),
        page: z.int().positive().nullable(),
        locale: z.enum(locales).nullable(),
        status: z.union([z.literal(301), z.literal(302), z.literal(410)]),
      })
      .nullable()
      .default(null),
  }),
  handler: ({ site: chosen, address, draft }, context) =>
    asStaff(context, async ({ runtime }) => {
      const { origins } = runtime.config;
      const site = siteIds.find((id) => address.startsWith(origins[id]) && onwardPath(address, origins[id])) ?? chosen;
      const asked = onwardAddress(address, origins[site]);
      if (asked === null) {
        const message = 'This is no address of the site. It starts with a slash, such as /products.';
        return fail('invalid', message, [{ path: ['address'], message }]);
      }
      if (!draft) return ok({ site, ...(await testAddress(runtime, site, asked, address)) });
      const tested = await testDraft(runtime, chosen, draft);
      return tested.ok ? ok({ site: chosen, ...tested.value }) : tested;
    }),
});

/** The redirects that go in circles, make detours, or lead to what is not there. */
export const findRedirectProblems = defineAction({
  handler: (_, context) =>
    asStaff(context, async ({ runtime }) => {
      const problems = await findProblems(runtime);
      return ok({ problems: problems.slice(0, maxProblems), total: problems.length });
    }),
});
