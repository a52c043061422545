import { z } from 'zod';
import { locales } from '#domain/locales.ts';
import { fail } from '#domain/result.ts';
import { siteHasLocale, siteIds } from '#domain/sites.ts';
import { ContentReader } from '#content/reader.ts';
import { Source } from '#content/source/source.ts';
import { referenceKinds } from '#kinds/registry.ts';
import { listQuerySchema } from '#schema/lists.ts';
import { asStaff } from './as-staff.ts';
import { defineAction } from './define-action.ts';

/** More than any module refers to. */
const most = 200;

/** The records and lists that the preview of a module shows, as the draft of a site shows them in one locale. Changes nothing. */
export const previewModule = defineAction({
  input: z.object({
    site: z.enum(siteIds),
    locale: z.enum(locales),
    /** The page that the module is on; null for pages that are made from rows. */
    pageId: z.int().positive().nullable().default(null),
    references: z.array(z.object({ kind: z.enum(referenceKinds), id: z.int().positive() })).max(most),
    lists: z.array(listQuerySchema).max(10),
    /** The quotes of products in the module's texts. */
    quotes: z.array(z.string().max(300)).max(most).default([]),
  }),
  handler: ({ site, locale, pageId, references, lists, quotes }, context) =>
    asStaff(context, async ({ session, runtime }) => {
      if (!siteHasLocale(site, locale)) {
        return fail('invalid', `The ${site} site has no locale ${locale}.`, [
          { path: ['locale'], message: 'This site has no such locale' },
        ]);
      }
      const source = new Source(session.client, { site, view: 'draft', at: new Date().toISOString(), drafts: true });
      return new ContentReader(source, locale, runtime.config.origins).resolve(references, lists, pageId, quotes);
    }),
});
