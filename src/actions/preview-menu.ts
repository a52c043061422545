import { z } from 'zod';
import { locales } from '#domain/locales.ts';
import { fail } from '#domain/result.ts';
import { siteHasLocale, siteIds } from '#domain/sites.ts';
import { ContentReader } from '#content/reader.ts';
import { Source } from '#content/source/source.ts';
import { asStaff } from './as-staff.ts';
import { defineAction } from './define-action.ts';

/** More than any menu has. */
const most = 500;

/** What the menus of a site are shown in for readers of a locale, and where links lead from there. Changes nothing. */
export const previewMenu = defineAction({
  input: z.object({
    site: z.enum(siteIds),
    locale: z.enum(locales),
    links: z.array(z.int().positive()).max(most),
  }),
  handler: ({ site, locale, links }, context) =>
    asStaff(context, async ({ session, runtime }) => {
      if (!siteHasLocale(site, locale)) {
        return fail('invalid', `The ${site} site has no locale ${locale}.`, [
          { path: ['locale'], message: 'This site has no such locale' },
        ]);
      }
      const source = new Source(session.client, { site, view: 'draft', at: new Date().toISOString() });
      return new ContentReader(source, locale, runtime.config.origins).menuFrame(links);
    }),
});
