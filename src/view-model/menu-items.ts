import type { Language, Locale } from '#domain/locales.ts';
import type { MenuItem, SharedFrame } from './frame.ts';

/** An item of a menu as it is stored, with a label in each language in which it shows. */
export type StoredMenuItem = {
  id: string;
  label: Partial<Record<Locale, string>>;
  description?: Partial<Record<Locale, string>> | null | undefined;
  link?: number | null | undefined;
  children?: readonly StoredMenuItem[] | undefined;
};

/** Where a link leads readers of a locale; null where its target is not public. */
export type MenuLead = { href: string | null; external: boolean; language?: Language | undefined };

/** What a menu is shown in, and where links lead from it, by their ids; null for one that does not exist. */
export type MenuFrame = { frame: SharedFrame; leads: Readonly<Record<string, MenuLead | null>> };

/** The items of a menu that readers of a locale see: those with a label in it that lead somewhere, or have such items below. */
export function menuItems(
  rows: readonly StoredMenuItem[],
  locale: Locale,
  leadOf: (link: number) => MenuLead | null,
): MenuItem[] {
  return rows.flatMap((row): MenuItem[] => {
    const label = row.label[locale];
    if (label === undefined) return [];
    const lead = row.link ? leadOf(row.link) : null;
    const href = lead?.href ?? null;
    const children = menuItems(row.children ?? [], locale, leadOf);
    if (href === null && children.length === 0) return [];
    const description = row.description?.[locale] ?? '';
    const language = href === null ? undefined : lead?.language;
    const external = href !== null && lead?.external === true;
    return [{ id: row.id, label, description, href, external, ...(language && { language }), children }];
  });
}
