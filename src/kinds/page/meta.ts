import { defineMeta, definePicker } from '../meta.ts';

type Item = { title: string; url: string | null; site: string };

export const meta = defineMeta({
  words: { one: 'page', many: 'pages' },
  group: 'website',
  screen: 'pages',
  picker: definePicker<Item>()({
    action: 'fetchPages',
    // Most links lead to pages of the same site.
    isOfSite: true,
    show: ({ title, url, site }) => ({ title, detail: [site, url] }),
  }),
});
