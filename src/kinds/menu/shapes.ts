import { z } from 'zod';
import type { Locale } from '#domain/locales.ts';
import { localeSchema } from '../reading/localized-row.ts';

const labels = z.partialRecord(localeSchema, z.string());
type MenuRow = {
  id: string;
  label: Partial<Record<Locale, string>>;
  description?: Partial<Record<Locale, string>> | null | undefined;
  link?: number | null | undefined;
  children?: MenuRow[] | undefined;
};
const item = z.object({
  id: z.string(),
  label: labels,
  description: labels.nullish(),
  link: z.number().nullish(),
});

/** An item that no page can show, by its place in its menu: `1.children.0`. */
type BrokenItem = { path: string; field: string; reason: string };

/** The items of a menu that can be shown, with those that cannot: they are on every page of a site, and one of them keeps none back. */
export function readMenu(stored: readonly unknown[], above = ''): { items: MenuRow[]; broken: BrokenItem[] } {
  const broken: BrokenItem[] = [];
  const items = stored.flatMap((one, index): MenuRow[] => {
    const path = `${above}${index}`;
    const parsed = item.extend({ children: z.array(z.unknown()).optional() }).safeParse(one);
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      broken.push({ path, field: issue?.path.join('.') ?? '', reason: issue?.message ?? '' });
      return [];
    }
    const below = readMenu(parsed.data.children ?? [], `${path}.children.`);
    broken.push(...below.broken);
    return [{ ...parsed.data, children: below.items }];
  });
  return { items, broken };
}

export const menuItemsRow = z.array(z.unknown()).transform((stored) => readMenu(stored).items);
