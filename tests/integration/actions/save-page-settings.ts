import { z } from 'zod';
import { pageSettingsSchema } from '#schema/page-settings.ts';
import type { ActionEntry, Desk } from './entry.ts';

/** A call that saves what there is, with other texts in English. */
async function call({ client, pageId }: Desk, texts: Record<string, unknown> = {}) {
  const { data } = await client.rpc('read_page_settings', { p_page_id: pageId });
  const stored = z
    .object({
      version: z.number(),
      settings: z.object({
        parent: z.number().nullable(),
        locales: z.record(z.string(), z.record(z.string(), z.unknown())),
      }),
    })
    .parse(data);
  const locales = Object.fromEntries(
    Object.entries(stored.settings.locales).map(([locale, { seo: _, ...own }]) => [
      locale,
      { ...own, og_image: null, noindex: false, ...(locale === 'en' ? texts : {}) },
    ]),
  );
  const { parent } = stored.settings;
  return { pageId, payload: { parentId: parent, locales }, version: stored.version, fromParent: parent };
}

export const entry: ActionEntry = {
  name: 'savePageSettings',
  access: 'staff',
  send: 'json',
  optional: ['fromParent'],
  opaque: ['payload'],
  checks: z.object({ pageId: z.int(), payload: pageSettingsSchema, version: z.int(), fromParent: z.int().nullable() }),
  valid: call,
  malformed: async (desk) => [
    { what: 'no title', input: await call(desk, { title: ' ' }), fields: ['locales.en.title'] },
    {
      what: 'half a surrogate pair',
      input: await call(desk, { description: 'a\udc00b' }),
      fields: ['locales.en.description'],
    },
    { what: 'a picture that is gone', input: await call(desk, { og_image: 987_654 }), fields: ['locales.en.og_image'] },
    { what: 'an address of a file', input: await call(desk, { path: '/new.html' }), fields: ['locales.en.path'] },
    { what: 'a field that there is not', input: await call(desk, { keywords: 'x' }) },
    { what: 'a page that is gone', input: { ...(await call(desk)), pageId: 987_654 } },
  ],
  stale: async (desk) => {
    const seen = await call(desk, { title: 'Mine' });
    const response = await desk.second.call('savePageSettings', await call(desk, { title: 'Theirs' }));
    if (response.status !== 200) throw new Error(`Saving answered ${response.status}`);
    return seen;
  },
};
