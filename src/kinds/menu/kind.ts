import { z } from 'zod';
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
      help: 'An item shows in the languages in which it has a label. In the legal menu the item with the id privacy is the notice that forms lead to',
      widget: 'menu-items',
    }),
    ...bookkeeping,
  },
  check: (record, issue) => {
    const seen = new Set<string>();
    const visit = (items: readonly MenuItem[], path: readonly (string | number)[]) =>
      items.forEach((entry, index) => {
        const here = [...path, index];
        if (seen.has(entry.id)) issue([...here, 'id'], `The item ${entry.id} is there twice`);
        seen.add(entry.id);
        visit(entry.children ?? [], [...here, 'children']);
      });
    visit(record.items, ['items']);
  },
  uniques: (record) => [`menu ${record.name} of ${record.site}`],
});
