import { z } from 'zod';
import { checkbox, longText, reference, text } from './fields.ts';
import { localized } from './record-fields.ts';

/** What a page is called in one language, and how it is found and shared. */
const texts = {
  title: text({ label: 'Title', required: true, max: 200, help: 'In the tab of the browser and in search results' }),
  nav_title: text({
    label: 'Menu title',
    max: 200,
    help: 'In menus and breadcrumbs, where there is little room. Empty: the title',
  }),
  path: text({ label: 'Address', required: true, help: 'Behind the name of the site, without the language' }),
  description: longText({
    label: 'Description',
    max: 500,
    help: 'One or two sentences under the title in search results and on cards. Empty: that of the site',
  }),
  og_image: reference('image', {
    label: 'Picture',
    help: 'Shown where the page is shared. Empty: that of the site',
  }),
  noindex: checkbox({
    label: 'Hide from search engines',
    help: 'Visitors still reach the page by links and menus. It leaves the sitemap and the search of the site',
    default: false,
  }),
};
export const pageTextsSchema = z.strictObject(texts);

/** What a page is called, where it is, and how it is found and shared, as editors change it: all of it is part of the draft. */
export const pageSettingsSchema = z.strictObject({
  parentId: reference('page', { label: 'Below the page', help: 'Its breadcrumbs and its address follow from it' }),
  locales: localized(texts),
});
export type PageSettings = z.output<typeof pageSettingsSchema>;
