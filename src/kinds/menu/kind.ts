import { z } from 'zod';
import { menuLevels, tooDeep } from '#domain/pages/menus.ts';
import { text, withMeta } from '#schema/fields.ts';
import { bookkeeping, byLocale, choice, type localeSchema, omittableReference, site } from '#schema/record-fields.ts';
import { defineKind } from '../contract.ts';

type ByLocale = Partial<Record<z.infer<typeof localeSchema>, string>>;
type MenuItem = {
  id: string;
  label: ByLocale;
  description?: ByLocale | undefined;
  link?: number | null | undefined;
  image?: number | null | undefined;
  children?: MenuItem[] | undefined;
};

const item: z.ZodType<MenuItem> = z.lazy(() =>
  z.strictObject({
    id: text({ label: 'Id', required: true, max: 60 }),
    label: byLocale(text({ label: 'Label', required: true })).refine((label) => Object.keys(label).length > 0, {
      error: 'This field is required',
    }),
    description: byLocale(z.string()).optional(),
    link: omittableReference('link', { label: 'Link' }),
    image: omittableReference('image', { label: 'Picture' }),
    children: z.array(item).optional(),
  }),
);

export const menu = defineKind({
  kind: 'menu',
  table: 'menus',
  label: 'name',
  quotesNothing: true,
  fields: {
    site: site({ label: 'Site' }),
    name: choice({ label: 'Menu', options: { main: 'Main menu', footer: 'Footer', legal: 'Legal' } }),
    items: withMeta(z.array(item).default([]), {
      label: 'Items',
      help: 'An item shows in the languages in which it has a label',
      widget: 'menu-items',
    }),
    ...bookkeeping,
  },
  check: (record, issue) => {
    const seen = new Set<string>();
    const visit = (items: readonly MenuItem[], path: readonly (string | number)[], above: readonly string[]) =>
      items.forEach((entry, index) => {
        const here = [...path, index];
        const { id, label, children = [] } = entry;
        if (above.includes(id)) {
          const name = label.en ?? id;
          issue([...here, 'id'], `“${name}” is below itself. Remove it here, or give it an id of its own.`);
        } else if (seen.has(id)) issue([...here, 'id'], `The item ${id} is there twice`);
        if (above.length >= menuLevels[record.name]) issue(here, tooDeep(record.name));
        seen.add(id);
        visit(children, [...here, 'children'], [...above, id]);
      });
    visit(record.items, ['items'], []);
  },
  uniques: (record) => [`menu ${record.name} of ${record.site}`],
});
