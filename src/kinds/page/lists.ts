import { canonicalPath } from '#domain/addresses/routes.ts';
import { withLocale } from '#domain/sites.ts';
import type { Lists } from '../reading/list.ts';

export const lists: Lists<'pages'> = {
  /** The pages of a section, the one above the others first. A page that is by itself has none beside it. */
  pages: async ({ of }, { context, rows, here }) => {
    const below = of === 'children' ? here?.id : here?.above;
    if (below === undefined || below === null) return [];
    context.trace.tag(`below:page:${below}`, `address:page:${below}`);
    const { items } = await rows({ list: 'pages', below });
    return items.flatMap(({ id, path, title, nav_title }) => {
      const href = canonicalPath(withLocale(context.locale, path));
      return href ? [{ id, title: nav_title || title, href, isCurrent: id === here?.id }] : [];
    });
  },
};
