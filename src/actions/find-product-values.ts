import { z } from 'zod';
import { locales } from '#domain/locales.ts';
import { fail, ok } from '#domain/result.ts';
import { siteHasLocale, siteIds } from '#domain/sites.ts';
import { ContentReader } from '#content/reader.ts';
import { Source } from '#content/source/source.ts';
import { notFound } from '#kinds/registry.ts';
import { asStaff } from './as-staff.ts';
import { defineAction } from './define-action.ts';

/** What texts of a site can quote of a product, as one of its locales writes it. */
export const findProductValues = defineAction({
  input: z.object({ id: z.int().positive(), site: z.enum(siteIds), locale: z.enum(locales) }),
  handler: ({ id, site, locale }, context) =>
    asStaff(context, async ({ session, runtime }) => {
      if (!siteHasLocale(site, locale)) {
        return fail('invalid', `The ${site} site has no locale ${locale}.`, [
          { path: ['locale'], message: 'This site has no such locale' },
        ]);
      }
      const source = new Source(session.client, { site, view: 'draft', at: new Date().toISOString() });
      const values = await new ContentReader(source, locale, runtime.config.origins).quotableValues(id);
      return values ? ok(values) : fail('not-found', notFound('product'));
    }),
});
