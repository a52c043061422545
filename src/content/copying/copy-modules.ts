import { z } from 'zod';
import { type CopiedModule, type CopiedModules, countModules, writeCopied } from '#domain/pages/copied-modules.ts';
import { type Result, fail, ok } from '#domain/result.ts';
import { localeSchema, siteSchema } from '#kinds/reading/localized-row.ts';
import { type Client, expectData } from '#content/clients/client.ts';

const draftRow = z
  .object({
    site_id: siteSchema,
    modules: z.array(
      z.object({
        id: z.number(),
        type: z.string(),
        parent_id: z.number().nullable(),
        slot: z.string().nullable(),
        module_locales: z.array(
          z.object({ locale: localeSchema, data_version: z.number(), data: z.record(z.string(), z.unknown()) }),
        ),
      }),
    ),
  })
  .nullable();

/** Modules of a draft in the order of the page, with their texts in all languages and with what is inside of them. */
export async function copyModules(
  client: Client,
  { pageId, moduleIds }: { pageId: number; moduleIds: readonly number[] },
): Promise<Result<CopiedModules>> {
  const page = await expectData(
    'pages',
    client
      .from('pages')
      .select('site_id, modules(id, type, parent_id, slot, module_locales(locale, data_version, data))')
      .eq('id', pageId)
      .order('position', { referencedTable: 'modules' })
      .order('id', { referencedTable: 'modules' })
      .maybeSingle(),
    draftRow,
  );
  if (!page) return fail('not-found', 'This page does not exist any more.');
  const chosen = page.modules.filter(({ id }) => moduleIds.includes(id));
  if (chosen.length < moduleIds.length) {
    return fail('not-found', 'A module that was to be copied does not exist any more. Reload the page.');
  }
  const copy = (module: (typeof chosen)[number], slot: string | null): CopiedModule => ({
    type: module.type,
    slot,
    locales: Object.fromEntries(
      module.module_locales.map(({ locale, data_version: v, data }) => [locale, { v, data }]),
    ),
    children: page.modules.filter(({ parent_id }) => parent_id === module.id).map((child) => copy(child, child.slot)),
  });
  const copied: CopiedModules = {
    format: 'page-modules',
    version: 1,
    site: page.site_id,
    modules: chosen.map((module) => copy(module, null)),
  };
  if (countModules(copied.modules) > 100 || writeCopied(copied) === null) {
    return fail('invalid', 'This is more than can be copied at once. Copy fewer modules.');
  }
  return ok(copied);
}
