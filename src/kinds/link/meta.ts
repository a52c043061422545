import { siteNames } from '#domain/site-names.ts';
import type { SiteId } from '#domain/sites.ts';
import { defineMeta, definePicker } from '../meta.ts';

type Item = {
  text: string;
  /** What it leads to. */
  what: string;
  page: { title: string; site: SiteId } | null;
  /** Empty when the target was deleted. */
  destination: string;
};

export const meta = defineMeta({
  words: { one: 'link', many: 'links' },
  group: 'website',
  picker: definePicker<Item>()({
    action: 'fetchLinks',
    isOfSite: true,
    show: ({ text, what, page, destination }) => ({
      title: text,
      detail: [what, page?.title, page && siteNames[page.site], destination || 'leads nowhere any more'],
    }),
  }),
});
