import { siteNames } from '#domain/site-names.ts';
import type { SiteId } from '#domain/sites.ts';
import { defineMeta, definePicker } from '../meta.ts';

type Item = { title: string; url: string | null; site: SiteId };

export const meta = defineMeta({
  words: { one: 'page', many: 'pages' },
  group: 'website',
  screen: 'pages',
  picker: definePicker<Item>()({
    action: 'fetchPages',
    // Most links lead to pages of the same site.
    isOfSite: true,
    show: ({ title, url, site }) => ({ title, detail: [siteNames[site], url] }),
  }),
});
