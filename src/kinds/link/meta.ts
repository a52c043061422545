import { defineMeta, definePicker } from '../meta.ts';

type Item = {
  text: string;
  linkType: string;
  page: { site: string } | null;
  /** Empty when the target was deleted. */
  destination: string;
};

export const meta = defineMeta({
  words: { one: 'link', many: 'links' },
  group: 'website',
  picker: definePicker<Item>()({
    action: 'fetchLinks',
    show: ({ text, linkType, page, destination }) => ({
      title: text,
      detail: [linkType, page?.site, destination || 'leads nowhere any more'],
    }),
  }),
});
